"""What a record does to the house, in five phases: the day, tables and links, the books, all else, what is derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import astuple

from cardroom.documents import Hash
from cardroom.house.engine.day_figures import DayFigures, TableFigures
from cardroom.house.engine.reducers import AT_TABLE, BEFOREHAND, IN_HOUSE, ON_LINK
from cardroom.house.engine.table_wait import opened_by
from cardroom.house.floor import TablePlan
from cardroom.house.kernel import accounts
from cardroom.house.log import events as e
from cardroom.house.log import idempotency as keys
from cardroom.house.log.idempotency import Receipt
from cardroom.house.log.records import HousePart, LinkPart, Record, TablePart
from cardroom.jackpots import Link, LinkConfig, LinkState
from cardroom.jackpots.engine.link_state import replay
from cardroom.jackpots.events import LinkChanged, LinkOpened
from cardroom.jackpots.reports.link_figures import LinkFigures
from cardroom.table import Round

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


def apply(house: House, record: Record, head: Hash, planned: Mapping[str, Round]) -> Receipt:
    """Take in a record; what its caller gets for it. Of rounds that were planned, what is known besides is kept."""
    # The day: a corrected one, a new one, and what its figures begin with.
    house.moved = None
    for part in record.parts:
        if isinstance(part, HousePart):
            for event in part.events:
                for reducer in BEFOREHAND.get(type(event), ()):
                    reducer(house, event, record)
    if record.day != house.day:
        house.bought, house.first_of_day = {}, record.position
    house.removed = {}
    figures = house.figures.setdefault(record.day, DayFigures())
    touched = _tables_in(record)
    counted = {name: astuple(figures.tables[name]) for name in touched if name in figures.tables}
    for table in touched:
        if table not in figures.tables:
            figures.tables[table] = TableFigures(opening=house.balance(accounts.tray(table)))
    # Tables and links, by their own streams.
    for part in record.parts:
        match part:
            case TablePart():
                _at_table(house, part)
            case LinkPart():
                _on_link(house, part, figures)
            case HousePart():
                pass
    for name, round_ in planned.items():
        if name in house.tables and (played := house.tables[name].round) is not None:
            played.take_over(round_)
    # The books.
    _book(house, record)
    # What the house knows besides, event by event.
    for part in record.parts:
        house.numbers[part.stream] = part.number
        match part:
            case TablePart():
                _in_table_part(house, part, record, figures.tables[part.table])
            case LinkPart():
                _in_link_part(house, part, record, figures.links[part.link])
            case HousePart():
                for event in part.events:
                    for reducer in IN_HOUSE.get(type(event), ()):
                        reducer(house, event, record)
    # What is derived from all of it.
    for table in touched:
        of_table = figures.tables[table]
        of_table.tray, of_table.box = house.balance(accounts.tray(table)), house.balance(accounts.drop(table))
    for part in record.parts:
        if isinstance(part, TablePart) and (live := house.tables.get(part.table)) is not None:
            live.opened = opened_by(record, live, live.opened)
    house.recounted = [name for name in touched if counted.get(name) != astuple(figures.tables[name])]
    house.position, house.head, house.day = record.position, head, record.day
    return _keep_receipt(house, record)


def _in_table_part(house: House, part: TablePart, record: Record, figures: TableFigures) -> None:
    table = house.tables[part.table]
    for event in part.events:
        figures.count(event, table)
        for reducer in AT_TABLE.get(type(event), ()):
            reducer(house, table, event, record)


def _at_table(house: House, part: TablePart) -> None:
    if part.table not in house.tables:
        placed = part.events[0]
        assert isinstance(placed, e.TablePlaced), "a table comes to be by being placed"
        house.tables[part.table] = house.new_table(house.documents.get(placed.plan, TablePlan))
    table = house.tables[part.table]
    for event in part.events:
        table.apply(event, house.documents)


def _on_link(house: House, part: LinkPart, figures: DayFigures) -> None:
    """A link's figures of the day begin with what it held before."""
    named = [event.config for event in part.events if isinstance(event, LinkOpened | LinkChanged)]
    configs = {name: house.documents.get(name, LinkConfig) for name in named}
    link = house.links.get(part.link)
    if link is None:
        link = house.links[part.link] = Link(replay(part.events, configs))
        figures.links[part.link] = LinkFigures.beginning_with(LinkState(link.state.config))
        return
    if part.link not in figures.links:
        figures.links[part.link] = LinkFigures.beginning_with(link.state)
    for event in part.events:
        link.state.apply(event, configs)


def _book(house: House, record: Record) -> None:
    for part in record.parts:
        for posting in part.postings:
            for entry in posting.entries:
                balance = house.books.get(entry.account, 0) + entry.amount
                if balance:
                    house.books[entry.account] = balance
                else:
                    house.books.pop(entry.account, None)


def _keep_receipt(house: House, record: Record) -> Receipt:
    """What a caller gets for a command, and again when its key comes again."""
    receipt = Receipt(record.position, record.at, keys.command_digest(record.command) if record.key else "")
    house.swept = keys.forget_old(house.receipts, house.swept, record.at)
    if record.key:
        keys.keep_receipt(house.receipts, record.by, record.key, receipt)
    return receipt


def _tables_in(record: Record) -> list[str]:
    """The tables that a record speaks of, in the order of the record: a checkpoint is the same on every machine."""
    found: dict[str, None] = {}
    for part in record.parts:
        match part:
            case TablePart():
                found[part.table] = None
            case LinkPart():
                found |= dict.fromkeys(part.tables)
            case HousePart():
                pass
    return list(found)


def _in_link_part(house: House, part: LinkPart, record: Record, figures: LinkFigures) -> None:
    state = house.links[part.link].state
    for event in part.events:
        figures.count(event, state)
        for reducer in ON_LINK.get(type(event), ()):
            reducer(house, state, event, record)
