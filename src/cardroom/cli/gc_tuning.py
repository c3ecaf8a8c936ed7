"""GC tuning: a server runs a full collection every five minutes and freezes what survives; short commands skip it.

Reference counting frees nearly everything at once. Only cycles need the collector, whose full runs take a tenth of a
second or more while every table waits. So the server collects young objects as usual, and old ones every few minutes;
survivors are frozen and never scanned again.
"""

from __future__ import annotations

import atexit
import gc

YOUNG, MIDDLE = 5_000, 5  # objects, and times that those were looked through, before their elders are
NEVER = 1_000_000
EVERY = 300.0  # seconds


def disable_gc() -> None:
    """Practically disable the collector for a short command, also when the process ends."""
    gc.set_threshold(NEVER)
    atexit.register(gc.freeze)


async def run_periodic_gc() -> None:
    """Collect and freeze every few minutes, for as long as this is awaited."""
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
