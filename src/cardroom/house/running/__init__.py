"""The house in time: service, clocks, doors, computer players, the lab beside it."""
