"""How long a test waits for what must come about: a slow or busy machine is no mistake."""

PATIENCE = 600.0  # seconds; whatever takes so long does not come about any more
