"""Short lists of rules: how they are searched for, and how the texts of their conditions are read."""
