"""What players are shown of their rounds, and of learning a game."""
