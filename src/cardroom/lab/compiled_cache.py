"""Where compiled loops are kept: beside the code or in the user's cache, as numba does by itself.

A service may run as a user who can write neither. Then it is a folder of this process, which goes with it; the next
one compiles again, unless NUMBA_CACHE_DIR or XDG_CACHE_HOME names a folder to keep them in.
"""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"


def keep_compiled() -> None:
    """Give numba a place, where it would find none and refuse to compile anything."""
    if os.environ.get(VARIABLE) or _can_write(Path(__file__).parent / "__pycache__"):
        return
    import tempfile  # only a service without a home comes here

    import platformdirs

    if _can_write(Path(platformdirs.user_cache_dir("numba", appauthor=False))):
        return
    folder, owner = tempfile.mkdtemp(prefix="cardroom-compiled-"), os.getpid()
    os.environ[VARIABLE] = folder  # for the processes that this one starts as well
    if (numba := sys.modules.get("numba")) is not None:
        numba.config.CACHE_DIR = folder  # it was read before
    atexit.register(_remove, folder, owner)


def _remove(folder: str, owner: int) -> None:
    import shutil

    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _can_write(folder: Path) -> bool:
    if os.access(folder, os.W_OK):
        return True
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    except OSError:
        return False
