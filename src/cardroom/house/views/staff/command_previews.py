"""What a command would do, before it is done: the money that would move, what else would happen, or why it would not.

One rehearsal serves every command that people of the staff give. Nothing of it stays, and nothing in it is told that
only cards decide which nobody has seen: what the dealer does next is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.engine.house import House
from cardroom.house.engine.money_movements import Moved, money_moved
from cardroom.house.engine.permissions import MATRIX, may
from cardroom.house.engine.significant_event_text import event_in_words
from cardroom.house.features.jackpot_changes.handlers import ForeseenChange, foreseen_change
from cardroom.house.floor.display_names import game_at
from cardroom.house.kernel.people import STAFF, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log.record_formats import FORMAT
from cardroom.house.log.records import AnyPart, LinkPart, Record, TablePart
from cardroom.house.views.table_frames import as_seat
from cardroom.house.views.transcript import in_words
from cardroom.jackpots.text.names import jackpot_name
from cardroom.jackpots.text.transcript import event_in_words as tell_jackpot
from cardroom.table import commands as t

ANOTHER = "another person"  # whoever swipes a card, before it is known who that is
_TABLE = re.compile(r"[Tt]able ([\w-]+)")
_BY_RANK = (Role.SUPERVISOR, Role.EXECUTIVE, *sorted(STAFF - {Role.SUPERVISOR, Role.EXECUTIVE}))


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would do if it were given now."""

    refusal: str  # as a sentence; "" where it would be done
    code: str  # of the refusal
    needs_card: bool  # of somebody else: the role of whoever asks does not give it
    money: tuple[Moved, ...]  # by account
    words: tuple[str, ...]  # what happens besides, a sentence each
    change: ForeseenChange | None = None  # of a jackpot, where it is asked for by somebody who may


def preview(house: House, asker: Person, command: c.Sent, at: datetime, *, with_card: bool = False) -> Preview:
    """For a person of the staff, who may do it or, `with_card`, have it done by somebody else's card."""
    if asker.role not in STAFF:
        raise CardroomError("not-allowed", "This is for the staff of the house.")
    _require_no_cards(command)
    needs_card = not may(asker.role, command.permission)
    person, done = (asker, command) if not (needs_card or with_card) else _lent(asker, command)
    work = house.rehearse(person, done, at)
    refused = work if isinstance(work, CardroomError) else work.error
    if isinstance(work, CardroomError) or refused is not None:
        assert refused is not None
        return Preview(refusal=refused.message, code=refused.code, needs_card=needs_card, money=(), words=())
    record = Record(
        format=FORMAT, version=__version__, position=house.position + 1, at=at, day=work.day, by=person.id,
        role=person.role, key="", command=done, parts=work.made_parts(), previous=house.head,
    )  # fmt: skip
    return Preview(
        refusal="",
        code="",
        needs_card=needs_card,
        money=money_moved(house, record.parts),
        words=tuple(words for part in record.parts for words in _told(house, part, record)),
        change=foreseen_change(house, command, asker.id, at)
        if isinstance(command, c.AskChange) and not needs_card
        else None,
    )


def _require_no_cards(command: c.Sent) -> None:
    """What comes of the next card is seen when it lies there."""
    deals = isinstance(command, c.BeginRound | c.PaySeat) or (
        isinstance(command, c.AtTable) and isinstance(command.command, t.Act | t.Bet | t.Choose)
    )
    if deals:
        raise CardroomError("not-foretold", "What the cards bring is seen when they are dealt: this has no preview.")


def _lent(asker: Person, command: c.Sent) -> tuple[Person, c.Lent]:
    """By somebody else's card, whoever that may be."""
    allowed = MATRIX[command.permission]
    role = next((role for role in _BY_RANK if role in allowed), None)
    if role is None:
        raise CardroomError("not-allowed", "Nobody of the staff may do this.")
    return Person(ANOTHER, ANOTHER, role), c.Lent(to=asker.id, command=command)


def _told(house: House, part: AnyPart, record: Record) -> Iterator[str]:
    """As anyone may see it; what is the staff's business as the list of significant events has it."""
    table = house.tables.get(part.table) if isinstance(part, TablePart) else None
    game = _game(house, table.id) if table is not None else None
    round_id = "" if table is None else table.round_id
    for event in part.events:
        match part:
            case TablePart():
                words = "".join(in_words(seen, game) for seen in as_seat(None, (event,)))  # type: ignore[arg-type]
            case LinkPart():
                words = f"{jackpot_name(part.link)}: {tell_jackpot(event)}"  # type: ignore[arg-type]
            case _:
                words = ""
        if told := words or event_in_words(part, event, record, round_id):
            yield _with_titles(house, told)


def _with_titles(house: House, words: str) -> str:
    """The log names a table by its id; whoever asks what a command would do knows it by its title."""

    def titled(found: re.Match[str]) -> str:
        table = house.tables.get(found[1])
        return table.title if table is not None else found[0]

    return _TABLE.sub(titled, words)


def _game(house: House, table_id: str) -> Game | None:
    """Of the round at a table, if its rules are at hand."""
    table = house.tables.get(table_id)
    if table is None:
        return None
    settings = table.plan.settings if table.round is None else table.round.state.settings
    return game_at(table.plan, settings) if is_known(settings.game) else None
