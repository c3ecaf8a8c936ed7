"""The figures of a gaming day: one fold, kept with the state until the day is closed, and a row a table and link.

A table's win is what its tray gained, counted as a card room counts it: closing − opening inventory, plus the drop and
the credits, less the fills. Jackpot wagers are counted by their link, real chips of a jackpot in the tray included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cardroom.documents import Hash
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.log import events as e
from cardroom.jackpots import LinkState
from cardroom.jackpots.engine.bank_account import BankAccount
from cardroom.jackpots.reports.link_figures import LinkFigures
from cardroom.jackpots.reports.meter_reports import LevelMeters, level_meters
from cardroom.jackpots.reports.regulator_figures import FigureProof, proof
from cardroom.money import Money
from cardroom.table.engine.stake_totals import Staked, add_round
from cardroom.table.events import RoundClosed, RoundOpened, RoundVoided
from cardroom.table.round_state import RoundState

Kept = TypeVar("Kept")

# What a table's win is added up from.
IN_WIN = {"closing": 1, "opening": -1, "drop": 1, "credits": 1, "fills": -1, "jackpot_chips": -1, "corrections": -1}


class DealerFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one dealer counted out, where payouts are checked."""

    paid: int = 0  # seats
    differed: int = 0  # of them, how many were not what was due


class OpeningFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One table from its opening, or from the beginning of the day, to its closing or the end of the day."""

    opening: Money
    closing: Money
    fills: Money
    credits: Money
    drop: Money
    rounds: int
    voids: int
    handle: Money
    jackpot_chips: Money
    corrections: Money
    over_short: Money

    @property
    def win(self) -> Money:
        """What the tray gained, less what the cage has paid for it later; jackpots are their link's."""
        return sum(sign * int(getattr(self, name)) for name, sign in IN_WIN.items())


class TableFigures(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One table over a gaming day, its openings together. Dictionaries are replaced, so that a change is seen."""

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
    jackpot_chips: Money = 0  # real ones that came into the tray, less those that left
    staked: dict[Hash, dict[str, Staked]] = {}  # on each wager, by the settings that rounds were played under
    capped: Money = 0  # what posted caps have kept back
    # With real cards: an average bet for every seat whose sensor was lit, by the settings of the table.
    estimated: dict[Hash, Staked] = {}
    corrections: Money = 0  # that the cage has paid for the table while it was closed
    over_short: Money = 0  # by counts: above zero, there was more than expected

    dealers: dict[str, DealerFigures] = {}  # by person, where payouts are checked

    closings: int = 0
    earlier: list[OpeningFigures] = []  # before the last opening of the day, if there were any

    @property
    def whole(self) -> OpeningFigures:
        """All openings of the day as one."""
        return OpeningFigures(
            opening=self.opening, closing=self.tray + self.closed_with, fills=self.fills, credits=self.credits,
            drop=self.drop, rounds=self.rounds, voids=self.voids, handle=self.handle,
            jackpot_chips=self.jackpot_chips, corrections=self.corrections, over_short=self.over_short,
        )  # fmt: skip

    @property
    def by_opening(self) -> list[OpeningFigures]:
        whole = msgspec.structs.asdict(self.whole)
        rest = {name: total - sum(getattr(one, name) for one in self.earlier) for name, total in whole.items()}
        return [*self.earlier, OpeningFigures(**rest)]

    @property
    def win(self) -> Money:
        return self.whole.win

    def followed_by(self, later: TableFigures) -> TableFigures:
        """Both as one day. The later one began with what was in the tray then."""
        lines, more = self.by_opening, later.by_opening
        if self.closings == len(self.earlier) or not more[0].opening:  # it stayed as it was, open or closed
            joint = {
                name: getattr(lines[-1], name) + getattr(more[0], name) for name in OpeningFigures.__struct_fields__
            }
            joint |= {"opening": joint["opening"] - self.tray, "closing": joint["closing"] - self.tray}
            lines, more = lines[:-1], [OpeningFigures(**joint), *more[1:]]
        dealers = dict(self.dealers)
        for dealer, counted in later.dealers.items():
            before = dealers.get(dealer, DealerFigures())
            dealers[dealer] = DealerFigures(before.paid + counted.paid, before.differed + counted.differed)
        return TableFigures(
            opening=self.opening + later.opening - self.tray,
            tray=later.tray,
            closed_with=self.closed_with + later.closed_with,
            fills=self.fills + later.fills,
            credits=self.credits + later.credits,
            drop=self.drop + later.drop,
            box=later.box,
            rounds=self.rounds + later.rounds,
            voids=self.voids + later.voids,
            handle=self.handle + later.handle,
            jackpot_chips=self.jackpot_chips + later.jackpot_chips,
            staked=_joined(self.staked, later.staked, _all_wagers),
            capped=self.capped + later.capped,
            estimated=_joined(self.estimated, later.estimated, Staked.followed_by),
            corrections=self.corrections + later.corrections,
            over_short=self.over_short + later.over_short,
            dealers=dealers,
            closings=self.closings + later.closings,
            earlier=[*lines, *more][:-1],
        )

    def count(self, event: e.TableEvent, table: LiveTable) -> None:
        """Something at the table, which is as it stands after the record."""
        if isinstance(event, e.TableOpened) and self.closings > len(self.earlier):
            self.earlier = self.by_opening
        for name, amount in counted(event, is_real=table.plan.is_real, is_open=table.is_open):
            setattr(self, name, getattr(self, name) + amount)
        match event:
            case e.RealRoundEnded(is_void=False):
                self._count_lit(table)
            case RoundClosed():
                assert table.round is not None
                self.handle += handle_of(table.round.state)
                self._count_wagers(table)
            case e.PayoutChecked():
                self._pay(event.dealer, 0)
            case e.PayoutDiffered():
                self._pay(event.dealer, 1)
            case _:
                pass

    def _count_lit(self, table: LiveTable) -> None:
        """Who plays at real cards is known by the lights of the table's first link alone."""
        first, real = table.plan.links[0], table.real_round
        if first in real.counted:
            bet = table.plan.average_bet or table.plan.settings.minimum
            before = self.estimated.get(table.settings, Staked())
            self.estimated = {**self.estimated, table.settings: before.with_round([bet] * len(real.lit[first]))}

    def _count_wagers(self, table: LiveTable) -> None:
        """What the band of the table's win is computed from."""
        assert table.round is not None
        opened = table.round.events[0]
        assert isinstance(opened, RoundOpened)
        of_settings = add_round(self.staked.get(opened.settings, {}), table.round.state)
        self.staked = {**self.staked, opened.settings: of_settings}

    def _pay(self, dealer: str, differed: int) -> None:
        before = self.dealers.get(dealer, DealerFigures())
        self.dealers = {**self.dealers, dealer: DealerFigures(before.paid + 1, before.differed + differed)}


def _joined(one: dict[Hash, Kept], other: dict[Hash, Kept], both: Callable[[Kept, Kept], Kept]) -> dict[Hash, Kept]:
    """By the settings that were played under."""
    return one | {name: both(one[name], more) if name in one else more for name, more in other.items()}


def _all_wagers(one: dict[str, Staked], other: dict[str, Staked]) -> dict[str, Staked]:
    return one | {wager: one.get(wager, Staked()).followed_by(more) for wager, more in other.items()}


def counted(event: e.TableEvent, *, is_real: bool, is_open: bool) -> tuple[tuple[str, int], ...]:
    """By how much an event raises which of a table's figures; what was staked in a round is known by its state alone.

    At a table whose cards are real the drop is known when its box is counted. What is corrected while a table is open
    moves chips of its tray.
    """
    match event:
        case e.TableOpened():
            return (("opening", event.inventory),)
        case e.TableClosed():
            return ("closings", 1), ("closed_with", event.inventory)
        case e.Filled():
            return (("fills", event.amount),)
        case e.Credited():
            return (("credits", event.amount),)
        case e.SatDown() | e.ToppedUp():
            return (("drop", event.chips),)
        case e.DropCollected():
            return ("drop", event.amount if is_real else 0), ("over_short", event.difference)
        case e.SensorsCounted() | e.JackpotChips():
            return (("jackpot_chips", event.amount),)
        case e.TrayChecked():
            return (("over_short", event.difference),)
        case e.RealRoundEnded(is_void=True) | RoundVoided():
            return (("voids", 1),)
        case e.RealRoundEnded() | RoundClosed():
            return (("rounds", 1),)
        case e.RoundCorrected() if not is_open:
            return (("corrections", event.more),)
        case e.PayoutCapped():
            return (("capped", event.won - event.cap),)
        case _:
            return ()


def handle_of(state: RoundState) -> Money:
    """All that was staked in a round on what the tray pays; hands that were fouled have their stakes back."""
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
    proof: FigureProof
    bank: BankAccount

    @classmethod
    def of(cls, figures: LinkFigures, state: LinkState, config: Hash) -> LinkDay:
        meters = level_meters(state)
        return cls(figures=figures, config=config, levels=meters, proof=proof(state), bank=BankAccount.of(state))


class DayFigures(msgspec.Struct, omit_defaults=True):
    """Everything that was counted on one day."""

    tables: dict[str, TableFigures] = {}
    links: dict[str, LinkFigures] = {}

    def followed_by(self, later: DayFigures) -> DayFigures:
        """Both as one day."""
        tables = {name: self.tables[name].followed_by(more) if name in self.tables else more
                  for name, more in later.tables.items()}  # fmt: skip
        links = {name: self.links[name].followed_by(more) if name in self.links else more
                 for name, more in later.links.items()}  # fmt: skip
        return DayFigures(self.tables | tables, self.links | links)
