"""The list of tables and the jackpot signs, each made again only when something of it has changed.

A list of two thousand tables is fetched whole once; from then on is told what has changed of it. What tables share, the
meters of their jackpots, stands beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Felt, Kind
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import Wait, waits_for
from cardroom.house.floor import Dealer
from cardroom.house.floor.display_names import table_title
from cardroom.house.log.records import link_stream, table_stream
from cardroom.house.views.table_fault_isolation import Failed, make_for_each_table
from cardroom.house.views.table_frames import displays
from cardroom.jackpots import Display, display
from cardroom.jackpots.text.display import LevelDisplay, takes_wagers
from cardroom.money import Money
from cardroom.table.commands import Seat

Stamp = tuple[int, ...]  # how far the streams are that something is made of


class TableJackpot(msgspec.Struct, frozen=True):
    """A jackpot that a table plays for."""

    link: str
    is_open: bool  # it takes wagers there


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    title: str  # what it is called beside others
    game: str
    game_name: str
    summary: str  # of the game, in one line
    colour: str  # of its felt
    minimum: Money
    maximum: Money
    seats: int
    taken: tuple[Seat, ...]
    is_real: bool  # real cards are dealt on the felt; nobody takes a seat here
    is_dealt_by_hand: bool  # a person deals, of real cards or of those that the house shuffles
    waits_for: Wait
    side_bets: tuple[str, ...]  # their names
    jackpots: tuple[TableJackpot, ...]


class LobbyJackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The same wherever it is played for."""

    link: str
    name: str
    levels: tuple[LevelDisplay, ...]
    notices: tuple[str, ...]


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    """All of the list. It stands as after this number; news that go further are to be followed."""

    number: int
    tables: tuple[LobbyTable, ...]
    jackpots: tuple[LobbyJackpot, ...]


class LobbyNews(msgspec.Struct, frozen=True, kw_only=True):
    """What of the list is other than after one number, up to another. Whoever has seen less fetches all of it."""

    after: int
    number: int
    tables: tuple[LobbyTable, ...]  # in place of those of the same id, or new
    gone: tuple[str, ...]  # tables
    jackpots: tuple[LobbyJackpot, ...]  # likewise in place of others, or new


@dataclass
class LobbyBoard:
    """Every table of the floor, for anyone."""

    house: House
    failed: Failed | None = None  # to be told of a table that cannot be shown
    _signs: dict[str, tuple[Stamp, tuple[Display, ...]]] = field(default_factory=dict)  # by table
    _tables: dict[str, tuple[int, LobbyTable]] = field(default_factory=dict)
    _jackpots: dict[str, tuple[int, LobbyJackpot]] = field(default_factory=dict)  # by link
    _told_at: int = -1  # the record up to which news were told last
    _told: dict[str, LobbyTable] = field(default_factory=dict)  # as of then
    _told_jackpots: dict[str, LobbyJackpot] = field(default_factory=dict)

    def signs(self, table: LiveTable) -> tuple[Display, ...]:
        """The jackpot signs of a table."""
        stamp = self._links_at(table)
        kept = self._signs.get(table.id)
        if kept is None or kept[0] != stamp:
            kept = self._signs[table.id] = (stamp, displays(self.house, table))
        return kept[1]

    def all_signs(self) -> list[Display]:
        return [
            sign for signs in make_for_each_table(self.house.tables.values(), self.signs, self.failed) for sign in signs
        ]

    def tables(self) -> list[LobbyTable]:
        """Those that everyone may know of."""
        public = [table for table in self.house.tables.values() if not table.plan.is_private]
        return list(make_for_each_table(public, self._table, self.failed))

    def view(self) -> LobbyView:
        lines = self.tables()
        links: dict[str, str] = {}  # with the first table of each
        for line in lines:
            for jackpot in line.jackpots:
                links.setdefault(jackpot.link, line.table)
        return LobbyView(
            number=self.house.position,
            tables=tuple(lines),
            jackpots=tuple(self._jackpot(*one) for one in links.items()),
        )

    def no_news(self) -> LobbyNews:
        """Where the news stand that were told last."""
        return LobbyNews(after=self._told_at, number=self._told_at, tables=(), gone=(), jackpots=())

    def news(self) -> LobbyNews | None:
        """What has changed since this was asked last, if anything has."""
        view = self.view()
        told, self._told = self._told, {line.table: line for line in view.tables}
        before, self._told_jackpots = self._told_jackpots, {one.link: one for one in view.jackpots}
        news = LobbyNews(
            after=self._told_at,
            number=view.number,
            tables=tuple(line for line in view.tables if told.get(line.table) != line),
            gone=tuple(name for name in told if name not in self._told),
            jackpots=tuple(one for one in view.jackpots if before.get(one.link) != one),
        )
        if not (news.tables or news.gone or news.jackpots):
            return None
        self._told_at = view.number
        return news

    def private(self, person: str) -> list[LobbyTable]:
        """The tables among friends that somebody hosts or sits at."""
        own = [
            table
            for table in self.house.tables.values()
            if table.plan.is_private
            and (table.host == person or any(sitter.person == person for sitter in table.seats.values()))
        ]
        return list(make_for_each_table(own, self._table, self.failed))

    def _table(self, table: LiveTable) -> LobbyTable:
        states = [self.house.links[name].state for name in table.plan.links]
        jackpots = tuple(TableJackpot(state.config.id, takes_wagers(state, table.id)) for state in states)
        stamp = self.house.numbers.get(table_stream(table.id), 0)
        kept = self._tables.get(table.id)
        if kept is None or kept[0] != stamp or kept[1].jackpots != jackpots:
            kept = self._tables[table.id] = (stamp, _line(self.house, table, jackpots))
        return kept[1]

    def _jackpot(self, link: str, table: str) -> LobbyJackpot:
        stamp = self.house.numbers.get(link_stream(link), 0)
        kept = self._jackpots.get(link)
        if kept is None or kept[0] != stamp:
            sign = display(self.house.links[link].state, table)
            of_all = LobbyJackpot(link=link, name=sign.name, levels=sign.levels, notices=sign.notices)
            kept = self._jackpots[link] = (stamp, of_all)
        return kept[1]

    def _links_at(self, table: LiveTable) -> Stamp:
        return tuple(self.house.numbers.get(link_stream(name), 0) for name in table.plan.links)


def _line(house: House, table: LiveTable, jackpots: tuple[TableJackpot, ...]) -> LobbyTable:
    settings = table.plan.settings
    game = settings.rules if is_known(settings.game) else None
    return LobbyTable(
        table=table.id,
        name=table.plan.name,
        title=table_title(table.plan),
        game=settings.game,
        game_name=game.name if game else settings.game,
        summary=table.why_stopped or (game.summary if game else ""),
        colour=(game.felt if game else Felt((), ())).colour,
        minimum=settings.minimum,
        maximum=settings.maximum,
        seats=settings.seats,
        taken=tuple(sorted(table.seats)),
        is_real=table.plan.is_real,
        is_dealt_by_hand=table.plan.dealer is Dealer.HUMAN,
        waits_for=waits_for(house, table),
        side_bets=tuple(
            wager.name
            for wager in (game.wagers if game else ())
            if wager.id in settings.offered and wager.kind is Kind.OPTIONAL
        ),
        jackpots=jackpots,
    )
