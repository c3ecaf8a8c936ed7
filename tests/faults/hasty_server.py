"""`cardroom` as it is, but for computer players who neither think nor ask the lab: they raise the least they may.

Compiling the lab's strategies takes longer than a server lives in these tests.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from cardroom.cli import main
from cardroom.cli.house import server_lifecycle as cli_server
from cardroom.house.runtime import computer_players, standby
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.storage import log_ownership, store
from cardroom.table.information_set import Sight


async def raise_the_least(_: LabProcess, seen: Sight) -> str:
    return seen.settings.rules.decision(seen.decision).options[1].name


async def no_warm_up(*_: object) -> None:
    return None


def slowly(work: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    def slow(*args: Any, **options: Any) -> Any:
        sys.stdout.write("is slow\n")
        sys.stdout.flush()
        time.sleep(seconds)
        return work(*args, **options)

    return slow


if __name__ == "__main__":
    if slow := float(os.environ.get("SLOW", "0")):  # from taking the log to opening the house, as on a busy machine
        standby.take_over_log = slowly(standby.take_over_log, slow / 2)  # type: ignore[attr-defined]
        cli_server.require_floor = slowly(cli_server.require_floor, slow / 2)  # type: ignore[attr-defined]
    LabProcess.best = raise_the_least  # type: ignore[method-assign]
    LabProcess.warm_up = no_warm_up  # type: ignore[assignment]
    log_ownership.LEASE = store.LEASE = float(os.environ["LEASE"])  # type: ignore[attr-defined]
    computer_players.THINKING = (0.0, 0.03)
    sys.exit(main())
