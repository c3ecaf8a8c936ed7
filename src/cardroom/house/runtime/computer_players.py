"""Computer players: ordinary players on the same command path, who see what their seat may see.

They bet the minimum and now and then a side bet, decide by the lab's best strategy, and keep the rounds going.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from dataclasses import dataclass, field

from cardroom.errors import CardroomError
from cardroom.games.model import Game, Kind
from cardroom.games.options import MakeBet
from cardroom.house.engine.house import Done
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import COMPUTER, IS_COMPUTER, SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.identity.auth import random_guest_name
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import Service
from cardroom.house.views.table_frames import Yours, yours_of
from cardroom.money import Money
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.information_set import Sight, sight_of
from cardroom.table.round_state import Phase

log = logging.getLogger("cardroom.bots")

PREFIX = COMPUTER
BUY_IN_MINIMUMS = 40  # chips bought at once, in minimum bets
SIDE_BET_CHANCE = 0.4
THINKING = (0.1, 0.9)  # seconds, so that a table looks alive


@dataclass
class Bots:
    service: Service
    laboratory: LabProcess
    at_table: int
    hurry: bool = False  # no thinking, for tests
    chance: random.Random = field(default_factory=random.Random)
    _changed: dict[str, asyncio.Event] = field(default_factory=dict)
    _warming_up: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def play(self) -> None:
        """Until cancelled. Computer players that are no longer wanted get up."""
        house = self.service.house
        self._changed = {name: asyncio.Event() for name in house.tables}
        self.service.listeners.add(self._on_commit)
        try:
            for table in house.tables.values():
                await self._dismiss(table)
            tables = [table for table in house.tables.values() if self._ids(table) and not table.plan.is_real]
            await asyncio.gather(*(self._look_after(table) for table in tables))
        finally:
            self.service.listeners.discard(self._on_commit)

    async def _look_after(self, table: LiveTable) -> None:
        """What goes wrong at one table is no reason to leave the others."""
        await self.service.background.keep(f"computer-players:{table.id}", lambda: self._play_table(table))

    def _on_commit(self, written: list[Done]) -> None:
        for done in written:
            for name in done.holders.keys() & self._changed.keys():
                self._changed[name].set()

    def _ids(self, table: LiveTable) -> list[str]:
        """Nobody has invited computer players to a table among friends."""
        number = 0 if table.plan.is_private else min(self.at_table, table.plan.settings.seats)
        return [f"{PREFIX}{table.id}-{index}" for index in range(1, number + 1)]

    async def _dismiss(self, table: LiveTable) -> None:
        wanted = self._ids(table)
        for seat, sitter in list(table.seats.items()):
            if sitter.person.startswith(PREFIX) and sitter.person not in wanted:
                await self._try(SERVICE, c.StandUp(table.id, seat))

    async def _play_table(self, table: LiveTable) -> None:
        people = [await self._enrol(person_id) for person_id in self._ids(table)]
        async with self._warming_up:  # game by game: tables that are ready ask the lab in between
            await self.laboratory.warm_up(table.plan.settings.game)
        changed = self._changed[table.id]
        while True:
            changed.clear()
            try:
                for person in people:
                    await self._act(table, person)
            except Exception as error:  # noqa: BLE001 - told, whatever it is
                self.service.background.failed(f"computer-players:{table.id}", error)
            with contextlib.suppress(TimeoutError):  # what a table waits for may not be on its stream, like a jackpot
                async with asyncio.timeout(5):  # wait_for loses a cancellation that comes with the event, up to 3.11
                    await changed.wait()

    async def _enrol(self, person_id: str) -> Person:
        people = self.service.house.people
        if person_id not in people:
            await self.service.submit(SERVICE, c.Enrol(person_id, f"{random_guest_name()}{IS_COMPUTER}", Role.PLAYER))
        return people[person_id]

    async def _act(self, table: LiveTable, person: Person) -> None:
        """The one thing that a computer player would do now."""
        if not table.is_open or table.fault:
            return
        try:
            mine = yours_of(table, person.id)
        except Exception as error:  # noqa: BLE001 - a game file may raise anything
            self.service.table_failed(table.id, FaultyPart.VIEW, error)
            return
        if mine is None or mine.your_seat is None:
            await self._sit_down(table, person)
        elif mine.options:
            seen = sight_of(table.current_round(), mine.your_seat)
            await self._think()
            await self._decide(table, person, mine, seen)
        elif _may_bet(table, mine.your_seat):
            await self._think()
            await self._bet(table, person, mine.your_seat)

    async def _think(self) -> None:
        if not self.hurry:
            await asyncio.sleep(self.chance.uniform(*THINKING))

    async def _sit_down(self, table: LiveTable, person: Person) -> None:
        taken = table.seats.keys() | (table.round_people.keys() if table.is_playing else set())
        free = [seat for seat in range(1, table.plan.settings.seats + 1) if seat not in taken]
        amount = BUY_IN_MINIMUMS * table.plan.settings.minimum
        if free and await self._have(person, amount):
            await self._try(person, c.SitDown(table.id, self.chance.choice(free), amount))

    async def _have(self, person: Person, amount: Money) -> bool:
        """Whether there is so much in the wallet; play money is asked for where there is not."""
        wallet = accounts.wallet(person.id)
        house = self.service.house
        if house.balance(wallet) < amount and house.floor.play_money:
            await self._try(person, c.IssuePlayMoney())
        return house.balance(wallet) >= amount

    async def _bet(self, table: LiveTable, person: Person, seat: Seat) -> None:
        settings = table.plan.settings
        game = settings.rules
        stakes = {game.base_wager.id: settings.minimum}
        for wager in game.wagers:
            if wager.id in settings.offered and self.chance.random() < SIDE_BET_CHANCE:
                is_fixed = wager.kind is Kind.JACKPOT
                stakes[wager.id] = settings.jackpot_wagers[wager.id] if is_fixed else settings.side_minimum
        most = settings.limits.games_per_hand
        stakes = dict(list(stakes.items())[:most])
        chips = self.service.house.balance(accounts.stack(table.id, person.id))
        needed = _most_staked(game) * settings.minimum + sum(stakes.values())
        if chips < needed and await self._have(person, BUY_IN_MINIMUMS * settings.minimum):
            await self._try(person, c.TopUp(table.id, BUY_IN_MINIMUMS * settings.minimum))
        if not await self._try(person, c.AtTable(table.id, Bet(seat, stakes))):
            await self._try(person, c.AtTable(table.id, Bet(seat, {game.base_wager.id: settings.minimum})))

    async def _decide(self, table: LiveTable, person: Person, mine: Yours, seen: Sight | None) -> None:
        """The best option, or where the chips are short the last that they are enough for."""
        assert mine.your_seat is not None
        best = await self._best(seen)
        chips = self.service.house.balance(accounts.stack(table.id, person.id))
        names = [option.name for option in mine.options]
        up_to = names.index(best) + 1 if best in names else 1
        chosen = [option for option in mine.options[:up_to] if option.amount <= chips]
        await self._try(person, c.AtTable(table.id, Choose(mine.your_seat, chosen[-1].name)))

    async def _best(self, seen: Sight | None) -> str:
        """What the lab says; nothing where it cannot count the game."""
        try:
            return "" if seen is None else await self.laboratory.best(seen)
        except CardroomError as error:
            log.info("the lab has no advice: %s", error.message)
            return ""

    async def _try(self, person: Person, command: c.AnyCommand) -> bool:
        try:
            await self.service.submit(person, command)
        except CardroomError as error:
            log.info("%s: %s", person.id, error.message)
            return False
        return True


def _may_bet(table: LiveTable, seat: Seat) -> bool:
    round_ = table.round
    return round_ is not None and round_.state.phase is Phase.BETTING and seat not in round_.state.seats


def _most_staked(game: Game) -> int:
    """Base wagers that the largest bets of all decisions come to, with those that must equal the base wager."""
    options = [[o.multiple for o in decision.options if isinstance(o, MakeBet)] for decision in game.decisions]
    return sum(wager.kind is Kind.EQUAL for wager in game.wagers) + sum(
        max(multiples, default=0) for multiples in options
    )
