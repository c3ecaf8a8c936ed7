"""`cardroom` as it is, but for what a browser test wishes: decks of its own choice, one round at a table, no waiting.

The wishes are the first argument, as JSON: `seeds` of the first rounds, and whether tables play only `once`, so that a
settled round stays on the felt.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from cardroom.cli import main, server
from cardroom.house.core.house import House
from cardroom.house.core.tables import LiveTable
from cardroom.house.running import bots, clocks, service
from cardroom.house.running.laboratory import Laboratory
from cardroom.house.running.starting import drawn_seed, open_house_from
from cardroom.house.storage.store import Store


def house_with_seeds(seeds: list[str]) -> Callable[[Store], House]:
    chosen = map(bytes.fromhex, seeds)
    return lambda store: open_house_from(store, lambda round_id: next(chosen, None) or drawn_seed(round_id))


class OneRound(clocks.Clocks):
    def _waiting(self, table: LiveTable) -> clocks.Waiting:
        waiting = super()._waiting(table)
        return clocks.NOTHING if waiting[0] == clocks.PAUSE and table.round_id else waiting


async def raise_the_least(*_: object) -> int:
    return 1


async def no_warm_up(*_: object) -> None:
    return None


if __name__ == "__main__":
    wishes: dict[str, Any] = json.loads(sys.argv.pop(1))
    server.open_house_from = house_with_seeds(wishes["seeds"])  # type: ignore[assignment]
    if wishes["once"]:
        service.Clocks = OneRound  # type: ignore[misc]
    clocks.EVERYONE_HAS_BET = 0.2
    Laboratory.best = raise_the_least  # type: ignore[assignment]
    Laboratory.warm_up = no_warm_up  # type: ignore[assignment]
    bots.THINKING = (0.0, 0.05)
    sys.exit(main())
