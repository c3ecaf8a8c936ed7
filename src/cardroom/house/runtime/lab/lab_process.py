"""The lab at work beside the house, in a process of its own: counting never holds up a table."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import msgspec
import platformdirs

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.games import find_game, locate_paytable
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game
from cardroom.games.paytable import PayTable
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.jackpots import Chance
from cardroom.lab.compiled_cache import keep_compiled
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.information_set import Sight, sight_of

Answer = TypeVar("Answer")
Things = TypeVarTuple("Things")

GIVES_WAY = 10  # the niceness of a worker

_CHANCES = msgspec.json.Decoder(dict[str, Chance])


class LabProcess:
    """One worker, started when it is first asked."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._starting = threading.Lock()

    def _new_pool(self) -> ProcessPoolExecutor:
        # A spawned process has none of this one's threads and locks in the middle of something.
        context = multiprocessing.get_context("spawn")
        keep_compiled()  # here: a worker is killed, and would leave its folder behind
        return ProcessPoolExecutor(1, mp_context=context, initializer=exit_with_parent)

    def _submit(self, function: Callable[[*Things], Answer], *things: *Things) -> Future[Answer]:
        """The first question starts the worker, which is put behind the tables before it has loaded anything."""
        with self._starting:
            pool, is_new = self._pool or self._new_pool(), self._pool is None
            self._pool = pool
            asked = pool.submit(function, *things)
            if is_new:
                for worker in _workers_of(pool):
                    put_behind(worker.pid)
            return asked

    async def ask(self, function: Callable[[*Things], Answer], *things: *Things) -> Answer:
        """Have a function carried out by the worker."""
        try:
            # Handed over in a thread: the first question starts a process, and no table waits for that.
            asked = await in_thread(READING, lambda: self._submit(function, *things))
            # Who no longer waits takes nothing back: a pool that ends trips over a question that was withdrawn.
            return await asyncio.shield(asyncio.wrap_future(asked))
        except BrokenProcessPool:
            self.close()  # the next question gets a new worker
            raise

    async def best(self, seen: Sight) -> str:
        """The name of the best option."""
        return await self.ask(_best, seen)

    async def warm_up(self, game: str) -> None:
        """Have a game counted and compiled before its first player waits for it."""
        await self.ask(_warm_up, game)

    def chances(self, game: Game, table: PayTable) -> Mapping[str, Chance]:
        """Exact chances of a jackpot table's lines, where games that share it have to be compared. Kept on disk."""
        if len({found.id for found, _, _ in locate_paytable(table.id)}) < 2:
            return {}
        settings = table_settings(game.id)
        parts = (__version__, rules_hash(game, settings.paytables), msgspec.json.encode(table).decode())
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        path = Path(platformdirs.user_cache_dir("cardroom")) / "chances" / f"{game.id}-{digest[:32]}.json"
        try:
            return _CHANCES.decode(path.read_bytes())
        except (OSError, msgspec.MsgspecError):
            found = self._submit(_chances, game.id, table).result()
        chances = {line: Chance(value.numerator, value.denominator) for line, value in found.items()}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(chances))
        except OSError:
            pass  # a cache is only a cache
        return chances

    def close(self) -> None:
        """The worker is ended in the middle of whatever it counts: nobody waits for the answer any more."""
        if self._pool is not None:
            workers = _workers_of(self._pool)
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in workers:
                worker.kill()


def _workers_of(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((pool._processes or {}).values())  # noqa: SLF001 - no other way before 3.14


def put_behind(process: int | None) -> None:
    """Tables come first: a worker gives way, also where the house runs before everything else on its machine."""
    if process is not None and hasattr(os, "sched_setscheduler"):
        with contextlib.suppress(OSError):  # it may have ended
            os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, process, max(GIVES_WAY, os.getpriority(os.PRIO_PROCESS, process)))


# --- in the worker ----------------------------------------------------------------------------------------------------


def exit_with_parent() -> None:
    """Signals to stop are the house's business; and when it is gone, however that happened, so is its worker."""
    if hasattr(os, "setpriority"):  # where the house could not do it
        os.setpriority(os.PRIO_PROCESS, 0, max(GIVES_WAY, os.getpriority(os.PRIO_PROCESS, 0)))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    house = multiprocessing.parent_process()
    assert house is not None

    def leave_with_it() -> None:
        house.join()
        os._exit(0)

    threading.Thread(target=leave_with_it, daemon=True).start()


def _chances(game: str, table: PayTable) -> dict[str, Fraction]:
    from cardroom.lab.jackpots.line_chances import award_chances

    return award_chances(find_game(game), table)


def _best(seen: Sight) -> str:
    from cardroom.lab.strategy.advice import advise

    return advise(seen).best.name


def _warm_up(game: str) -> None:
    """A round of it, decided by the lab; a game that it cannot count is played without it."""
    with contextlib.suppress(CardroomError):
        settings = table_settings(game)
        round_ = Round.open("warm-up", settings, settings.rules.deck.cards)
        base = settings.rules.base_wager.id
        round_.do(Bet(1, with_equal_wagers(settings, {base: settings.minimum})))
        round_.run_dealer()
        while (seen := sight_of(round_, 1)) is not None:
            round_.do(Choose(1, _best(seen)))
            round_.run_dealer()
