"""Compiled loops over rounds from a shoe. No rule or pay-off is known here."""
