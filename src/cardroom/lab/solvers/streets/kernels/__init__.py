"""Compiled loops over hands revealed in steps. No rule or pay-off is known here."""
