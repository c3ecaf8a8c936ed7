"""Strategies as rules in order, what they cost, and advice for one hand."""
