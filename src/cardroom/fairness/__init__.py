"""Whether the cards are fair: the shuffle that a seed makes, the commitment to the seed, and tests of randomness."""
