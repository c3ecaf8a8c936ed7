"""A game rehearsed: rounds at a table of a house in memory that a person deals, and all that is shown and said of them.

Nothing is stored and nobody is told. What fails here would fail at a table, and stop it.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import Kind
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.floor import Floor, TablePlan
from cardroom.house.floor.plan import Dealer
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.players.decisions import decisions_in
from cardroom.house.views.players.felt import layout, rules_with_jackpots
from cardroom.house.views.players.past_rounds import WholeRound, from_seat, shown
from cardroom.house.views.players.round_exports import as_phh, exported
from cardroom.house.views.players.tutorials import worked_hand
from cardroom.house.views.staff.terminal import terminal_view
from cardroom.house.views.table_frames import RoundNames, seat_only_events, seen_events, table_view
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.engine.betting import with_equal_wagers

TABLE = "rehearsal"
DEALER, STRANGER = "dealer", "stranger"
PLAYERS: dict[str, Seat] = {"ann": 1, "bob": 2}
CHIPS, TRAY = 10_000 * DOLLAR, 10_000_000 * DOLLAR


class Rehearsal:
    """A house with one table of a game, a dealer, and players who do anything that is open to them."""

    def __init__(self, game_id: str, chance: Random) -> None:
        self.chance = chance
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.house = House(Documents(), self)
        self.began: Record | None = None
        self.row: RoundRow | None = None
        self.names = RoundNames()
        self.around: list[e.TableEvent] = []  # of the round that is played, beside the round's own
        rules = find_game(game_id)
        optional = [wager.id for wager in rules.wagers if wager.kind is Kind.OPTIONAL]
        settings = table_settings(game_id, offered=optional)
        self.plan = TablePlan(id=TABLE, name=TABLE, settings=settings, dealer=Dealer.HUMAN, inventory=TRAY)
        self.players = {name: seat for name, seat in PLAYERS.items() if seat <= settings.seats}
        floor = Floor(name="Rehearsal", tables=(self.plan,), play_money_grant=CHIPS)
        self._do(SERVICE, c.OpenHouse(self.house.documents.add(floor)))
        for person in (DEALER, STRANGER, *self.players):
            role = Role.DEALER if person == DEALER else Role.GUEST
            self._do(SERVICE, c.Enrol(person, person.title(), role.value))
        for person, seat in self.players.items():
            self._do(self._person(person), c.IssuePlayMoney())
            self._do(self._person(person), c.SitDown(TABLE, seat, CHIPS))
        self._do(self._person(DEALER), c.TapIn(TABLE))

    # --- as the keeper of the keys ---

    def draw(self, round_id: str) -> Seal:  # noqa: ARG002 - every round has a nonce of its own
        return Seal(self.chance.randbytes(16).hex(), TABLE)

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return hashlib.sha256(f"{round_id} {seal.nonce}".encode()).digest()

    # --- rounds ---

    def show_game(self) -> None:
        """What is shown of a game before anything is dealt."""
        _sent(layout(self.plan, self.house.floor.chips_of(self.plan)))
        _sent(rules_with_jackpots(self.plan))
        _sent(worked_hand(self.plan.settings.game))

    def play_round(self) -> None:
        """One round from the first bet to the end, and what is told of it afterwards."""
        self._do(self._person(DEALER), c.BeginRound(TABLE))
        for person, seat in self.players.items():
            self._do(self._person(person), c.AtTable(TABLE, Bet(seat, self._stakes())))
        while self.table.is_playing:
            step = next_step(self.house, self.table)
            if step is not None and step.command is not None:
                self._do(self._person(DEALER), step.command)
            else:
                seat = self.round.awaited_seats()[0]
                option = self.chance.choice(self.round.options(seat))
                self._do(self._person(self.table.people()[seat]), c.AtTable(TABLE, Choose(seat, option.name)))
        self._look_back()

    @property
    def table(self) -> LiveTable:
        return self.house.tables[TABLE]

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def _person(self, name: str) -> Person:
        return self.house.people[name]

    def _stakes(self) -> dict[str, int]:
        settings = self.plan.settings
        bases = [wager.id for wager in settings.rules.base_wagers]
        opening = self.chance.sample(bases, self.chance.randint(1, len(bases)))
        stakes = dict.fromkeys(opening, settings.minimum)
        stakes |= {wager: settings.side_minimum for wager in settings.offered if self.chance.random() < 0.7}
        return with_equal_wagers(settings, dict(list(stakes.items())[: settings.limits.games_per_hand]))

    # --- looking on ---

    def _do(self, person: Person, command: c.AnyCommand) -> None:
        self.now += timedelta(seconds=1)
        done = self.house.do(person, command, "", self.now)
        if done.error is not None:
            raise done.error
        self._note(done)
        if TABLE in self.house.tables:
            self._look(done)

    def _note(self, done: Done) -> None:
        assert done.record is not None
        self.row = next((row for row in done.rows if isinstance(row, RoundRow)), self.row)
        for event in (event for part in done.record.parts if isinstance(part, TablePart) for event in part.events):
            if isinstance(event, e.RoundBegan):
                self.began, self.around = done.record, [event]
            elif isinstance(event, e.SeedRevealed | e.PayoutCapped):
                self.around.append(event)

    def _look(self, done: Done) -> None:
        """Everyone's view after a command, and what is told of it."""
        assert done.record is not None
        for person in (*self.players, STRANGER):
            _sent(table_view(self.house, self.table, person))
        _sent(table_view(self.house, self.table, DEALER, dealing=True))
        _sent(terminal_view(self.house, self.table))
        for line in LobbyBoard(self.house).tables():
            _sent(line)
        game = self.plan.settings.rules
        for part in (part for part in done.record.parts if isinstance(part, TablePart)):
            names = self.names.of(part.events, done.rounds.get(TABLE))
            _sent(seen_events(game, part.number, part.events, Role.DEALER, names))
            for seat in self.players.values():
                _sent(list(seat_only_events(game, seat, part.number, part.events)))

    def _look_back(self) -> None:
        """The round in every player's history, replayed and taken along."""
        assert self.began is not None
        assert self.row is not None
        events = (self.around[0], *self.round.events, *self.around[1:])
        told = WholeRound(self.row, TABLE, self.began, events, (), ())
        for seat in self.players.values():
            past = from_seat(told, self.house, seat)
            _sent(shown(self.house, past))
            _sent(exported(past))
            as_phh(past, TABLE)
            decisions_in(events, self.plan.settings, seat)


def _sent(view: object) -> None:
    """As it would be sent."""
    msgspec.json.encode(view)


def rehearse(game_id: str, rounds: int, chance: Random) -> None:
    """So many rounds of a game, with all that is shown of them; raises whatever goes wrong."""
    rehearsal = Rehearsal(game_id, chance)
    rehearsal.show_game()
    for number in range(1, rounds + 1):
        try:
            rehearsal.play_round()
        except CardroomError as error:
            raise CardroomError(error.code, f"round {number}: {error.message}") from error
