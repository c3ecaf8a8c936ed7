"""Rounds of the past, read from the log: their records, cards and jackpots."""
