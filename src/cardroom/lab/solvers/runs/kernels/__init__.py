"""Compiled loops over games of runs. No rule or pay-off is known here."""
