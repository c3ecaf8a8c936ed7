"""What every command assumes unless it is told otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_dir


def default_database() -> str:
    """The database that `cardroom serve` keeps and all other commands read: one file in the user's data directory."""
    return os.environ.get("CARDROOM_DATABASE") or f"sqlite:///{Path(user_data_dir('cardroom')) / 'cardroom.sqlite'}"
