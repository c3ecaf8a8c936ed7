"""Work split over the cores; the kernels release the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TypeVar

Part = TypeVar("Part")


def in_threads(work: Callable[[int, int], Part], size: int) -> list[Part]:
    """Do stretches of a range at a time."""
    workers = cpu_count() or 1
    bounds = [size * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, bounds[:-1], bounds[1:]))
