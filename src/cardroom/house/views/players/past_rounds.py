"""Rounds that are over, read from the store.

The seat a person held in a round decides what that person may see of it, then and later, whoever sits there now.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import COMMUNITY, DEALER, Deck, Game
from cardroom.house.engine.house import House
from cardroom.house.engine.past_decks import past_deck, under_other_rules, with_lost_key
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.rounds.rows import PlayedRow, RoundRow
from cardroom.house.floor import TablePlan
from cardroom.house.floor.display_names import game_at, round_title
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart, table_stream
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.play_history import last_played, later_in_rounds_of, rounds_played
from cardroom.house.storage.store import Store
from cardroom.house.views.players.felt import Layout, layout, rules_with_jackpots
from cardroom.house.views.players.past_table_names import title_of, titles_of
from cardroom.house.views.table_frames import SeatExtra, as_seat
from cardroom.house.views.transcript import in_words, line_of
from cardroom.money import Money
from cardroom.table import TableSettings
from cardroom.table.commands import Seat
from cardroom.table.event_visibility import unsealed
from cardroom.table.events import CardExposed, DealerRevealed, EventOfRound, PacketDealt, RoundOpened
from cardroom.table.text.rulebook import RulesDocument
from cardroom.table.text.spoken_hands import SpokenAt, spoken_along
from cardroom.table.text.transcript_lines import TranscriptLine, lines

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
    corrected: Money = 0  # what later corrections have given, or taken; not in the net
    title: str  # as people read it
    table_title: str


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round as one of its people may see it; the seed proves the shuffle."""

    round_id: str
    title: str  # as people read it
    table: str
    game: str
    rules_hash: str
    began: datetime
    your_seat: Seat | None
    commitment: str
    seed: str
    deck: Deck  # as it was before the shuffle
    events: tuple[e.TableEvent, ...]
    lines: tuple[TranscriptLine, ...]
    corrections: tuple[str, ...] = ()  # made after it was settled, of one's own seat
    spoken: tuple[SpokenAt, ...] = ()  # of the hands; places are among the events of the round itself
    extras: tuple[SeatExtra, ...] = ()  # what it brought besides


class ShownRound(PastRound, frozen=True, kw_only=True):
    """With the felt that it was played on."""

    layout: Layout
    rules: RulesDocument


class Sieve(msgspec.Struct, frozen=True, kw_only=True):
    """Which of a person's rounds are wanted."""

    tables: tuple[str, ...] | None = None  # None: at any
    result: Literal["won", "lost", "even"] | None = None  # jackpots and corrections are in it
    with_jackpots: bool = False


ALL = Sieve()


def rounds_of(
    store: Store, house: House, person: str, before: int | None = None, most: int = PAGE, sieve: Sieve = ALL
) -> list[PlayedRound]:
    """Finished rounds of a person, the last one first; earlier than the one at a position."""
    with store.reading() as reader:
        corrected: dict[str, Money] = {}
        for event in _corrections(later_in_rounds_of(reader, person)):
            if event.person == person:
                corrected[event.round_id] = corrected.get(event.round_id, 0) + event.more
        rows = rounds_played(
            reader,
            person,
            most,
            before,
            tables=sieve.tables,
            result=sieve.result,
            with_jackpots=sieve.with_jackpots,
            corrected=corrected,
        )
        titles = titles_of(reader, house, (row.table_id for row in rows))
    return [_played(row, titles[row.table_id], corrected.get(row.round_id, 0)) for row in rows]


def tables_of_game(store: Store, house: House, person: str, game: str) -> tuple[str, ...]:
    """Where a person may have played a game: tables that stand, and those that have ended since, like a friend's."""
    standing = tuple(table.id for table in house.tables.values() if table.plan.settings.game == game)
    with store.reading() as reader:
        ended = tuple(
            table
            for table, at in last_played(reader, person).items()
            if table not in house.tables
            and any(_game_of(record, table, house.documents) == game for record in reader.at([at]))
        )
    return (*standing, *ended)


def _game_of(record: Record, table: str, documents: Documents) -> str:
    """That a round was of which began with this record."""
    parts = (part for part in record.parts if isinstance(part, TablePart) and part.table == table)
    opened = (event for part in parts for event in part.events if isinstance(event, RoundOpened))
    return next((documents.get(event.settings, TableSettings).game for event in opened), "")


def _corrections(later: Iterable[LaterRow]) -> list[e.RoundCorrected]:
    kind = e.RoundCorrected | e.RoundPrinted
    found = (msgspec.json.decode(row.body, type=kind) for row in later)
    return [event for event in found if isinstance(event, e.RoundCorrected)]


def _played(row: PlayedRow, table_title: str, corrected: Money) -> PlayedRound:
    return PlayedRound(
        round_id=row.round_id,
        title=round_title(table_title, row.table_id, row.round_id),
        table_title=table_title,
        position=row.position,
        table=row.table_id,
        at=datetime.fromisoformat(row.at),
        seat=row.seat,
        staked=row.staked,
        net=row.net,
        jackpots=row.jackpots,
        is_void=row.is_void,
        is_over=row.is_over,
        corrected=corrected,
    )


def past_round(store: Store, house: House, round_id: str, person: str, *, is_staff: bool) -> PastRound:
    """Nothing is told of a round in progress. Hands never shown stay hidden, but for staff who had no hand in it."""
    with store.reading() as reader:
        row = reader.row(RoundRow, round_id=round_id) if round_id.isprintable() else None
        if row is None:
            raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
        played = reader.row(PlayedRow, person=person, round_id=round_id)
        if played is None and not is_staff:
            raise CardroomError("not-your-round", f"You had no hand in round {round_id}.")
        told = _whole(reader, row, house)
    seat = played.seat if played else None
    return _seen(told, house, seat, told.events if is_staff and seat is None else as_seat(seat, told.events))


def shared_round(store: Store, house: House, round_id: str, seat: Seat) -> PastRound:
    """A finished round as the player at a seat saw it, for whoever has been given a link to it."""
    with store.reading() as reader:
        row = reader.row(RoundRow, round_id=round_id)
        if row is None:
            raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
        told = _whole(reader, row, house)
    return _seen(told, house, seat, as_seat(seat, told.events), who=f"Seat {seat}")  # another person looks


def shown(house: House, past: PastRound) -> ShownRound:
    """By the settings of the round itself, for its table may be gone; one that stands gives its name and jackpots."""
    opened = next(event for event in past.events if isinstance(event, RoundOpened))
    settings = house.documents.get(opened.settings, TableSettings)
    plan = TablePlan(id=past.table, name=past.table, settings=settings)
    table = house.tables.get(past.table)
    if table is not None and table.plan.settings.game == settings.game:
        plan = msgspec.structs.replace(table.plan, settings=settings)
    told = {name: getattr(past, name) for name in past.__struct_fields__}
    return ShownRound(**told, layout=layout(plan, house.floor.chips_of(plan)), rules=rules_with_jackpots(plan))


class WholeRound(msgspec.Struct, frozen=True):
    """A finished round whole, as the house knows it."""

    row: RoundRow
    title: str  # of its table
    began: Record
    events: tuple[e.TableEvent, ...]
    corrections: tuple[e.RoundCorrected, ...]
    extras: tuple[SeatExtra, ...]


def whole_rounds(store: Store, house: House, rounds: Iterable[str]) -> dict[str, WholeRound]:
    """Those among them whose rules are at hand."""
    found = {}
    with store.reading() as reader:
        for round_id in rounds:
            row = reader.row(RoundRow, round_id=round_id)
            with contextlib.suppress(CardroomError):
                if row is not None:
                    found[round_id] = _whole(reader, row, house)
    return found


class CardsSeen(msgspec.Struct, frozen=True):
    own: tuple[Card, ...]
    of_the_table: dict[str, tuple[Card, ...]]  # by holder: the dealer's, the community's


def cards_seen(told: WholeRound, seat: Seat) -> CardsSeen:
    """The cards of a round that its player at a seat has seen, but for other players'."""
    own: list[Card] = []
    others: dict[str, list[Card]] = {}
    for event in as_seat(seat, told.events):
        match event:
            case PacketDealt():
                seen = event.up if event.cards is None else event.cards
                if event.to == seat:
                    own += seen
                elif isinstance(event.to, str):
                    others.setdefault(event.to, []).extend(seen)
            case CardExposed():
                others.setdefault(COMMUNITY, []).append(event.card)
            case DealerRevealed():
                others[DEALER] = list(event.cards)
            case _:
                pass
    return CardsSeen(tuple(own), {holder: tuple(cards) for holder, cards in others.items() if cards})


def from_seat(told: WholeRound, house: House, seat: Seat) -> PastRound:
    return _seen(told, house, seat, as_seat(seat, told.events))


def _whole(reader: Reader, row: RoundRow, house: House) -> WholeRound:
    if not row.last:
        raise CardroomError("round-in-play", f"Round {row.round_id} is still being played.")
    began, events = _story(reader, row, house.documents)
    corrections, extras = _corrections(reader.later([row.round_id])), _extras(reader, row, events)
    return WholeRound(row, title_of(reader, house, row.table_id), began, events, tuple(corrections), tuple(extras))


def _extras(reader: Reader, row: RoundRow, events: tuple[e.TableEvent, ...]) -> Iterator[SeatExtra]:
    kept = {event.seat: event.won - event.cap for event in events if isinstance(event, e.PayoutCapped)}
    promoted = Counter[Seat]()
    for event in events:
        if isinstance(event, e.PromotionAwarded):
            promoted[event.seat] += event.amount
    for played in sorted(reader.players_of([row.round_id]), key=lambda one: one.seat):
        if played.jackpots or played.seat in kept or played.seat in promoted:
            yield SeatExtra(
                round_id=row.round_id,
                seat=played.seat,
                jackpots=played.jackpots,
                kept=kept.get(played.seat, 0),
                promotions=promoted[played.seat],
            )


def settings_of(told: WholeRound, documents: Documents) -> tuple[RoundOpened, TableSettings]:
    opened = next(event for event in told.events if isinstance(event, RoundOpened))
    return opened, documents.get(opened.settings, TableSettings)


def _seen(
    told: WholeRound, house: House, seat: Seat | None, seen: tuple[e.TableEvent, ...], who: str = "You"
) -> PastRound:
    row, events = told.row, told.events
    opened, settings = settings_of(told, house.documents)
    table = house.tables.get(row.table_id)
    game = game_at(None if table is None else table.plan, settings)
    of_round = [event for event in seen if isinstance(event, EventOfRound)]
    return PastRound(
        round_id=row.round_id,
        title=round_title(told.title, row.table_id, row.round_id),
        table=row.table_id,
        game=settings.game,
        rules_hash=opened.rules_hash,
        began=told.began.at,
        your_seat=seat,
        commitment=next(event.commitment for event in events if isinstance(event, e.RoundBegan)),
        seed=row.seed,
        deck=settings.rules.deck,
        events=seen,
        spoken=spoken_along(settings, of_round, seat, who),
        lines=(*lines(settings, of_round, game), *_promoted(events, game)),
        corrections=tuple(in_words(event, game) for event in told.corrections if seat in (None, event.seat)),
        extras=told.extras,
    )


def _promoted(events: Iterable[e.TableEvent], game: Game | None) -> Iterator[TranscriptLine]:
    """What promotions have added, after all that the wagers came to."""
    return (line_of(event, game) for event in events if isinstance(event, e.PromotionAwarded))


def _story(reader: Reader, row: RoundRow, documents: Documents) -> tuple[Record, tuple[e.TableEvent, ...]]:
    """The record that a round began with, and its events; people come and go meanwhile, which is not of the round."""
    records = list(reader.of_stream(table_stream(row.table_id), row.first - 1, row.last))
    parts = [part for record in records for part in record.parts]
    events = [
        event
        for part in parts
        if isinstance(part, TablePart) and part.table == row.table_id
        for event in part.events
        if isinstance(event, EventOfRound | e.RoundBegan | e.PayoutCapped | e.PromotionAwarded | e.SeedRevealed)
    ]
    opened = next(event for event in events if isinstance(event, RoundOpened))
    deck = past_deck(documents.get(opened.settings, TableSettings), opened, events, row.seed)
    if deck is None:
        raise under_other_rules(row.round_id) if row.seed else with_lost_key(row.round_id)
    return records[0], tuple(unsealed(event, deck) if isinstance(event, EventOfRound) else event for event in events)
