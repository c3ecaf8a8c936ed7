"""Proof of the log: commands done again, archives, signed heads."""
