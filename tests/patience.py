"""How long a test waits for what must come about: a slow or busy machine is no mistake."""

import os

PATIENCE = float(os.environ.get("PATIENCE", "300"))  # seconds; fewer for who waits for the failure
