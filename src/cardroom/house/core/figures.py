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
from cardroom.table.events import RoundClosed, RoundVoided


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

    def count(self, event: e.TableEvent, table: LiveTable) -> None:
        """Something at the table; `table` is as it stands after the record."""
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
            case e.RealRoundBegan():
                self.rounds += 1
            case RoundClosed():
                self.rounds += 1
                self.handle += handle_of(table)
            case RoundVoided():
                self.voids += 1
            case _:
                pass


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
