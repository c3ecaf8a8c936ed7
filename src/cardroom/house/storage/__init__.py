"""What is kept: the log, its index, documents, checkpoints, archives."""
