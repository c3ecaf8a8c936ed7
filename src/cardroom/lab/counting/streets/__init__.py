"""One poker hand, known little by little."""
