"""Work in parts, on all cores, telling how much is done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import cpu_count
from typing import TypeVar

Found = TypeVar("Found")
Progress = Callable[[float], None]  # is told the share of the work that is done

CHUNKS = 32
WORKERS = min(cpu_count() or 1, 4)


def chunks_of(size: int) -> list[tuple[int, int]]:
    """A range in parts, each from its begin to its end."""
    return list(pairwise([size * part // CHUNKS for part in range(CHUNKS + 1)]))


def in_chunks(work: Callable[[int, int], Found], size: int, progress: Progress) -> list[Found]:
    """What the work finds in each part of a range."""
    found = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for part in pool.map(work, *zip(*chunks_of(size), strict=True)):
            found.append(part)
            progress(len(found) / CHUNKS)
    return found


def share_of(progress: Progress, begin: float, end: float) -> Progress:
    """The progress of a part of the work."""
    return lambda share: progress(begin + share * (end - begin))
