"""Tables over a day, a month, a year or a shift: drop, win, hold and rounds, by table, game, dealer, shift or day.

Days, months and years are added up from the figures that were counted as things happened. Who dealt, and what fell into
which shift, is known by the records of a day alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from enum import StrEnum
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.catalogue import is_known
from cardroom.house.engine.day_figures import IN_WIN, LinkDay, TableFigures
from cardroom.house.engine.house import House
from cardroom.house.features.accounting.messages import NoteAbout
from cardroom.house.features.days.rows import DayRow
from cardroom.house.floor.display_names import table_title, title_of_id
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart, link_stream, table_stream
from cardroom.house.reports.movements import OF_TABLES, ReadDay, TableDay
from cardroom.house.reports.notes import notes_since
from cardroom.house.reports.papers import Paper, PaperCell, PaperSection, behind, dollars, figure, made_at, row, words
from cardroom.house.reports.table_exposure import is_inside, played_under
from cardroom.house.reports.win_pages import Signature
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots.reports.link_figures import Activity
from cardroom.lab.exposure.exposure_queries import TableQuestion
from cardroom.lab.exposure.hold_bands import HoldBand
from cardroom.money import Money
from cardroom.number_format import number, percent
from cardroom.table import TableSettings
from cardroom.table.engine.stake_totals import Staked, add_round

PERIOD = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}")
MOST_SHIFTS = 8

# What jackpots add to a table's win: wagers that did not accrue to the players, less prizes that the house paid.
JACKPOTS_IN_WIN = {"coin_in": 1, "accrued": -1, "won_from_house": -1, "backed_out_to_house": 1}


class GroupedBy(StrEnum):
    TABLE = "table"
    GAME = "game"
    DEALER = "dealer"
    SHIFT = "shift"
    DAY = "day"


class PeriodLine(msgspec.Struct, kw_only=True):
    """One row of the report: a table, a game, a dealer, a shift or a day."""

    key: str
    name: str
    amounts: dict[str, int] = msgspec.field(default_factory=dict)  # by figure
    jackpots: dict[str, int] = msgspec.field(default_factory=dict)  # by figure of an activity
    hours: float = 0.0  # that tables were open
    staked: dict[str, dict[str, Staked]] = msgspec.field(default_factory=dict)  # by settings and wager
    estimated: dict[str, Staked] = msgspec.field(default_factory=dict)  # by settings, at real cards
    capped: Money = 0
    tray: Money = 0
    band: HoldBand | None = None
    is_inside: bool | None = None
    note: str = ""

    @property
    def win(self) -> Money:
        return sum(sign * self.amounts.get(name, 0) for name, sign in IN_WIN.items())

    @property
    def hold(self) -> float | None:
        return self.win / self.amounts["drop"] if self.amounts.get("drop") else None

    @property
    def rounds_an_hour(self) -> float | None:
        return self.amounts.get("rounds", 0) / self.hours if self.hours else None


def days_of(days: Sequence[DayRow], period: str) -> list[DayRow]:
    """Those of a day, a month or a year; "" for all there ever were."""
    if period and PERIOD.fullmatch(period) is None:
        raise CardroomError("bad-period", f"“{period}” is no day, month or year: write 2026-11-15, 2026-11 or 2026.")
    return [row for row in days if row.day.startswith(period)]


def is_day(period: str) -> bool:
    return len(period) == len("2026-11-15")


# --- from figures -----------------------------------------------------------------------------------------------------


def read_lines(
    reader: Reader, house: House, period: str, by: GroupedBy, only: str = "", at: datetime | None = None
) -> list[PeriodLine]:
    """By table, game or day, of one table or of all; the first figures of a table carry its opening.

    How long tables were open is asked up to a moment, if at all.
    """
    days = days_of(reader.days(), period)
    if not days:
        return []
    rows = reader.figures_between(days[0].day, days[-1].day)
    hours = {} if at is None else _hours(reader, days, house, at)
    lines: dict[str, PeriodLine] = {}
    last_tray: dict[str, Money] = {}
    tables = [row for row in rows if row.stream.startswith(table_stream(""))]
    games: dict[str, str] = {}
    for found in tables:
        name = found.stream.removeprefix(table_stream(""))
        if only not in ("", name):
            continue
        figures = msgspec.json.decode(found.figures, type=TableFigures)
        games[name] = _game(house, name, figures) or games.get(name, "")
        key = {GroupedBy.TABLE: name, GroupedBy.GAME: games[name], GroupedBy.DAY: found.day}[by]
        line = lines.setdefault(key, PeriodLine(key=key, name=_name(house, by, key)))
        _add(line, figures, last_tray.get(name), is_same=by is not GroupedBy.DAY)
        last_tray[name] = figures.tray
        line.hours += hours.get((found.day, name), 0.0)
    _add_jackpots(lines, rows, by, games)
    return [lines[key] for key in sorted(lines)]


def _add(line: PeriodLine, figures: TableFigures, tray_before: Money | None, *, is_same: bool) -> None:
    """A day more. Where the days before are in the same line, it went on with what was in the tray."""
    whole = msgspec.structs.asdict(figures.whole)
    if is_same and tray_before is not None:
        whole["opening"] -= tray_before
        whole["closing"] -= tray_before
    for name, amount in whole.items():
        line.amounts[name] = line.amounts.get(name, 0) + amount
    for settings, by_wager in figures.staked.items():
        kept = line.staked.setdefault(settings, {})
        for wager, more in by_wager.items():
            kept[wager] = kept[wager].followed_by(more) if wager in kept else more
    for settings, guessed in figures.estimated.items():
        known = line.estimated.get(settings)
        line.estimated[settings] = guessed if known is None else known.followed_by(guessed)
    line.capped += figures.capped
    line.tray = figures.tray if is_same else line.tray + figures.tray


def _add_jackpots(
    lines: Mapping[str, PeriodLine], rows: Iterable[FigureRow], by: GroupedBy, games: Mapping[str, str]
) -> None:
    for found in rows:
        if found.stream.startswith(link_stream("")):
            figures = msgspec.json.decode(found.figures, type=LinkDay).figures
            for table, activity in figures.tables.items():
                key = {GroupedBy.TABLE: table, GroupedBy.GAME: games.get(table, ""), GroupedBy.DAY: found.day}[by]
                if key in lines and table in games:
                    kept = lines[key].jackpots
                    for name in Activity.__struct_fields__:
                        kept[name] = kept.get(name, 0) + getattr(activity, name)


def _game(house: House, table: str, figures: TableFigures) -> str:
    """That was played last, or that the table has."""
    for settings in reversed([*figures.staked, *figures.estimated]):
        return house.documents.get(settings, TableSettings).game
    live = house.tables.get(table)
    return "" if live is None else live.plan.settings.game


def _name(house: House, by: GroupedBy, key: str) -> str:
    match by:
        case GroupedBy.TABLE:
            return _table_name(house, key)
        case GroupedBy.GAME:
            return find_game(key).name if is_known(key) else key or "no game"
        case _:
            return key


def _table_name(house: House, table: str) -> str:
    live = house.tables.get(table)
    return title_of_id(table) if live is None else table_title(live.plan)


def _hours(reader: Reader, days: Sequence[DayRow], house: House, until: datetime) -> dict[tuple[str, str], float]:
    """How long each table was open on each day."""
    last = days_after(reader.days(), days[-1].day)
    found = reader.events_of([EventKind.OPENING], days[0].first, last)
    marks = [b'"type":"TableOpened"', b'"type":"TableClosed"']
    turned: dict[str, list[tuple[datetime, bool]]] = defaultdict(list)
    for record in reader.holding(sorted({one.position for one in found}), marks):
        for part in record.parts:
            if isinstance(part, TablePart):
                for event in part.events:
                    if isinstance(event, e.TableOpened | e.TableClosed):
                        turned[part.table].append((record.at, isinstance(event, e.TableOpened)))
    hours: dict[tuple[str, str], float] = {}
    for name in {*turned, *house.tables}:
        changes = turned.get(name, [])
        is_open = not changes[0][1] if changes else house.tables[name].is_open
        for day in days:
            begins, ends = datetime.fromisoformat(day.begins), min(datetime.fromisoformat(day.ends), until)
            since, seconds = begins, 0.0
            for at, opens in (one for one in changes if begins <= one[0] < ends):
                seconds += (at - since).total_seconds() if is_open else 0
                since, is_open = at, opens
            seconds += max(0.0, (ends - since).total_seconds()) if is_open else 0
            hours[day.day, name] = seconds / 3600
    return hours


def days_after(days: Sequence[DayRow], day: str) -> int | None:
    """The last record of a day; None: it may go on."""
    later = [row.first for row in days if row.day > day]
    return min(later) - 1 if later else None


# --- from the records of a day ----------------------------------------------------------------------------------------


class DayShift(msgspec.Struct, frozen=True):
    name: str
    begins: datetime
    ends: datetime


def shifts_of(day: DayRow, starts: Sequence[str], zone: str) -> list[DayShift]:
    """By the times at which they begin, on the house's clock; the day's own beginning is always one."""
    if len(starts) > MOST_SHIFTS:
        raise CardroomError("too-many-shifts", f"A day has {MOST_SHIFTS} shifts at most.")
    clock = ZoneInfo(zone)
    begins, ends = (datetime.fromisoformat(moment).astimezone(clock) for moment in (day.begins, day.ends))
    found = set()
    for text in starts:
        try:
            at = time.fromisoformat(text)
        except ValueError:
            raise CardroomError("bad-time", f"“{text}” is not a time: write it like 08:00.") from None
        start = datetime.combine(begins.date(), at, clock)
        found.add(start if start >= begins else start + timedelta(days=1))
    edges = sorted({begins, *(start for start in found if start < ends), ends})
    return [DayShift(f"{a:%H:%M}–{b:%H:%M}", a, b) for a, b in pairwise(edges)]


def read_lines_of_day(
    reader: Reader, house: House, day: str, by: GroupedBy, shifts: Sequence[str], only: str, at: datetime
) -> list[PeriodLine]:
    """By dealer or shift. What lay in the trays is in the opening and the closing of nobody."""
    found_day = next((one for one in reader.days() if one.day == day), None)
    if found_day is None:
        return []
    periods = shifts_of(found_day, shifts, house.floor.hours.zone)
    chosen = next((one for one in periods if one.name == only), None)
    lines: dict[str, PeriodLine] = {}

    def line(dealer: str, then: datetime) -> PeriodLine | None:
        if chosen is not None and not chosen.begins <= then < chosen.ends:
            return None
        if by is GroupedBy.SHIFT:
            key = next((one.name for one in periods if one.begins <= then < one.ends), periods[-1].name)
            return lines.setdefault(key, PeriodLine(key=key, name=key))
        return lines.setdefault(dealer, PeriodLine(key=dealer, name=_dealer_name(house, dealer)))

    def settings(name: str) -> TableSettings:
        return house.documents.get(name, TableSettings)

    read = ReadDay(reader, day)
    for found in read.rows:
        if not found.stream.startswith(table_stream("")):
            continue
        table = found.stream.removeprefix(table_stream(""))
        of_day = TableDay(reader, table, read, OF_TABLES, settings)
        for moved in of_day.movements:
            target = line(moved.dealer, moved.at) if moved.position else None
            if target is not None:
                target.amounts[moved.figure] = target.amounts.get(moved.figure, 0) + moved.amount
        for played in of_day.rounds:
            target = line(played.dealer, played.at)
            if target is not None:
                target.staked[played.settings] = add_round(target.staked.get(played.settings, {}), played.state)
    if by is GroupedBy.SHIFT:
        for shift in periods:
            of_shift = lines.setdefault(shift.name, PeriodLine(key=shift.name, name=shift.name))
            of_shift.hours = max(0.0, (min(shift.ends, at) - shift.begins).total_seconds()) / 3600
    return [lines[key] for key in sorted(lines)]


def _dealer_name(house: House, dealer: str) -> str:
    if not dealer:
        return "the house, or nobody tapped in"
    known = house.people.get(dealer)
    return dealer if known is None or known.name == dealer else f"{known.name} ({dealer})"


# --- the band of a line -----------------------------------------------------------------------------------------------


def figures_of(line: PeriodLine) -> TableFigures:
    """As far as its band asks for them."""
    of = line.amounts
    return TableFigures(
        opening=of.get("opening", 0), closed_with=of.get("closing", 0) - line.tray, tray=line.tray,
        fills=of.get("fills", 0), credits=of.get("credits", 0), drop=of.get("drop", 0), rounds=of.get("rounds", 0),
        handle=of.get("handle", 0), jackpot_chips=of.get("jackpot_chips", 0), corrections=of.get("corrections", 0),
        capped=line.capped, staked=line.staked, estimated=line.estimated,
    )  # fmt: skip


def band_question(line: PeriodLine, house: House) -> TableQuestion | None:
    """What the lab is asked; None where stakes are partly known and partly guessed, or nothing was staked."""
    if bool(line.staked) == bool(line.estimated):
        return None
    figures = figures_of(line)
    played = played_under(figures, lambda name: house.documents.get(name, TableSettings))
    return TableQuestion(
        settings=played[0].settings, inventory=0, handle=figures.handle, played=played, is_real=bool(line.estimated)
    )


def with_band(line: PeriodLine, band: HoldBand | None) -> None:
    line.band = band
    line.is_inside = is_inside(figures_of(line), band)


# --- on paper ---------------------------------------------------------------------------------------------------------

COLUMNS = ("drop", "win", "hold", "rounds", "void", "an hour", "handle", "theoretical win", "95% band of the win", "")
TITLES = {
    GroupedBy.TABLE: "by table",
    GroupedBy.GAME: "by game",
    GroupedBy.DEALER: "by dealer",
    GroupedBy.SHIFT: "by shift",
    GroupedBy.DAY: "by day",
}


def add_notes(reader: Reader, lines: Iterable[PeriodLine], period: str, by: GroupedBy) -> None:
    """What was written where a win lies outside its band."""
    if by is not GroupedBy.TABLE:
        return
    days = days_of(reader.days(), period)
    written = notes_since(reader, days[0].first, NoteAbout.WIN) if days else []
    for line in lines:
        line.note = "; ".join(note.text for note in written if note.place == line.key and note.day.startswith(period))


def total_line(lines: Sequence[PeriodLine]) -> PeriodLine:
    total = PeriodLine(key="", name="all")
    for line in lines:
        for name, amount in line.amounts.items():
            total.amounts[name] = total.amounts.get(name, 0) + amount
        for name, amount in line.jackpots.items():
            total.jackpots[name] = total.jackpots.get(name, 0) + amount
        total.hours += line.hours
    return total


def tables_paper(
    house: House, lines: Sequence[PeriodLine], period: str, by: GroupedBy, *, shift: str = "", at: datetime
) -> Paper:
    opens = by in (GroupedBy.TABLE, GroupedBy.DAY)
    sections = [
        PaperSection(
            title=f"Drop, win and hold {TITLES[by]}", columns=(by.value, *COLUMNS),
            rows=tuple(
                row(_cells(line, _period(by, line, period), _place(by, line), opens=opens or line.key == ""),
                    is_total=is_total)
                for line, is_total in _with_total(lines)
            ),
            says=_outside(lines, by),
        ),
    ]  # fmt: skip
    if by in (GroupedBy.TABLE, GroupedBy.DAY):
        sections += [_banks(lines, period, by), *_jackpots(lines, period, by)]
    return Paper(
        house=house.floor.name, title="Report of the tables", period=f"{period}{f', {shift}' if shift else ''}",
        notices=(), sections=tuple(sections), signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip


SIGNATURES = (Signature("Accounting", ""), Signature("Executive", ""))


def _with_total(lines: Sequence[PeriodLine]) -> list[tuple[PeriodLine, bool]]:
    return [*((line, False) for line in lines), *([(total_line(lines), True)] if len(lines) > 1 else [])]


def _period(by: GroupedBy, line: PeriodLine, period: str) -> str:
    return line.key if by is GroupedBy.DAY and line.key else period


def _place(by: GroupedBy, line: PeriodLine) -> str:
    return line.key if by is GroupedBy.TABLE else ""


def _cells(line: PeriodLine, period: str, place: str, *, opens: bool) -> list[PaperCell]:
    def asks(name: str) -> str:
        return behind(name, period, place) if opens else ""

    hold, pace = line.hold, line.rounds_an_hour
    band, rounds = line.band, line.amounts.get("rounds", 0)
    voids = line.amounts.get("voids", 0)
    standing = "" if line.is_inside is None else "inside" if line.is_inside else "OUTSIDE"
    if line.note:
        standing += f": {line.note}"
    return [
        words(line.name),
        dollars(line.amounts.get("drop", 0), asks("drop")),
        dollars(line.win, asks("win")),
        figure("–" if hold is None else percent(hold), hold),
        figure(f"{rounds:,}", rounds, asks("rounds") if rounds else ""),
        figure(f"{voids:,}", voids, asks("voids") if voids else ""),
        figure("–" if pace is None else number(pace, 1), pace),
        dollars(line.amounts.get("handle", 0), asks("handle")),
        dollars(band.expected) if band is not None else figure("–"),
        words("–" if band is None else f"{dollars(band.low).text} to {dollars(band.high).text}"),
        words(standing, is_bad=line.is_inside is False and not line.note),
    ]


def _outside(lines: Iterable[PeriodLine], by: GroupedBy) -> str:
    silent = [line.name for line in lines if line.is_inside is False and not line.note]
    if not silent or by is not GroupedBy.TABLE:
        return ""
    return f"Outside its band and without a note: {', '.join(silent)}. One day in twenty does by chance."


def _banks(lines: Sequence[PeriodLine], period: str, by: GroupedBy) -> PaperSection:
    """What a tray held is known of one day; over more of them it is no sum."""
    names = ("opening", "fills", "credits", "drop", "closing", "over_short")

    def asks(name: str, line: PeriodLine) -> str:
        of = _period(by, line, period)
        return behind(name, of, _place(by, line)) if is_day(of) or name not in ("opening", "closing") else ""

    rows = [
        row(
            [
                words(line.name),
                *(dollars(line.amounts.get(name, 0), asks(name, line)) for name in names),
            ],
            is_total=is_total,
        )
        for line, is_total in _with_total(lines)
    ]
    return PaperSection(
        title="Table banks", columns=(by.value, *("opening", "fills", "credits", "drop", "closing", "over or short")),
        rows=tuple(rows), says="Win = closing − opening + drop + credits − fills, without chips of jackpots.",
    )  # fmt: skip


JACKPOT_COLUMNS = {
    "coin_in": "wagers",
    "accrued": "accrued",
    "won_from_house": "prizes of the house",
    "backed_out_to_house": "backed out",
}


def _jackpots(lines: Sequence[PeriodLine], period: str, by: GroupedBy) -> list[PaperSection]:
    played = [line for line in lines if any(line.jackpots.get(name) for name in JACKPOT_COLUMNS)]
    if not played:
        return []
    rows = []
    for line, is_total in _with_total(played):
        cells = [
            dollars(line.jackpots.get(name, 0), behind(name, _period(by, line, period), _place(by, line)))
            for name in JACKPOT_COLUMNS
        ]
        opens = behind("win_with_jackpots", _period(by, line, period), _place(by, line))
        rows.append(row([words(line.name), *cells, dollars(win_with_jackpots(line), opens)], is_total=is_total))
    title = "Jackpot wagers"
    return [PaperSection(title=title, columns=(by.value, *JACKPOT_COLUMNS.values(), "win with them"), rows=tuple(rows))]


def win_with_jackpots(line: PeriodLine) -> Money:
    return line.win + sum(sign * line.jackpots.get(name, 0) for name, sign in JACKPOTS_IN_WIN.items())
