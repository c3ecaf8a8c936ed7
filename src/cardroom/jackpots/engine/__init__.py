"""A link in operation: its state, its games, its consoles and its money."""
