"""Rounds and rules in words."""
