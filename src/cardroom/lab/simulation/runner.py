"""Running a simulation: fixed blocks of rounds, each with its own seed, on threads or on a Dask cluster.

A block is the same wherever it is played and all counts are whole numbers, so the result does not depend on how many
threads, processes or machines share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from os import cpu_count
from threading import Event, Lock

from cardroom.errors import CardroomError
from cardroom.lab.simulation.estimates import SimulationResult, make_result
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.protocol import Policy, SimulatorLoop, Solved, Tally
from cardroom.table import TableSettings

BLOCK = 1 << 18  # rounds
Progress = Callable[[int], None]  # told how many rounds have been played since it was last told


def simulate(
    settings: TableSettings,
    rounds: int,
    seed: int = 1,
    policy: Policy | None = None,
    seats: int = 1,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play so many rounds at a table of so many seats, all by the same policy (the best one unless told)."""
    if rounds < 1:
        raise CardroomError("no-rounds", "Simulate at least one round.")
    if not 0 <= seed < 1 << 64:
        raise CardroomError("bad-seed", "A seed is a whole number from 0 to 2^64 - 1.")
    if workers is not None and workers < 1:
        raise CardroomError("no-workers", "At least one worker is needed.")
    solved = solve(settings)
    policy = policy or solved.best_policy
    loop = make_loop(solved, policy, seats)
    told = progress or (lambda _: None)
    if cluster is None:
        tally = _on_threads(loop, rounds, seed, workers or cpu_count() or 1, told)
    else:
        from cardroom.lab.simulation.dask_cluster import play_on_cluster

        tally = play_on_cluster(loop, rounds, seed, cluster, told)
    return make_result(solved, policy, loop, tally, rounds=rounds, seed=seed)


def make_loop(solved: Solved, policy: Policy, seats: int) -> SimulatorLoop:
    """The loop of a game, for a table that it seats."""
    if not 1 <= seats <= solved.game.seats:
        raise CardroomError("bad-seats", f"{solved.game.name} seats 1 to {solved.game.seats} players, not {seats}.")
    return solved.simulator_loop(policy, seats)


def blocks_of(rounds: int) -> int:
    return -(-rounds // BLOCK)


def rounds_in(block: int, rounds: int) -> int:
    """All blocks are full but for the last."""
    return min(BLOCK, rounds - block * BLOCK)


def add_tally(total: Tally, part: Tally) -> Tally:
    """Add a part to a total in place; an empty total becomes the part."""
    for name, counts in part.items():
        if name in total:
            total[name] += counts
        else:
            total[name] = counts
    return total


def play_blocks(loop: SimulatorLoop, rounds: int, seed: int, first: int, last: int) -> Tally:
    """The blocks from `first` up to, not including, `last`."""
    total: Tally = {}
    for block in range(first, last):
        add_tally(total, loop.play(rounds_in(block, rounds), seed, block))
    return total


def _on_threads(loop: SimulatorLoop, rounds: int, seed: int, workers: int, progress: Progress) -> Tally:
    """Each thread takes the next block that no one has; the kernels release the interpreter."""
    numbers: Iterator[int] = count()
    lock, stop = Lock(), Event()
    blocks = blocks_of(rounds)

    def work() -> Tally:
        total: Tally = {}
        while not stop.is_set():
            with lock:
                block = next(numbers)
            if block >= blocks:
                break
            add_tally(total, loop.play(rounds_in(block, rounds), seed, block))
            with lock:
                progress(rounds_in(block, rounds))
        return total

    total: Tally = {}
    with ThreadPoolExecutor(min(workers, blocks)) as pool:
        try:
            for part in [pool.submit(work) for _ in range(min(workers, blocks))]:
                add_tally(total, part.result())
        except BaseException:
            stop.set()
            raise
    return total
