"""Compiled loops over several hands of one deck. No rule or pay-off is known here."""
