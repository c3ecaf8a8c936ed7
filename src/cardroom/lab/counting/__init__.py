"""Ways of counting games exactly, one folder each."""
