"""`cardroom` as it is, but for computer players who neither think nor ask the lab: they raise the least they may.

Compiling the lab's strategies takes longer than a server lives in these tests.
"""

from __future__ import annotations

import os
import sys

from cardroom.cli import main
from cardroom.house.running import bots
from cardroom.house.running.laboratory import Laboratory
from cardroom.house.storage import ownership, store
from cardroom.table.sight import Sight


async def raise_the_least(_: Laboratory, seen: Sight) -> str:
    return seen.settings.rules.decision(seen.decision).options[1].name


async def no_warm_up(*_: object) -> None:
    return None


if __name__ == "__main__":
    Laboratory.best = raise_the_least  # type: ignore[method-assign]
    Laboratory.warm_up = no_warm_up  # type: ignore[assignment]
    ownership.LEASE = store.LEASE = float(os.environ["LEASE"])
    bots.THINKING = (0.0, 0.03)
    sys.exit(main())
