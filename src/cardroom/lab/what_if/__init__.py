"""Variants of a game compared, and the change that brings an edge to a target."""
