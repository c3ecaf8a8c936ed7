"""The records behind a figure: what each of them has added to it, so that together they are the figure.

Of a table or a jackpot on one gaming day. Only records that can have moved what is asked for are read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import datetime

import msgspec

from cardroom.documents import Hash
from cardroom.house.engine.day_figures import LinkDay, TableFigures, counted, handle_of
from cardroom.house.kernel import accounts
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log import events as e
from cardroom.house.log.records import AnyPart, LinkPart, Record, TablePart, link_stream, table_stream
from cardroom.house.reports.day_report import span_of
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import LinkConfig, LinkState
from cardroom.jackpots import events as j
from cardroom.jackpots.commands import Till
from cardroom.jackpots.engine import accounts as of_links
from cardroom.jackpots.reports.link_figures import Activity, LinkFigures
from cardroom.jackpots.text.transcript import event_in_words as link_event_in_words
from cardroom.jackpots.text.transcript import explained_movement
from cardroom.ledger import PostingCode, posting_in_words
from cardroom.money import Money
from cardroom.table import Round, TableSettings
from cardroom.table.events import EventOfRound, RoundClosed, RoundOpened
from cardroom.table.round_state import RoundState

# What tells that a record may move a figure: events by their tags. Of "closing" it is the account itself.
_MOVED_BY = {
    "opening": ("TableOpened",),
    "fills": ("Filled",),
    "credits": ("Credited",),
    "drop": ("SatDown", "ToppedUp", "DropCollected"),
    "rounds": ("RoundClosed", "RealRoundEnded"),
    "voids": ("RoundVoided", "RealRoundEnded"),
    "jackpot_chips": ("SensorsCounted", "JackpotChips", "AwardHandedOver"),
    "corrections": ("RoundCorrected",),
    "over_short": ("TrayChecked", "DropCollected"),
    "closing": (),
}
OF_TABLES = (*_MOVED_BY, "handle")
OF_JACKPOTS = Activity.__struct_fields__
METER = "meter:"  # how the figure of a level's meter begins

Settings = Callable[[Hash], TableSettings]


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """What one record has added to a figure."""

    figure: str
    position: int  # 0: it was there when the day began
    at: datetime
    by: str
    amount: int
    what: str
    code: PostingCode | None = None  # of a meter: for which the money moved
    round_id: str = ""
    table: str = ""
    dealer: str = ""  # who was tapped in then


class PlayedThen(msgspec.Struct, frozen=True):
    """A round that was settled: who dealt it, when, and what was staked."""

    at: datetime
    dealer: str
    settings: Hash
    state: RoundState


class ReadDay:
    """What all tables of a gaming day share, read once."""

    def __init__(self, reader: Reader, day: str) -> None:
        self.day = day
        days = reader.days()
        self.begins = next((row.begins for row in days if row.day == day), None)
        self.first, self.last = span_of(days, day)
        self.rows = reader.figures_between(day, day)
        self._reader = reader
        self._positions: dict[str, set[int]] = {}
        self._tables = {
            row.stream.removeprefix(link_stream("")): frozenset(
                msgspec.json.decode(row.figures, type=LinkDay).figures.tables
            )
            for row in self.rows
            if row.stream.startswith(link_stream(""))
        }

    def positions_on_links(self, table: str) -> set[int]:
        """The records of all jackpots that a table plays for."""
        found: set[int] = set()
        for link, tables in self._tables.items():
            if table in tables:
                if link not in self._positions:
                    self._positions[link] = set(self._reader.positions_in(link_stream(link), self.first, self.last))
                found |= self._positions[link]
        return found


class TableDay:
    """One table on one gaming day, out of its records."""

    def __init__(self, reader: Reader, table: str, day: ReadDay, figures: Collection[str], settings: Settings) -> None:
        self.rounds: list[PlayedThen] = []
        self.movements: list[Movement] = []
        self._reader, self._table, self._wanted, self._settings = reader, table, frozenset(figures), settings
        self._day, self._first, self._last = day, day.first, day.last
        self._in_round: list[object] = []
        self._dealer = self._dealing_before()
        self._tray = accounts.tray(table)
        self._bring_in()
        for record in self._records():
            self._take(record)

    def _bring_in(self) -> None:
        """What lay in the tray when the day began."""
        before = self._reader.figures_before(table_stream(self._table), self._day.day)
        tray = 0 if before is None else msgspec.json.decode(before.figures, type=TableFigures).tray
        begins = self._day.begins
        if tray and begins is not None:
            for figure in self._wanted & {"opening", "closing"}:
                self.movements.append(
                    Movement(figure=figure, position=0, at=datetime.fromisoformat(begins), by="", amount=tray,
                             what="in the tray when the day began")
                )  # fmt: skip

    def _dealing_before(self) -> str:
        row = self._reader.event_before(EventKind.DEALER, table_stream(self._table), self._first)
        records = [] if row is None else list(self._reader.at([row.position]))
        dealer = ""
        for part in (part for record in records for part in record.parts):
            dealer = self._dealer_after(dealer, part)
        return dealer

    def _dealer_after(self, dealer: str, part: AnyPart) -> str:
        if isinstance(part, TablePart) and part.table == self._table:
            for event in part.events:
                match event:
                    case e.DealerTappedIn():
                        dealer = event.person
                    case e.DealerTappedOut() | e.TableClosed():
                        dealer = ""
                    case _:
                        pass
        return dealer

    def _records(self) -> Iterator[Record]:
        own = set(self._reader.positions_in(table_stream(self._table), self._first, self._last))
        if "handle" in self._wanted:
            marks = [b'"type":"table"']
        else:
            tags = {tag for figure in self._wanted for tag in _MOVED_BY[figure]}
            tags |= {"DealerTappedIn", "DealerTappedOut", "TableClosed"}
            marks = [f'"type":"{tag}"'.encode() for tag in tags]
        on_links: set[int] = set()
        if self._wanted & {"closing", "jackpot_chips"}:
            marks.append(f'"{self._tray}"'.encode())
            on_links = self._day.positions_on_links(self._table)
        if only := sorted(on_links - own):
            # Of records that are the jackpot's alone few touch the tray.
            touching = [f'"{self._tray}"'.encode(), b'"type":"AwardHandedOver"']
            own |= {record.position for record in self._reader.holding(only, touching)}
        return self._reader.holding(sorted(own), marks)

    def _take(self, record: Record) -> None:
        in_tray, dealing = self._in_tray(record), self._dealer
        for part in record.parts:
            match part:
                case TablePart() if part.table == self._table:
                    before, self._dealer = self._dealer, self._dealer_after(self._dealer, part)
                    dealer = self._dealer or before  # what closes a table is whoever's dealt there until then
                    self._take_events(record, part, dealer)
                case LinkPart():
                    for event in part.events:
                        match event:
                            case j.AwardHandedOver(till=Till.TRAY) if event.table == self._table:
                                self._note("jackpot_chips", record, -event.amount, link_event_in_words(event))
                            case _:
                                pass
                case _:
                    pass
        if in_tray:
            amount = sum(amount for amount, _ in in_tray)
            what = ", ".join(dict.fromkeys(what for _, what in in_tray))
            self._note("closing", record, amount, what, dealer=self._dealer or dealing)

    def _in_tray(self, record: Record) -> list[tuple[Money, str]]:
        """What moved in the tray; what went back to the cage at a closing was in it."""
        return [
            (entry.amount, posting_in_words(posting))
            for part in record.parts
            for posting in part.postings
            if posting.code is not PostingCode.CLOSING
            for entry in posting.entries
            if entry.account == self._tray
        ]

    def _take_events(self, record: Record, part: TablePart, dealer: str) -> None:
        touched = {entry.account for posting in part.postings for entry in posting.entries}
        is_real = accounts.patrons(self._table) in touched
        is_open = self._tray in touched or accounts.CAGE not in touched
        for event in part.events:
            for figure, amount in counted(event, is_real=is_real, is_open=is_open):
                self._note(figure, record, amount, _in_words(event), getattr(event, "round_id", ""), dealer)
            if isinstance(event, EventOfRound):
                if isinstance(event, RoundOpened):
                    self._in_round = []
                self._in_round.append(event)
            if isinstance(event, RoundClosed) and "handle" in self._wanted:
                opened, state = self._round(record)
                self._note("handle", record, handle_of(state), "staked", state.round_id, dealer)
                self.rounds.append(PlayedThen(record.at, dealer, opened.settings, state))

    def _round(self, record: Record) -> tuple[RoundOpened, RoundState]:
        """As it stands where it is closed; it may have begun the day before."""
        events: list[object] = self._in_round
        if not isinstance(events[0], RoundOpened):
            row = self._reader.round_at(self._table, record.position)
            assert row is not None, "a round that is closed has begun"
            earlier = self._reader.of_stream(table_stream(self._table), row.first - 1, self._first - 1)
            before = [
                event
                for one in earlier
                for part in one.parts
                if isinstance(part, TablePart) and part.table == self._table
                for event in part.events
                if isinstance(event, EventOfRound)
            ]
            events = [*before, *events]
        opened = events[0]
        assert isinstance(opened, RoundOpened)
        return opened, Round(tuple(events), self._settings(opened.settings)).state  # type: ignore[arg-type]

    def _note(self, figure: str, record: Record, amount: int, what: str, round_id: str = "", dealer: str = "") -> None:
        if amount and figure in self._wanted:
            self.movements.append(
                Movement(figure=figure, position=record.position, at=record.at, by=record.by, amount=amount, what=what,
                         round_id=round_id, table=self._table, dealer=dealer or self._dealer)
            )  # fmt: skip


def _in_words(event: e.TableEvent) -> str:
    match event:
        case e.SatDown():
            return f"{event.name} buys in at seat {event.seat}"
        case e.ToppedUp():
            return f"seat {event.seat} buys more chips"
        case e.DropCollected(counted_by="") | e.TrayChecked(counted_by=""):
            return "by the books"
        case e.DropCollected():
            return f"the box, counted by {event.counted_by}, checked by {event.checked_by}{_why(event.why)}"
        case e.TrayChecked():
            by_two = f"counted by {event.counted_by}, checked by {event.checked_by}"
            return f"the {event.purpose} count, {by_two}{_why(event.why)}"
        case e.TableOpened():
            return "the table opens"
        case e.Filled():
            return "fill"
        case e.Credited():
            return "credit"
        case e.RoundCorrected():
            return f"round {event.round_id} corrected: {event.why}"
        case _:
            return f"round {round_id}" if (round_id := getattr(event, "round_id", "")) else ""


def _why(why: str) -> str:
    return f": {why}" if why else ""


# --- jackpots ---------------------------------------------------------------------------------------------------------


def link_movements(reader: Reader, link: str, day: str) -> list[Movement]:
    """Everything that has moved a meter or a figure of a jackpot's tables on one day."""
    row = reader.row(FigureRow, day=day, stream=link_stream(link))
    if row is None or not row.figures:
        return []
    first, last = span_of(reader.days(), day)
    config = _config(reader, msgspec.json.decode(row.figures, type=LinkDay).config)
    figures, state = LinkFigures(), LinkState(config)
    found: list[Movement] = []
    for record in reader.of_stream(link_stream(link), first - 1, last):
        for part in record.parts:
            if isinstance(part, LinkPart) and part.link == link:
                for event in part.events:
                    if isinstance(event, j.LinkOpened | j.LinkChanged):
                        state = LinkState(_config(reader, event.config))
                    found += _of_event(record, event, figures, state)
    return found


def _config(reader: Reader, name: Hash) -> LinkConfig:
    body = reader.document(name)
    assert body is not None, "configurations are kept"
    return msgspec.json.decode(body, type=LinkConfig)


def _of_event(record: Record, event: j.AnyEvent, figures: LinkFigures, state: LinkState) -> Iterator[Movement]:
    table = getattr(event, "table", "")
    round_id = getattr(event, "round_id", "")
    before = msgspec.structs.astuple(figures.tables[table]) if table in figures.tables else None
    figures.count(event, state)
    if table in figures.tables:
        after = figures.tables[table]
        earlier = before or msgspec.structs.astuple(Activity())
        for figure, was, now in zip(OF_JACKPOTS, earlier, msgspec.structs.astuple(after), strict=True):
            if now != was:
                yield Movement(
                    figure=figure, position=record.position, at=event.at, by=event.by, amount=now - was,
                    what=link_event_in_words(event), round_id=round_id, table=table,
                )  # fmt: skip
    if isinstance(event, j.LinkOpened):
        return  # what a meter begins with is no change of it
    for posting in event.postings:
        for entry in posting.entries:
            if entry.account.startswith(of_links.meter("")):
                yield Movement(
                    figure=entry.account, position=record.position, at=event.at, by=event.by, amount=entry.amount,
                    what=explained_movement(event, posting), code=posting.code, round_id=round_id, table=table,
                )  # fmt: skip
