"""What regulators ask of such a system, and whether this house does it: each requirement a check that can fail."""
