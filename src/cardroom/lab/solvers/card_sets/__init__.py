"""Sets of cards of a deck, the classes of those that differ only in their suits, and what they are worth."""
