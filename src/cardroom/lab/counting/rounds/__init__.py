"""Dealing simulated rounds from a deck of any size, and what is kept of rounds with several seats."""
