"""Fast counters, one folder for each way of counting, and what they share."""
