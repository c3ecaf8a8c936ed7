"""One round out of the log: what happened, whose money moved, what the jackpots did, and whether it all holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

import msgspec
from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.fairness.commitments import commitment
from cardroom.fairness.shuffler import shuffle
from cardroom.games.catalogue import is_known
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game
from cardroom.house.engine.day_figures import LinkDay
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.past_decks import past_deck
from cardroom.house.features.rounds.round_postings import postings_for
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.features.tables.state import Sitter
from cardroom.house.floor import TablePlan
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart, Record, TablePart, as_recorded, link_stream, table_stream
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import LinkConfig
from cardroom.jackpots import events as j
from cardroom.jackpots.text.citations import cite
from cardroom.ledger import Posting
from cardroom.table import Round, TableSettings
from cardroom.table import commands as t
from cardroom.table.commands import Seat
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.event_visibility import unsealed, view
from cardroom.table.events import AnyEvent, Checked, EventOfRound, Folded, Raised, RoundOpened, Surrendered, TakenBack
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.transcript_lines import TranscriptLine, line

_DECISIONS = (Checked, Folded, Raised, Surrendered, TakenBack)


class Check(msgspec.Struct, frozen=True):
    what: str
    holds: bool


class JackpotEvent(msgspec.Struct, frozen=True):
    link: str
    event: j.AnyEvent
    booked: tuple[Posting, ...]  # its money, in the books of the house
    cite: str  # the rule that it follows


class StoryLine(msgspec.Struct, frozen=True):
    """An event of the round with the money it moved."""

    event: AnyEvent
    postings: tuple[Posting, ...]
    is_out_of_time: bool = False  # the clock has decided, not the player
    hand: str = ""  # the name of the hand that it speaks of; "" also where the rules are others than those at hand

    def line(self, game: Game) -> TranscriptLine:
        told = line(self.event, game, self.hand)
        return replace(told, text=f"{told.text.removesuffix('.')}: the time was up.") if self.is_out_of_time else told


class RoundStory(msgspec.Struct, kw_only=True):
    """While a round is in progress its story is a spectator's, and its seed is not in it."""

    round_id: str
    table: str
    day: str
    began: datetime
    commitment: str
    settings: TableSettings
    seed: str = ""  # "": not over, or lost
    lost_key: str = ""  # the name of the key without which it was given up
    has_other_rules: bool = False  # than those at hand, so that hidden cards stay so
    people: dict[Seat, str] = {}  # who sat where when the betting closed
    told: list[StoryLine] = []
    capped: list[e.PayoutCapped] = []
    promoted: list[e.PromotionAwarded] = []
    mispaid: list[e.PayoutDiffered | e.PayoutCorrected] = []  # a figure that differs tells of the hand, once it is over
    jackpots: list[JackpotEvent] = []
    checks: list[Check] = []

    @property
    def is_over(self) -> bool:
        return bool(self.seed or self.lost_key)

    @property
    def game(self) -> Game:
        return self.settings.rules

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


def find_round(reader: Reader, round_id: str) -> RoundStory:
    """Everything of a round that may be told now."""
    row = reader.row(RoundRow, round_id=round_id)
    if row is None:
        raise CardroomError("unknown-round", f"There is no round “{round_id}” in this database.")
    found = list(reader.found_in(table_stream(row.table_id), row.first - 1, row.last or None))
    records = [record for record, _ in found]
    story, is_booked = _tell(row, records, Documents(reader.document))
    story.checks = [
        Check("every record of the round is there and as it was written", _is_whole(found, row.table_id)),
        Check("every wager is booked as its event says", is_booked),
    ]
    story.jackpots = list(_on_links(reader, story, row))
    if story.seed:
        story.checks += _checks(story, records)
    else:
        story.told = [replace(told, event=view(told.event, "spectator")) for told in story.told]
    if is_known(story.settings.game):
        names = hand_names(story.settings, [told.event for told in story.told])
        story.told = [replace(told, hand=hand) for told, hand in zip(story.told, names, strict=True)]
    return story


def _tell(row: RoundRow, records: list[Record], documents: Documents) -> tuple[RoundStory, bool]:
    """The story by the one fold of a table, and whether its money was booked as it should."""
    parts = [_part(record, row.table_id) for record in records]
    began = next(event for event in parts[0].events if isinstance(event, e.RoundBegan))
    opened = next(event for event in parts[0].events if isinstance(event, RoundOpened))
    settings = documents.get(opened.settings, TableSettings)
    table = LiveTable(row.table_id, TablePlan(id=row.table_id, name=row.table_id, settings=settings))
    table.seats = _seats(records)
    story = RoundStory(
        round_id=row.round_id, table=row.table_id, day=row.day, began=records[0].at, commitment=began.commitment,
        settings=settings, told=[], capped=[], promoted=[], mispaid=[],
    )  # fmt: skip
    is_booked = True
    for record, part in zip(records, parts, strict=True):
        for event in part.events:
            if isinstance(event, EventOfRound):
                before = [] if table.round is None else postings_for(table.id, table.people(), table.round.state, event)
                is_booked &= all(posting in part.postings for posting in before if posting.entries)
                story.told.append(StoryLine(event, tuple(before), _is_out_of_time(record, event)))
            elif isinstance(event, e.SeedLost):
                story.lost_key = event.seal_key
            elif isinstance(event, e.PayoutCapped):
                story.capped.append(event)
            elif isinstance(event, e.PromotionAwarded):
                story.promoted.append(event)
            elif isinstance(event, e.PayoutDiffered | e.PayoutCorrected):
                story.mispaid.append(event)
            table.apply(event, documents)
    story.people, story.seed = dict(table.round_people), table.seed
    if not story.seed:
        story.mispaid = [event for event in story.mispaid if isinstance(event, e.PayoutCorrected)]
    deck = past_deck(settings, opened, [told.event for told in story.told], story.seed) if story.seed else None
    story.has_other_rules = bool(story.seed) and deck is None
    if deck is not None:
        story.told = [replace(told, event=unsealed(told.event, deck)) for told in story.told]
    return story, is_booked


def _is_out_of_time(record: Record, event: AnyEvent) -> bool:
    """Whether a decision was made by the house itself, which decides for nobody before the time is up."""
    match record.command:
        case c.AtTable(command=t.Choose(seat=seat)) if record.by == SERVICE.id and isinstance(event, _DECISIONS):
            return event.seat == seat
        case _:
            return False


def _is_whole(found: list[tuple[Record, bool]], table: str) -> bool:
    numbers = [_part(record, table).number for record, _ in found]
    return all(is_intact for _, is_intact in found) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _part(record: Record, table: str) -> TablePart:
    return next(part for part in record.parts if isinstance(part, TablePart) and part.table == table)


def _seats(records: list[Record]) -> dict[Seat, Sitter]:
    """Who sat there when the round began: whoever bets first at a seat, or gets up from it."""
    seats: dict[Seat, Sitter] = {}
    for record in records:
        match record.command.act:
            case c.AtTable(command=t.Bet(seat=seat)) | c.StandUp(seat=int(seat)):
                seats.setdefault(seat, Sitter(record.by, record.by))
            case c.StandUp() | c.CloseTable():
                for part in record.parts:
                    for event in part.events:
                        if isinstance(event, e.StoodUp):
                            seats.setdefault(event.seat, Sitter(record.by, record.by))
            case _:
                pass
    return seats


def config_on(reader: Reader, link: str, day: str) -> LinkConfig | None:
    """What a link was set up with at the end of a day, as far as anything happened on it."""
    row = reader.row(FigureRow, day=day, stream=link_stream(link))
    if row is None or not row.figures:
        return None
    name = msgspec.json.decode(row.figures, type=LinkDay).config
    return Documents(reader.document).get(name, LinkConfig)


def _on_links(reader: Reader, story: RoundStory, row: RoundRow) -> Iterator[JackpotEvent]:
    """What the links did from the start of the game to its end, and for its wins later.

    A game whose award waits for approval goes on while the next rounds are played, without that jackpot.
    """
    following = reader.round_after(row.table_id, row.first)
    until = None if following is None else following.first - 1
    for stream in reader.streams():
        if not stream.startswith(link_stream("")):
            continue
        link = stream.removeprefix(link_stream(""))
        wins: list[str] = []
        config = config_on(reader, link, row.day)
        is_on, last = False, row.first
        for record in reader.of_stream(stream, row.first - 1):
            if until is not None and record.position > until and not is_on:
                break
            last = record.position
            for told in link_events(record, link, config):
                event = told.event
                if isinstance(event, j.GameStarted) and event.table == story.table:
                    is_on = event.round_id == story.round_id
                if (is_on and getattr(event, "table", "") == story.table) or getattr(event, "win", "") in wins:
                    yield told
                if isinstance(event, j.AwardRecorded) and is_on and event.table == story.table:
                    wins.append(event.win)
                if isinstance(event, j.GameEnded | j.GameVoided) and event.round_id == story.round_id:
                    is_on = False
        for win in wins:
            for record in reader.changes_of(win, last):
                yield from (told for told in link_events(record, link, config) if getattr(told.event, "win", "") == win)


def link_events(record: Record, link: str, config: LinkConfig | None) -> Iterator[JackpotEvent]:
    """What a record did to a link."""
    for part in record.parts:
        if isinstance(part, LinkPart) and part.link == link:
            booked = iter(part.postings)
            for event in part.events:
                postings = tuple(islice(booked, sum(bool(posting.entries) for posting in event.postings)))
                yield JackpotEvent(link, event, postings, cite(event, config))


def _checks(story: RoundStory, records: list[Record]) -> Iterator[Check]:
    """Now that the seed may be seen: the commitment, and the round played again."""
    seed = bytes.fromhex(story.seed)
    yield Check(
        "the seed fits the commitment shown before the bets", commitment(story.round_id, seed) == story.commitment
    )
    opened = story.told[0].event
    assert isinstance(opened, RoundOpened)
    version = records[0].version
    if rules_hash(story.game, story.settings.paytables) != opened.rules_hash:
        yield Check(f"the round was played by version {version}, whose rules were others: not played again", True)
        return
    is_same = _comes_out_again(opened, story, records, seed)
    yield Check("played again from this seed, every card and every pay-out comes out the same", is_same)


def _comes_out_again(opened: RoundOpened, story: RoundStory, records: list[Record], seed: bytes) -> bool:
    """Each command done again on the deck of the seed, with the dealer's acts that followed it."""
    deck, dice = shuffle(seed, story.game.deck.cards)
    round_ = Round([opened], story.settings, deck, dice)
    for record in records:
        recorded = [event for event in _part(record, story.table).events if isinstance(event, EventOfRound)]
        recorded = [event for event in recorded if not isinstance(event, RoundOpened)]
        done = record.command.act
        if not isinstance(done, c.AtTable):
            for event in recorded:  # bets that were given back
                round_.accept(event)
            continue
        try:
            again = round_.do(_as_placed(done.command, story.settings))
            while len(again) < len(recorded) and (act := round_.next_act()) is not None:
                again += round_.do(act)
        except CardroomError:
            return False
        if [as_recorded(event) for event in again] != recorded:
            return False
    return True


def _as_placed(command: t.AnyCommand, settings: TableSettings) -> t.AnyCommand:
    if isinstance(command, t.Bet):
        return t.Bet(command.seat, with_equal_wagers(settings, command.stakes))
    return command
