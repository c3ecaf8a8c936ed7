"""Evidence to take along: the records of some days with everything that is needed to verify them elsewhere."""
