"""What pages and reports ask the lab, and its answers as finished text."""
