"""The list of tables and the jackpot signs, each made again only when something of it has changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Felt, Kind
from cardroom.house.engine.house import House
from cardroom.house.engine.table_wait import Wait, waits_for
from cardroom.house.engine.tables import LiveTable
from cardroom.house.floor import Dealer
from cardroom.house.floor.display_names import table_title
from cardroom.house.log.records import link_stream, table_stream
from cardroom.house.views.every_table import Failed, of_every
from cardroom.house.views.table_frames import displays
from cardroom.jackpots import Display
from cardroom.money import Money
from cardroom.table.commands import Seat

Stamp = tuple[int, ...]  # how far the streams are that something is made of


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
    jackpots: tuple[Display, ...]


@dataclass
class LobbyBoard:
    """Every table of the floor, for anyone."""

    house: House
    failed: Failed | None = None  # to be told of a table that cannot be shown
    _signs: dict[str, tuple[Stamp, tuple[Display, ...]]] = field(default_factory=dict)  # by table
    _tables: dict[str, tuple[Stamp, LobbyTable]] = field(default_factory=dict)

    def signs(self, table: LiveTable) -> tuple[Display, ...]:
        """The jackpot signs of a table."""
        stamp = self._links_at(table)
        kept = self._signs.get(table.id)
        if kept is None or kept[0] != stamp:
            kept = self._signs[table.id] = (stamp, displays(self.house, table))
        return kept[1]

    def all_signs(self) -> list[Display]:
        return [sign for signs in of_every(self.house.tables.values(), self.signs, self.failed) for sign in signs]

    def tables(self) -> list[LobbyTable]:
        """Those that everyone may know of."""
        public = [table for table in self.house.tables.values() if not table.plan.is_private]
        return list(of_every(public, self._table, self.failed))

    def private(self, person: str) -> list[LobbyTable]:
        """The tables among friends that somebody hosts or sits at."""
        own = [
            table
            for table in self.house.tables.values()
            if table.plan.is_private
            and (table.host == person or any(sitter.person == person for sitter in table.seats.values()))
        ]
        return list(of_every(own, self._table, self.failed))

    def _table(self, table: LiveTable) -> LobbyTable:
        stamp = (self.house.numbers.get(table_stream(table.id), 0), *self._links_at(table))
        kept = self._tables.get(table.id)
        if kept is None or kept[0] != stamp:
            kept = self._tables[table.id] = (stamp, _line(self.house, table, self.signs(table)))
        return kept[1]

    def _links_at(self, table: LiveTable) -> Stamp:
        return tuple(self.house.numbers.get(link_stream(name), 0) for name in table.plan.links)


def _line(house: House, table: LiveTable, signs: tuple[Display, ...]) -> LobbyTable:
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
        jackpots=signs,
    )
