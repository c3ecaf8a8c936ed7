"""The same blocks on a Dask cluster. `distributed` is an optional extra."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from cardroom.errors import CardroomError
from cardroom.lab.solvers.protocol import SimulatorLoop, Tally

Progress = Callable[[int], None]  # is told the rounds of each part that is done

PATIENCE = 5  # seconds until a cluster that does not answer is given up
TASKS = 512  # enough to keep a few hundred cores busy to the end

_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:\[(?P<six>[0-9a-fA-F:]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})")


def check_cluster(address: str) -> None:
    """Refuse an address where nothing listens, before any work is done for it."""
    match = _ADDRESS.fullmatch(address.strip())
    if match is None:
        raise _no_answer(address)
    try:
        socket.create_connection((match["six"] or match["host"], int(match["port"])), timeout=PATIENCE).close()
    except (OSError, OverflowError):
        raise _no_answer(address) from None


def _no_answer(address: str) -> CardroomError:
    return CardroomError(
        "no-cluster", f"No Dask cluster answers at {address}; give a scheduler's address like tcp://host:8786."
    )


def play_on_cluster(loop: SimulatorLoop, rounds: int, seed: int, address: str, progress: Progress) -> Tally:
    try:
        import distributed
    except ImportError:
        raise CardroomError(
            "no-dask", "A cluster needs the package distributed: install it with `pip install 'cardroom[cluster]'`."
        ) from None
    check_cluster(address)
    client = _connect(distributed, address)
    try:
        return _play(distributed, client, loop, rounds, seed, progress)
    except CardroomError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise CardroomError("cluster-failed", f"The cluster at {address} gave up: {reason}") from error
    finally:
        client.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """The library's own log of failed attempts is held back: one clear sentence says it."""
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)


def _connect(distributed: Any, address: str) -> Any:
    with _quiet():
        try:
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:
            raise _no_answer(address) from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except Exception as error:
        client.close()
        raise CardroomError("no-cluster-workers", f"The Dask cluster at {address} has no workers.") from error
    return client


def _play(distributed: Any, client: Any, loop: SimulatorLoop, rounds: int, seed: int, progress: Progress) -> Tally:
    from cardroom.lab.simulation.runner import add_tally, blocks_of, play_blocks, rounds_in

    blocks = blocks_of(rounds)
    bounds = sorted({blocks * part // TASKS for part in range(TASKS + 1)})
    sent = client.scatter(loop, broadcast=True, hash=False)
    tasks = {
        client.submit(play_blocks, sent, rounds, seed, first, last, pure=False): (first, last)
        for first, last in pairwise(bounds)
    }
    total: Tally = {}
    for task, part in distributed.as_completed(tasks, loop=client.loop, with_results=True):
        # What comes from another process may be read-only.
        add_tally(total, {name: counts.copy() for name, counts in part.items()})
        first, last = tasks[task]
        progress(sum(rounds_in(block, rounds) for block in range(first, last)))
    return total
