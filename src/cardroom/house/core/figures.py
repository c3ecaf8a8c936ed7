"""The figures of a gaming day: one fold, kept with the state until the day is closed, and a row a table and link.

A table's win is what its tray gained, counted as a card room counts it: closing − opening inventory, plus the drop and
the credits, less the fills. Jackpot wagers are counted by their link, real chips of a jackpot in the tray included.
"""

from __future__ import annotations

import msgspec

from cardroom.documents import Hash
from cardroom.house.core import events as e
from cardroom.house.core.tables import LiveTable
from cardroom.jackpots import LinkState
from cardroom.jackpots.accounting import Proof, proof
from cardroom.jackpots.banking import BankAccount
from cardroom.jackpots.figures import LinkFigures
from cardroom.jackpots.readings import LevelMeters, level_meters
from cardroom.money import Money
from cardroom.table.events import RoundClosed, RoundOpened, RoundVoided
from cardroom.table.staked import Staked, add_round

WAGERS_COUNTED_SINCE = 3  # the format of records; in earlier ones a day has its handle alone


class DealerFigures(msgspec.Struct, frozen=True):
    """How one dealer counted out, where payouts are checked."""

    paid: int = 0  # seats
    differed: int = 0  # of them, how many were not what was due


class TableFigures(msgspec.Struct, kw_only=True):
    """One table over a gaming day."""

    opening: Money = 0
    tray: Money = 0  # what is in it now
    closed_with: Money = 0  # what went back to the cage when it was closed
    fills: Money = 0
    credits: Money = 0
    drop: Money = 0  # cash for chips, into the box under the table
    box: Money = 0  # what is in the box now
    rounds: int = 0
    voids: int = 0
    handle: Money = 0  # all stakes but jackpot wagers
    jackpot_chips: Money | msgspec.UnsetType = msgspec.UNSET  # real ones that came into the tray, less those that left
    # By the settings that rounds were played under, what was staked on each wager; and in how many of the rounds.
    staked: dict[Hash, dict[str, Staked]] | msgspec.UnsetType = msgspec.UNSET
    counted: int | msgspec.UnsetType = msgspec.UNSET
    capped: Money | msgspec.UnsetType = msgspec.UNSET  # what posted caps have kept back
    # With real cards: an average bet for every seat whose sensor was lit, by the settings of the table.
    estimated: dict[Hash, Staked] | msgspec.UnsetType = msgspec.UNSET
    corrections: Money | msgspec.UnsetType = msgspec.UNSET  # that the cage has paid for the table while it was closed
    over_short: Money | msgspec.UnsetType = msgspec.UNSET  # by counts: above zero, there was more than expected

    dealers: dict[str, DealerFigures] | msgspec.UnsetType = msgspec.UNSET  # by person, where payouts are checked

    @property
    def win(self) -> Money:
        """What the tray gained, less what the cage has paid for it later; jackpots are their link's."""
        closing = self.tray + self.closed_with
        gained = closing - self.opening + self.drop + self.credits - self.fills
        return gained - (self.jackpot_chips or 0) - (self.corrections or 0)

    def count(self, event: e.TableEvent, table: LiveTable, format_: int) -> None:
        """Something at the table, in a record of this format; `table` is as it stands after the record."""
        match event:
            case e.TableOpened():
                self.opening += event.inventory
            case e.TableClosed():
                self.closed_with += event.inventory
            case e.Filled():
                self.fills += event.amount
            case e.Credited():
                self.credits += event.amount
            case e.SatDown() | e.ToppedUp():
                self.drop += event.chips
            case e.DropCollected() if table.plan.is_real:
                self.drop += event.amount
            case e.SensorsCounted() | e.JackpotChips():
                self.jackpot_chips = (self.jackpot_chips or 0) + event.amount
                if isinstance(event, e.SensorsCounted) and format_ >= WAGERS_COUNTED_SINCE:
                    self._count_lit(event, table)
            case e.TrayChecked() if event.difference:
                self.over_short = (self.over_short or 0) + event.difference
            case e.RealRoundBegan():
                self.rounds += 1
            case e.RoundCorrected() if not table.is_open:
                self.corrections = (self.corrections or 0) + event.more
            case RoundClosed():
                self.rounds += 1
                self.handle += handle_of(table)
                if format_ >= WAGERS_COUNTED_SINCE:
                    self._count_wagers(table)
            case e.PayoutCapped() if format_ >= WAGERS_COUNTED_SINCE:
                self.capped = (self.capped or 0) + event.won - event.cap
            case e.PayoutChecked():
                self._pay(event.dealer, 0)
            case e.PayoutDiffered():
                self._pay(event.dealer, 1)
            case RoundVoided():
                self.voids += 1
            case _:
                pass

    def _count_lit(self, event: e.SensorsCounted, table: LiveTable) -> None:
        """Who plays at real cards is known by the lights of the table's first link alone."""
        if event.seats and event.link == table.plan.links[0]:
            bet = table.plan.average_bet or table.plan.settings.minimum
            estimated = self.estimated or {}
            before = estimated.get(table.settings, Staked())
            estimated[table.settings] = before.with_round([bet] * len(event.seats))
            self.estimated = estimated

    def _count_wagers(self, table: LiveTable) -> None:
        """What the band of the table's win is computed from."""
        assert table.round is not None
        opened = table.round.events[0]
        assert isinstance(opened, RoundOpened)
        staked = self.staked or {}
        staked[opened.settings] = add_round(staked.get(opened.settings, {}), table.round.state)
        self.staked, self.counted = staked, (self.counted or 0) + 1

    def _pay(self, dealer: str, differed: int) -> None:
        before = (self.dealers or {}).get(dealer, DealerFigures())
        self.dealers = {**(self.dealers or {}), dealer: DealerFigures(before.paid + 1, before.differed + differed)}


def handle_of(table: LiveTable) -> Money:
    """All that was staked in a round on what the tray pays; hands that were fouled have their stakes back."""
    assert table.round is not None
    state = table.round.state
    jackpots = state.settings.jackpot_wagers
    return sum(
        stake
        for seat in state.seats.values()
        if not seat.fouled
        for wager, stake in seat.stakes.items()
        if wager not in jackpots
    )


class LinkDay(msgspec.Struct, frozen=True, kw_only=True):
    """A link on one day: what it did, and how it stood at the end."""

    figures: LinkFigures
    config: Hash
    levels: list[LevelMeters]
    proof: Proof
    bank: BankAccount

    @classmethod
    def of(cls, figures: LinkFigures, state: LinkState, config: Hash) -> LinkDay:
        meters = level_meters(state)
        return cls(figures=figures, config=config, levels=meters, proof=proof(state), bank=BankAccount.of(state))


class DayFigures(msgspec.Struct):
    """Everything that was counted on one day."""

    tables: dict[str, TableFigures] = {}
    links: dict[str, LinkFigures] = {}
