"""What another floor would change, key by key, before anybody asks for it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache

import msgspec

from cardroom.house.floor.plan import Floor
from cardroom.jackpots import LinkState
from cardroom.money import show_money

NOTHING = "–"


class Changed(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    STANDS = "stands"  # the running jackpot goes on otherwise than the file says, or follows it as told
    REFUSED = "refused"  # the house does not open like that


class FloorChange(msgspec.Struct, frozen=True, kw_only=True):
    """One difference of two floors: of the house, a table or a jackpot."""

    change: Changed
    of: str  # "house", "table" or "link"
    id: str = ""
    key: str = ""
    before: str = ""
    after: str = ""
    says: str = ""  # of a jackpot, as a sentence


def floor_changes(before: Floor, after: Floor, running: Mapping[str, LinkState]) -> list[FloorChange]:
    """From the floor in force to another one. What it says of jackpots is held against those in operation."""
    found = list(_changes("house", "", _without_lists(before), _without_lists(after)))
    old, new = {plan.id: plan for plan in before.tables}, {plan.id: plan for plan in after.tables}
    found += [FloorChange(change=Changed.REMOVED, of="table", id=name) for name in old if name not in new]
    found += [FloorChange(change=Changed.ADDED, of="table", id=name) for name in new if name not in old]
    for name in old.keys() & new.keys():
        found += _changes("table", name, dict(_leaves(old[name], "")), dict(_leaves(new[name], "")))
    links = {link.id for link in after.links}
    found += [FloorChange(change=Changed.ADDED, of="link", id=name) for name in sorted(links - running.keys())]
    for difference in after.differences(running):
        change = Changed.REFUSED if difference.is_refused else Changed.STANDS
        found.append(
            FloorChange(change=change, of="link", id=difference.link, key=difference.key, says=difference.text)
        )
    return sorted(found, key=lambda one: ("house table link".index(one.of), one.id))


def _without_lists(floor: Floor) -> dict[str, str]:
    return dict(_leaves(msgspec.structs.replace(floor, tables=(), links=()), ""))


def _changes(of: str, name: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[FloorChange]:
    for key in {**before, **after}:
        old, new = before.get(key, NOTHING), after.get(key, NOTHING)
        if old != new:
            yield FloorChange(change=Changed.CHANGED, of=of, id=name, key=key, before=old, after=new)


def _leaves(value: object, place: str, *, is_money: bool = False) -> Iterator[tuple[str, str]]:
    """Every value that a floor is made of, by its place in it; the settings of a table are its own keys."""
    match value:
        case msgspec.Struct():
            kinds = _annotations(type(value))
            for name in value.__struct_fields__:
                inner = "" if name == "settings" else name
                below = ".".join(filter(None, (place, inner)))
                yield from _leaves(getattr(value, name), below, is_money="Money" in kinds.get(name, ""))
        case Mapping():
            for key, one in value.items():
                yield from _leaves(one, f"{place}.{key}", is_money=is_money)
        case str():
            yield place, value
        case Sequence():
            if any(isinstance(one, msgspec.Struct) for one in value):
                for number, one in enumerate(value, 1):
                    yield from _leaves(one, f"{place}.{number}")
            else:
                yield place, ", ".join(map(str, value)) or NOTHING
        case None:
            yield place, NOTHING
        case bool():
            yield place, "yes" if value else "no"
        case int() if is_money:
            yield place, show_money(value)
        case _:
            yield place, str(value)


@cache
def _annotations(kind: type) -> dict[str, str]:
    """As they are written: an amount is an integer like any other, but for its name."""
    bases = reversed(kind.__mro__)
    return {name: str(written) for base in bases for name, written in inspect.get_annotations(base).items()}
