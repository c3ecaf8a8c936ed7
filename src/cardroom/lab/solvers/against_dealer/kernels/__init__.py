"""Compiled loops over hands against the dealer's. No rule or pay-off is known here."""
