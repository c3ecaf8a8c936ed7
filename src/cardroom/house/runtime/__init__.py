"""The house in time: service, clocks, computer players, the lab beside it."""
