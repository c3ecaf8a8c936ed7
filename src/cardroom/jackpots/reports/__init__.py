"""Figures and reports of links."""
