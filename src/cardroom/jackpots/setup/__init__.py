"""What a link is set up with, and what may stand where."""
