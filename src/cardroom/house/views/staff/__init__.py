"""What the staff is shown: the pit, the terminal of a table, people, cards and banks."""
