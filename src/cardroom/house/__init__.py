"""The house: a card room in operation, in rooms of its own. See docs/architecture.md."""
