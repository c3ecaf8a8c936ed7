"""Links in words and on signs."""
