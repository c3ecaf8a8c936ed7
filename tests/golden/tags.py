"""What may stand in the log, by its tags: `python -m tests.golden.tags` writes `tags.txt` beside this file.

A tag is for ever, whatever the class behind it is called; so are the names of fields. Whatever changes here changes
what is recorded, or what players and spectators hear of it, and somebody has to look at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from cardroom.cards import JOKER_CODES
from cardroom.house.features.alerts.causes import AnyCause
from cardroom.house.kernel.messages import EventAtTable
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.jackpots import events as on_link
from cardroom.table import commands as t
from cardroom.table.events import RESERVED_TAGS, EventOfRound, PacketDealt

FILE = Path(__file__).with_name("tags.txt")
UNIONS: dict[str, Any] = {
    "Commands that people send": c.Sent,
    "Commands of the house itself": c.OfTheHouse,
    "Carried by AtTable": t.AnyCommand,
    "Carried by AtConsole": j.StaffPress,
    "Carried by OnBank": j.OnBank,
    "Carried by Ask": j.ByTwoPeople,
    "Carried by RaiseAlert": AnyCause,
    "Events at a table": e.TableEvent,
    "Events on a link": on_link.AnyEvent,
    "Events of the house": e.HouseEvent,
}


def _fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        is_needed = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        yield f"{field.encode_name}{'' if is_needed else '?'}{'*' if _is_public(kind, field.name) else ''}"


def _is_public(kind: type[msgspec.Struct], field: str) -> bool:
    if issubclass(kind, EventOfRound):  # a card that lies face down is its holder's
        return (kind, field) != (PacketDealt, "cards")
    return issubclass(kind, EventAtTable) and field in kind.public


def kinds(union: Any) -> list[type[msgspec.Struct]]:
    return sorted(get_args(union), key=lambda kind: kind.__struct_config__.tag)


def written() -> str:
    lines = [
        "What may stand in the log: tags and fields (“?”: may be left out). Written by `python -m tests.golden.tags`."
    ]
    for title, union in UNIONS.items():
        lines += ["", title, ""]
        lines += [f"  {kind.__struct_config__.tag}: {', '.join(_fields(kind))}".rstrip(": ") for kind in kinds(union)]
    lines += ["", "Kept for games to come", "", f"  tags of events at a table: {', '.join(RESERVED_TAGS)}"]
    lines += [f"  codes of cards: {', '.join(JOKER_CODES)}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
