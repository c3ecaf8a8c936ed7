"""Hold'em against the dealer: two cards each, five on the board, one bet before the flop, after it, or at the end."""
