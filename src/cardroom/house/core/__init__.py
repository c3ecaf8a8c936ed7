"""The house itself, pure: commands in, records out, and the one fold that makes its state."""
