"""The lab beside a running house, and what is computed there for it."""
