"""What a record of the log does to the house, live, at a start and in an audit alike."""
