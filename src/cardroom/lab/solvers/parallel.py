"""Work split over the cores; the kernels release the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TypeVar

Part = TypeVar("Part")

CHUNK = 256


def in_threads(work: Callable[[int, int], Part], size: int) -> list[Part]:
    """Do stretches of a range at a time."""
    workers = cpu_count() or 1
    bounds = [size * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, bounds[:-1], bounds[1:]))


def in_chunks(work: Callable[[slice], object], size: int) -> None:
    """Do a few items of a long list at a time, whoever of the cores is free."""
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        list(pool.map(work, (slice(start, start + CHUNK) for start in range(0, size, CHUNK))))
