"""The inner loops of hold'em, compiled. No rule or pay-off is known here: all of them are arrays."""
