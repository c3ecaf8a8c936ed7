"""Own poker hand against the dealer's, with or without a card of his up."""
