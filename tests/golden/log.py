"""A log of everything that can be recorded: `python -m tests.golden.log` writes `everything.jsonl.xz`.

It is made from the commands of `tests/guard`, and written anew when there is more that can be recorded. At a release it
is copied to `released/VERSION.jsonl.xz`, and stays there as it is for ever.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardroom.house.features.alerts.causes import HOUSE, DatabaseClockOff, LogNotSound, ServerFailed
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c

from ..guard.replay import Replay, read_chapters

FILE = Path(__file__).with_name("everything.jsonl.xz")
RELEASED = Path(__file__).with_name("released")
# What gives rise to an alert, and is nobody's command.
RARE = (LogNotSound(findings=2), DatabaseClockOff(seconds=90), ServerFailed(task="watch", error="KeyError"))


def lines() -> Iterator[dict[str, Any]]:
    """A house after another: its documents and records as they are stored, and what its books come to."""
    for chapter in read_chapters():
        replay = Replay(chapter, is_alone=True)
        yield {"house": chapter.name}
        at = chapter.steps[-1].moment
        alerts = (replay.house.do(SERVICE, c.RaiseAlert(HOUSE, cause), "", at) for cause in RARE)
        for done in (*replay.dones(), *(alerts if chapter.name == "doors" else ())):
            if done.written is not None:
                for name, body in done.documents.items():
                    yield {"document": name, "body": body.decode()}
                yield {"record": done.written.body.decode(), "hash": done.written.hash}
        yield {"books": dict(sorted(replay.house.books.items()))}


def read_houses(path: Path = FILE) -> Iterator[list[dict[str, Any]]]:
    house: list[dict[str, Any]] = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in map(json.loads, file):
            if "house" in line and house:
                yield house
                house = []
            house.append(line)
    yield house


if __name__ == "__main__":
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines())
    FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
