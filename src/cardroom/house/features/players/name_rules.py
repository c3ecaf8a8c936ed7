"""A name of one's own: short, readable, and nobody's of the house."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.players.messages import PersonRenamed, SetName
from cardroom.house.features.tables.messages import SeatRenamed
from cardroom.house.kernel.confusables import alphabets, is_foul, normalized, plain_word_set, skeleton
from cardroom.house.kernel.people import PLAYERS, SERVICE, Role

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

SHORTEST, LONGEST = 2, 20
_WRITTEN = re.compile(r"[^\W_]([^\W_]|[ .'’-])*")
OF_THE_HOUSE = (
    "dealer", "house", "computer", "cardroom", "host", "staff", "admin", "administrator", "moderator", "manager",
    "official", "croupier", "pit boss", "system", "support", *(role for role in Role if role not in PLAYERS),
)  # fmt: skip
LONG = 6  # letters of a word that nobody has in a name by chance


def set_name(work: UnitOfWork, command: SetName) -> None:
    """Everyone at one's tables sees it from now on."""
    name = normalized(command.name)
    _verify(work, name)
    person = work.by.id
    for table in work.house.tables.values():
        if person in (table.host, *table.people().values()):
            require_unlike_others(work.house, table, person, name)
    work.in_house(PersonRenamed(person=person, name=name))
    for table in work.house.tables.values():
        for seat, sitter in table.seats.items():
            if sitter.person == person:
                work.at_table(table, SeatRenamed(seat=seat, name=name))
                break


def require_unlike_others(house: House, table: LiveTable, person: str, name: str) -> None:
    """Among friends nobody passes for another who sits there, or for the host."""
    if not table.plan.is_private:
        return
    others = {sitter.person: sitter.name for sitter in table.seats.values()}
    if (host := house.people.get(table.host or "")) is not None:
        others[host.id] = host.name
    taken = next((one for who, one in others.items() if who != person and skeleton(one) == skeleton(name)), None)
    if taken is not None:
        raise CardroomError("name-taken", f"Somebody at this table is called {taken}; choose another name of your own.")


def _verify(work: UnitOfWork, name: str) -> None:
    if not SHORTEST <= len(name) <= LONGEST:
        raise CardroomError("bad-name", f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}.")
    written = alphabets(name)
    if not _WRITTEN.fullmatch(name) or "" in written:
        raise CardroomError(
            "bad-name", "A name has letters and digits, and blanks, dots, dashes or apostrophes between."
        )
    if len(written) > 1:
        raise CardroomError("bad-name", "Write a name in one alphabet, so that everyone reads the same.")
    if is_foul(name):
        raise CardroomError("bad-name", "Choose a name that everyone at a table likes to read.")
    house = work.house
    people = [one.name for one in house.people.values() if one.role not in PLAYERS]
    if resembles_house_name(name, (house.floor.name, SERVICE.name, *people)):
        raise CardroomError("bad-name", "That looks like somebody of the house; choose another name.")


def resembles_house_name(name: str, people: tuple[str, ...]) -> bool:
    """Whether a name looks like one of these, or like what the house and its people are called.

    >>> [resembles_house_name(name, ("Ada Brandt",)) for name in ("DeaIer 7", "TheHouse", "D e a l e r", "Ada 8randt")]
    [True, True, True, True]
    >>> [resembles_house_name(name, ("Ada Brandt",)) for name in ("Ghost", "Stafford", "Ada", "Whitehouse")]
    [False, False, False, False]
    """
    plain = {skeleton(name), skeleton(name.strip("0123456789 .-"))}
    words = plain_word_set(name)
    named = {skeleton(one) for one in people}
    titles = {skeleton(title) for title in OF_THE_HOUSE}
    return (
        bool(plain & (named | titles))
        or not titles.isdisjoint(words)
        or any(title in word for title in titles if len(title) >= LONG for word in words)
        or any(one in whole for one in named if len(one) > LONG for whole in plain)
    )
