"""What the rules of a strategy may ask about a hand: one file a kind of game, each a small vocabulary of conditions."""
