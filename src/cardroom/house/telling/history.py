"""Rounds that are over, read from the store.

The seat a person held in a round decides what that person may see of it, then and later, whoever sits there now.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.model import Deck
from cardroom.house.core import events as e
from cardroom.house.core.documents import Documents
from cardroom.house.core.indexing import PlayedRow, RoundRow
from cardroom.house.core.past_decks import past_deck, under_other_rules
from cardroom.house.core.records import Record, TablePart, table_stream
from cardroom.house.storage.reader import Reader
from cardroom.house.storage.store import Store
from cardroom.house.telling.views import as_seat
from cardroom.money import Money
from cardroom.table import TableSettings
from cardroom.table.commands import Seat
from cardroom.table.events import Event as OfRound
from cardroom.table.events import RoundOpened
from cardroom.table.transcript import tell
from cardroom.table.view import unsealed

PAGE = 100  # rounds of a person


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round from one person's seat."""

    round_id: str
    position: int  # in the log: what comes before it is asked for by this
    table: str
    at: datetime
    seat: Seat
    staked: Money = 0
    net: Money = 0  # jackpot awards are not in it
    jackpots: Money = 0
    is_void: bool = False
    is_over: bool = False


class Line(msgspec.Struct, frozen=True):
    text: str
    cite: str


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round as one of its people may see it; the seed proves the shuffle."""

    round_id: str
    table: str
    game: str
    rules_hash: str
    began: datetime
    your_seat: Seat | None
    commitment: str
    seed: str
    deck: Deck  # as it was before the shuffle
    events: tuple[e.TableEvent, ...]
    lines: tuple[Line, ...]


def rounds_of(store: Store, person: str, before: int | None = None, most: int = PAGE) -> list[PlayedRound]:
    """Finished rounds of a person, the last one first; earlier than the one at a position."""
    with store.reading() as reader:
        return [_played(row) for row in reader.played(person, most, before)]


def _played(row: PlayedRow) -> PlayedRound:
    return PlayedRound(
        round_id=row.round_id,
        position=row.position,
        table=row.table_id,
        at=datetime.fromisoformat(row.at),
        seat=row.seat,
        staked=row.staked,
        net=row.net,
        jackpots=row.jackpots,
        is_void=row.is_void,
        is_over=row.is_over,
    )


def past_round(store: Store, documents: Documents, round_id: str, person: str, *, is_staff: bool) -> PastRound:
    """Nothing is told of a round in progress. Hands never shown stay hidden, but for staff who had no hand in it."""
    with store.reading() as reader:
        row = reader.row(RoundRow, round_id=round_id) if round_id.isprintable() else None
        if row is None:
            raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
        played = reader.row(PlayedRow, person=person, round_id=round_id)
        if played is None and not is_staff:
            raise CardroomError("not-your-round", f"You had no hand in round {round_id}.")
        if not row.last:
            raise CardroomError("round-in-play", f"Round {round_id} is still being played.")
        began, events = _story(reader, row, documents)
    seat = played.seat if played else None
    seen = events if is_staff and seat is None else as_seat(seat, events)
    opened = next(event for event in events if isinstance(event, RoundOpened))
    settings = documents.get(opened.settings, TableSettings)
    return PastRound(
        round_id=round_id,
        table=row.table_id,
        game=settings.game,
        rules_hash=opened.rules_hash,
        began=began.at,
        your_seat=seat,
        commitment=next(event.commitment for event in events if isinstance(event, e.RoundBegan)),
        seed=row.seed,
        deck=settings.rules.deck,
        events=seen,
        lines=tuple(Line(tell(event, settings.rules), event.cite) for event in seen if isinstance(event, OfRound)),
    )


def _story(reader: Reader, row: RoundRow, documents: Documents) -> tuple[Record, tuple[e.TableEvent, ...]]:
    """The record that a round began with, and its events; people come and go meanwhile, which is not of the round."""
    records = list(reader.of_stream(table_stream(row.table_id), row.first - 1, row.last))
    parts = [part for record in records for part in record.parts]
    events = [
        event
        for part in parts
        if isinstance(part, TablePart) and part.table == row.table_id
        for event in part.events
        if isinstance(event, OfRound | e.RoundBegan | e.PayoutCapped | e.SeedRevealed)
    ]
    opened = next(event for event in events if isinstance(event, RoundOpened))
    deck = past_deck(documents.get(opened.settings, TableSettings), opened, events, row.seed)
    if deck is None:
        raise under_other_rules(row.round_id)
    return records[0], tuple(unsealed(event, deck) if isinstance(event, OfRound) else event for event in events)
