"""What each command does to the house."""
