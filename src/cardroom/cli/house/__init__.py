"""Commands that run a house, and read its log and reports."""
