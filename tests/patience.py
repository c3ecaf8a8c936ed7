"""How long a test waits for what must come about: a slow or busy machine is no mistake."""

PATIENCE = 300.0  # seconds
