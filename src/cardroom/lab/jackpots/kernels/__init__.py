"""Compiled loops over one meter."""
