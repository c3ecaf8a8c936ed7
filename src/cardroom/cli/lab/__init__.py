"""Commands of the lab: what games, jackpots and strategies come to."""
