"""What an auditor looks for, out of the index: rounds by person, table, amount and time, wins by hand and amount,
archived files, and what one person has done from first to last."""

from __future__ import annotations

from datetime import datetime

import msgspec
import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.audit.artifact_audit import file_findings
from cardroom.house.engine.house import House
from cardroom.house.engine.index_rows import EventRow
from cardroom.house.features.rounds.rows import PlayedRow
from cardroom.house.kernel.dual_control import AccountState, state_of
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.people import SERVICE, Person
from cardroom.house.log import events as e
from cardroom.house.log.records import link_stream
from cardroom.house.reports.round_search import PAGE, FoundRound, find_rounds, rounds_named
from cardroom.house.reports.significant_events import ListedEvent, list_events
from cardroom.house.reports.win_pages import ListedWin, listed_wins
from cardroom.house.storage import schema
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.play_history import rounds_played
from cardroom.money import Money

EVENTS = 40  # of a person at a time
MOST_WINS = 200
LOOKS = 10  # pages that are looked through for one amount


class AuditQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """All that is given must fit."""

    person: str = ""
    table: str = ""
    round_id: str = ""
    amount: Money = 0  # at least so much was staked, won or lost
    hand: str = ""  # of a win, or a part of its name
    around: datetime | None = None
    before: int | None = None  # rounds that began before this record


class AuditFound(msgspec.Struct, frozen=True, kw_only=True):
    rounds: tuple[FoundRound, ...]
    wins: tuple[ListedWin, ...]
    before: int | None  # what to ask with for more rounds; None: there are no more


def search(reader: Reader, house: House, asked: AuditQuestion) -> AuditFound:
    if asked.round_id:
        return AuditFound(rounds=tuple(rounds_named(reader, house, [asked.round_id])), wins=(), before=None)
    rounds, before = _rounds(reader, house, asked) if asked.person or asked.table else ([], None)
    wins = _wins(reader, house, asked) if asked.before is None else []
    if not asked.person and not asked.table and not asked.hand and not asked.amount:
        raise CardroomError("no-question", "Say what to look for: a person, a table, a round, an amount or a hand.")
    return AuditFound(rounds=tuple(rounds), wins=tuple(wins), before=before)


def _rounds(reader: Reader, house: House, asked: AuditQuestion) -> tuple[list[FoundRound], int | None]:
    """A page of rounds that fit, and where the next one goes on."""
    until, found = asked.before, list[FoundRound]()
    if until is None and asked.around is not None and asked.person:
        until = reader.position_at(asked.around) + 1
    around = asked.around
    for _ in range(LOOKS):
        if asked.person:
            tables = [asked.table] if asked.table else None
            rows = rounds_played(reader, asked.person, PAGE, until, tables=tables)
            page = rounds_named(reader, house, [row.round_id for row in rows])
        else:
            page = find_rounds(reader, house, asked.table, None, around, until)
            around = None
        found += [one for one in page if _is_large(house, one, asked)]
        until = page[-1].position if page else None
        if until is None or len(page) < PAGE or len(found) >= PAGE:
            break
    has_more = until is not None and len(page) >= PAGE
    return found[: 2 * PAGE], until if has_more else None


def _is_large(house: House, found: FoundRound, asked: AuditQuestion) -> bool:
    """Whether somebody, or the person who is asked for, has staked, won or lost so much in it."""
    person = house.people.get(asked.person)
    name = asked.person if person is None else person.name
    seats = [seat for seat in found.seats if not asked.person or seat.name == name]
    return not asked.amount or any(
        asked.amount <= max(seat.staked, abs(seat.net + seat.jackpots), seat.jackpots) for seat in seats
    )


def _wins(reader: Reader, house: House, asked: AuditQuestion) -> list[ListedWin]:
    """The latest that no tray paid."""
    until = asked.around.isoformat() if asked.around is not None else "9999"
    links = [name.removeprefix(link_stream("")) for name in reader.streams() if name.startswith(link_stream(""))]
    rows = [row for link in links for row in reader.hits(link, until, MOST_WINS)]
    found = listed_wins(house, rows)
    if asked.person:
        played = {row.round_id for row in _played(reader, asked.person, {win.round_id for win in found})}
        found = [win for win in found if win.round_id in played]
    return [
        win
        for win in sorted(found, key=lambda win: win.at, reverse=True)
        if win.amount >= asked.amount
        and (not asked.table or win.table == asked.table)
        and asked.hand.casefold() in win.hand.casefold()
    ]


def _played(reader: Reader, person: str, rounds: set[str]) -> list[PlayedRow]:
    return list(reader.by_keys(PlayedRow, [(person, round_id) for round_id in sorted(rounds)]))


# --- a person ---------------------------------------------------------------------------------------------------------


class PersonStory(msgspec.Struct, frozen=True, kw_only=True):
    """What one person has played and done. Nothing here is known of anybody but what the house calls them."""

    person: Person
    state: AccountState
    until: datetime | None  # when the account ends by itself
    card: str  # the number of a valid staff card; "" for none
    money: Money  # that the house holds for them now
    rounds: int
    staked: Money
    net: Money
    jackpots: Money
    first: str  # when they played first; "" where never
    last: str
    events: tuple[ListedEvent, ...]  # that they did, the last one first
    before: int | None  # what to ask with for earlier ones; None: there are none


def person_story(reader: Reader, house: House, person_id: str, at: datetime, before: int | None = None) -> PersonStory:
    person = house.people.get(person_id)
    if person is None:
        raise CardroomError("unknown-person", f"Nobody called “{person_id}” is enrolled.")
    played = schema.INDEX[PlayedRow].c
    sums = (sa.func.coalesce(sa.func.sum(column), 0) for column in (played.staked, played.net, played.jackpots))
    ends = sa.func.min(played.at), sa.func.max(played.at)
    query = sa.select(sa.func.count(), *sums, *ends).where(played.person == person_id, played.is_over)
    rounds, staked, net, jackpots, first, last = reader.connection.execute(query).one()
    rows = _done_by(reader, person_id, before)
    return PersonStory(
        person=person,
        state=state_of(house, person_id, at),
        until=house.account_ends.get(person_id),
        card=house.card_of(person_id) or "",
        money=house.money_of(person_id),
        rounds=rounds,
        staked=int(staked),
        net=int(net),
        jackpots=int(jackpots),
        first=first or "",
        last=last or "",
        events=tuple(list_events(reader, rows)),
        before=rows[-1].position if len(rows) == EVENTS else None,
    )


def _done_by(reader: Reader, person: str, before: int | None) -> list[EventRow]:
    table = schema.INDEX[EventRow]
    query = sa.select(table).where(table.c.by == person)
    if person == SERVICE.id:  # which notes from what address others were refused
        query = query.where(table.c.kind != EventKind.REFUSAL.value)
    if before is not None:
        query = query.where(table.c.position < before)
    ordered = query.order_by(table.c.position.desc(), table.c.place.desc())
    return list(reader.made(EventRow, ordered.limit(EVENTS)))


# --- changes ----------------------------------------------------------------------------------------------------------

CHANGES = (
    EventKind.OPENING, EventKind.JACKPOT, EventKind.REQUEST, EventKind.PEOPLE, EventKind.CARDS, EventKind.CONDITION,
    EventKind.DAY, EventKind.ARCHIVE, EventKind.CORRECTION,
)  # fmt: skip


class ChangesView(msgspec.Struct, frozen=True, kw_only=True):
    """What was changed in the house: floor, tables, jackpots, people, cards, terminals, conditions, days."""

    changes: tuple[ListedEvent, ...]  # the last one first
    before: int | None  # what to ask with for earlier ones; None: there are none


def changes_view(reader: Reader, before: int | None = None) -> ChangesView:
    table = schema.INDEX[EventRow]
    query = sa.select(table).where(table.c.kind.in_([kind.value for kind in CHANGES]))
    if before is not None:
        query = query.where(table.c.position < before)
    ordered = query.order_by(table.c.position.desc(), table.c.place.desc())
    rows = list(reader.made(EventRow, ordered.limit(EVENTS)))
    return ChangesView(
        changes=tuple(list_events(reader, rows)), before=rows[-1].position if len(rows) == EVENTS else None
    )


# --- archives ---------------------------------------------------------------------------------------------------------


class ArchivedFile(msgspec.Struct, frozen=True, kw_only=True):
    file: str
    day: str
    first: int
    last: int
    hash: str


class ArchivesView(msgspec.Struct, frozen=True, kw_only=True):
    """The files of archived days, and what is wrong with them by the manifests that the log names."""

    files: tuple[ArchivedFile, ...]
    manifests: int
    findings: tuple[tuple[str, str], ...]


def archives_view(reader: Reader) -> ArchivesView:
    table = schema.INDEX[EventRow]
    query = sa.select(table.c.position).where(table.c.kind == EventKind.ARCHIVE.value).order_by(table.c.position)
    manifests = {
        event.last: event.manifest
        for record in reader.at(list(reader.connection.execute(query).scalars()))
        for part in record.parts
        for event in part.events
        if isinstance(event, e.Archived)
    }
    return ArchivesView(
        files=tuple(
            ArchivedFile(file=one.file, day=one.day, first=one.first, last=one.last, hash=one.hash)
            for one in reader.segments()
        ),
        manifests=len(manifests),
        findings=tuple(file_findings(reader, manifests)),
    )
