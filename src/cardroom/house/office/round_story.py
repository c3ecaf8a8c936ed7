"""One round out of the log: what happened, whose money moved, what the jackpots did, and whether it all holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game
from cardroom.house.core import events as e
from cardroom.house.core.booking import postings_for
from cardroom.house.core.live_table import commitment
from cardroom.house.core.records import Record, is_intact
from cardroom.house.office.round_audit import play_again
from cardroom.house.storage.store import Store
from cardroom.jackpots import events as j
from cardroom.ledger import Posting
from cardroom.table import Round
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent, BetsClosed, RoundOpened
from cardroom.table.view import view

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[j.AnyEvent])


class Check(msgspec.Struct, frozen=True):
    what: str
    holds: bool


class JackpotEvent(msgspec.Struct, frozen=True):
    link: str
    event: j.AnyEvent


class Told(msgspec.Struct, frozen=True):
    """An event of the round with the money it moved."""

    event: AnyEvent
    postings: tuple[Posting, ...]


class RoundStory(msgspec.Struct, kw_only=True):
    """While a round is in progress its story is a spectator's, and its seed is not in it."""

    round_id: str
    table: str
    began: datetime
    commitment: str
    seed: str = ""  # "": not over
    people: dict[Seat, str] = {}  # who sat where when the betting closed
    told: list[Told] = []
    capped: list[e.PayoutCapped] = []
    jackpots: list[JackpotEvent] = []
    checks: list[Check] = []

    @property
    def game(self) -> Game:
        opened = self.told[0].event
        assert isinstance(opened, RoundOpened)
        return opened.settings.rules

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


def find_round(store: Store, round_id: str) -> RoundStory:
    """Everything of a round that may be told now."""
    table, _, _ = round_id.rpartition("-")
    story = _at_table(store.read(f"table:{table}"), round_id, table)
    if story is None:
        raise CardroomError("unknown-round", f"There is no round “{round_id}” in this database.")
    for stream in store.streams():
        if stream.startswith("link:"):
            story.jackpots += _on_link(store.read(stream), stream.removeprefix("link:"), story)
    if story.seed:
        story.checks += _checks(story)
    else:
        story.told = [Told(view(told.event, "spectator"), told.postings) for told in story.told]
    return story


def _at_table(records: Iterable[Record], round_id: str, table: str) -> RoundStory | None:
    """The round among all that its table has seen, with who sat there."""
    seats: dict[Seat, str] = {}
    story: RoundStory | None = None
    round_: Round | None = None
    is_intact_all, is_booked = True, True
    for record in records:
        booked = list(record.postings)
        is_touched = False
        for event in _TABLE_EVENTS.decode(record.events):
            match event:
                case e.SatDown():
                    seats[event.seat] = event.person
                case e.StoodUp():
                    seats.pop(event.seat, None)
                case e.RoundBegan(round_id=began) if began == round_id:
                    story = RoundStory(
                        round_id=round_id, table=table, began=record.at, commitment=event.commitment, told=[]
                    )
                case e.Played(round_id=played, event=RoundOpened() as opened) if story and played == round_id:
                    round_ = Round([opened], DECK, (1, 1, 1))
                    story.told.append(Told(opened, ()))
                case e.Played(round_id=played) if story and round_ and played == round_id:
                    is_touched = True
                    holders = seats | story.people
                    postings = postings_for(table, holders, round_.state, event.event)
                    is_booked &= all(posting in booked for posting in postings)
                    round_.accept(event.event)
                    story.told.append(Told(event.event, tuple(postings)))
                    if isinstance(event.event, BetsClosed):
                        story.people = {seat: seats[seat] for seat in event.event.seats}
                case e.SeedRevealed(round_id=shown) if story and shown == round_id:
                    story.seed = event.seed
                case e.PayoutCapped(round_id=capped) if story and capped == round_id:
                    story.capped.append(event)
                case _:
                    pass
        is_intact_all &= not is_touched or is_intact(record)
    if story is not None:
        story.checks = [
            Check("every record of the round is as it was written", is_intact_all),
            Check("every wager is booked as its event says", is_booked),
        ]
    return story


def _on_link(records: Iterable[Record], link: str, story: RoundStory) -> Iterator[JackpotEvent]:
    """What a link did from the start of the game to its end, and for its wins later."""
    is_on = False
    wins: set[str] = set()
    for record in records:
        for event in _LINK_EVENTS.decode(record.events):
            if isinstance(event, j.GameStarted) and event.round_id == story.round_id:
                is_on = True
            is_here = is_on and getattr(event, "table", "") == story.table
            if is_here and isinstance(event, j.AwardRecorded):
                wins.add(event.win)
            if is_here or getattr(event, "win", None) in wins:
                yield JackpotEvent(link, event)
            if is_here and isinstance(event, j.GameEnded | j.GameVoided):
                is_on = False


def _checks(story: RoundStory) -> Iterator[Check]:
    """Now that the seed may be seen: the commitment, and the round played again."""
    seed, events = bytes.fromhex(story.seed), [told.event for told in story.told]
    yield Check(
        "the seed fits the commitment shown before the bets", commitment(story.round_id, seed) == story.commitment
    )
    opened = events[0]
    assert isinstance(opened, RoundOpened)
    if rules_hash(opened.settings.rules, opened.settings.paytables) != opened.rules_hash:
        yield Check(
            f"the round was played by version {opened.version}, whose rules were others: not played again", True
        )
        return
    try:
        again = play_again(events, seed)
    except CardroomError:
        again = []
    yield Check("played again from this seed, every card and every pay-out comes out the same", again == events)
