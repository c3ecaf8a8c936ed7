"""Garbage: in a server what is old is looked through seldom, and once; in a command that ends soon, hardly ever.

Python frees nearly everything at once, by counting references; only cycles wait for its collector, which looks through
all that lives, for a tenth of a second and more, while every table waits. Young objects are still looked through as
they come; the old ones every few minutes, and then they are set apart and never looked at again.
"""

from __future__ import annotations

import atexit
import gc

YOUNG, MIDDLE = 5_000, 20  # objects, and times that those were looked through, before their elders are
NEVER = 1_000_000
EVERY = 300.0  # seconds


def collect_hardly() -> None:
    """From now on; and when the process ends nothing is looked through, since the system takes all of it back."""
    gc.set_threshold(NEVER)
    atexit.register(gc.freeze)


async def collect_seldom() -> None:
    """From now on, as long as this is awaited."""
    import asyncio

    before = gc.get_threshold()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    try:
        while True:
            gc.collect()
            gc.freeze()
            await asyncio.sleep(EVERY)
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
