"""Work in parts, on all cores, telling how much is done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import cpu_count
from typing import Generic, TypeVar

from cardroom.lab.solvers.protocol import Progress

Found = TypeVar("Found")

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


class Once(Generic[Found]):
    """Work that is done when it is first asked for, and kept."""

    def __init__(self, work: Callable[[Progress], Found]) -> None:
        self._work, self._found = work, list[Found]()

    @property
    def is_done(self) -> bool:
        return bool(self._found)

    def __call__(self, progress: Progress = lambda _: None) -> Found:
        if not self._found:
            self._found.append(self._work(progress))
        return self._found[0]
