"""What a game is made of. Each game file fills this model in so that it reads like its rule sheet.

Everything else (the live table, the solver, the simulator, the printed rules) walks the stages given here and asks the
wagers' `settle` functions. `settle` sees a *showdown*, which is small and finite, and answers with odds, never money.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.paytable import PayTable
from cardroom.games.scale import Scale
from cardroom.hands import Ranking
from cardroom.money import PUSH, Pay


class Result(StrEnum):
    """How the player's hand compares with the dealer's. Who gains from a copy is the game's business."""

    WIN = "win"
    COPY = "copy"
    LOSS = "loss"


class Showdown(msgspec.Struct, frozen=True):
    """All that a wager's settlement can depend on, apart from what its pay table gives for the hand."""

    result: Result
    dealer_qualifies: bool = True


class Verdict(StrEnum):
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


class Outcome(msgspec.Struct, frozen=True):
    """What happens to a wager, and the rule that says so."""

    verdict: Verdict
    rule: str
    pays: Pay | None = None


def win(pays: Pay, rule: str) -> Outcome:
    return Outcome(Verdict.WIN, rule, pays)


def push(rule: str) -> Outcome:
    return Outcome(Verdict.PUSH, rule)


def lose(rule: str) -> Outcome:
    return Outcome(Verdict.LOSE, rule)


def paid(pay: Pay | None, rule: str) -> Outcome:
    """What a pay table gives: a line that pays, a line that pushes, or no line at all."""
    if pay is None:
        return lose(rule)
    return push(rule) if pay == PUSH else win(pay, rule)


# Takes the showdown and what the wager's pay table gives for the hand (None: no line of the table is reached).
Settle = Callable[[Showdown, Pay | None], Outcome]


def by_pay_table(rule: str) -> Settle:
    """A wager that only asks its pay table: paid if a line is reached, otherwise lost."""

    def settle(_: Showdown, pay: Pay | None) -> Outcome:
        return paid(pay, rule)

    return settle


class HandOf(StrEnum):
    """Which cards a wager's pay table is read on."""

    PLAYER = "the player's own cards"
    LOWER = "the lower of the player's and the dealer's hand"
    MARGIN = "the cards by which the player's run is longer than the dealer's"
    COMMUNITY = "the community cards"
    PLAYER_AND_COMMUNITY = "the player's cards with the community cards"
    BEST_AT_TABLE = "the best hand at the table, the dealer's included"


class Kind(StrEnum):
    BASE = "base"  # opens the hand; every other wager hangs on it
    EQUAL = "equal"  # must be as large as the base wager
    DECISION = "decision"  # made at a decision, as a multiple of the base wager
    OPTIONAL = "optional"
    JACKPOT = "jackpot"  # optional, a fixed amount, gone when the game starts


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A spot on the layout."""

    id: str
    name: str
    kind: Kind
    rule: str
    settle: Settle
    reads: HandOf | None = None
    scale: Scale | None = None
    paytables: tuple[PayTable, ...] = ()  # in printed order; the first is the default
    live_after_fold: bool | None = False  # None: the operator's setting
    envy_rule: str = ""  # the rule that keeps a hand with an envy pay face up
    table_wide: bool = False  # settled from all dealt hands, after the seats

    @property
    def is_side_bet(self) -> bool:
        return self.kind in (Kind.OPTIONAL, Kind.JACKPOT)

    def step(self, value: int) -> int | None:
        """Where a hand's value falls on the scale that this wager's pay tables speak of."""
        return None if self.scale is None else self.scale.step(value)


class To(StrEnum):
    COMMUNITY = "community"
    PLAYERS = "players"
    DEALER = "dealer"
    EVERYONE = "everyone"  # the players, and the dealer last


class Bets(msgspec.Struct, frozen=True, tag="bets"):
    """Players make their wagers; the dealer closes the betting."""

    rule: str


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """A packet of cards to each, face down but for `dealer_up` cards of the dealer's."""

    to: To
    cards: int
    rule: str
    dealer_up: int = 0


class Clear(msgspec.Struct, frozen=True, tag="clear"):
    """The cards not dealt leave the shuffler."""

    rule: str


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """Each player still in folds or makes this wager, as one of these multiples of the base wager."""

    wager: str
    multiples: tuple[int, ...]
    rule: str
    fold_rule: str
    needs: int | None = None  # a hand of lower value must fold


class Expose(msgspec.Struct, frozen=True, tag="expose"):
    """The dealer turns the next community card."""

    rule: str


class Reveal(msgspec.Struct, frozen=True, tag="reveal"):
    """The dealer turns his hand."""

    rule: str


class Return(msgspec.Struct, frozen=True, tag="return"):
    """If the dealer does not qualify, this wager goes back to every player still in before hands are compared."""

    wager: str
    rule: str


class SettleSeats(msgspec.Struct, frozen=True, tag="settle"):
    """Seat after seat, counter-clockwise: compare, pay, take."""

    rule: str


class SettleTableWide(msgspec.Struct, frozen=True, tag="settle-table-wide"):
    """In a second pass, the wager on the best hand of the whole table."""

    wager: str
    rule: str
    keep_rule: str  # the best hand so far stays exposed


AnyStage = TypeVar("AnyStage")
Stage = Bets | Deal | Clear | Decide | Expose | Reveal | Return | SettleSeats | SettleTableWide


class Sheet(msgspec.Struct, frozen=True):
    """The approved rule sheet that a game is read from."""

    title: str
    approval: str


class Ruling(msgspec.Struct, frozen=True):
    """How a rule is read where the sheet leaves it open."""

    reads: str  # the rule, or "" where the sheet is silent
    text: str


FOR_ALL_GAMES = (
    Ruling("", "Odds “to 1” give the stake back with the winnings; odds “for 1” do not. Pays are exact to the cent."),
    Ruling("", "One person plays one seat of a table. How many seats there are is the house's choice."),
    Ruling("", "A bet between two multiples is one of the whole ones; under a limit for single wagers the base wager is"
               " only as high as leaves room for its largest multiple."),
    Ruling("", "Optional wagers need the base wager and are placed before the deal; the operator chooses which are offered."),
    Ruling("", "A hand always counts for the best its cards can make, whatever a player discards or tucks."),
    Ruling("", "Cards are dealt clockwise from the dealer's left, the dealer last, and hands are settled from his right."),
    Ruling("", "If everyone folds, cards are still turned while a live wager needs them."),
)  # fmt: skip


class Felt(msgspec.Struct, frozen=True):
    """The layout on the table: what is lettered on it, and a player's spots in rows from the dealer to the player."""

    lettering: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One approved game."""

    id: str
    name: str
    sheet: Sheet
    summary: str
    seats: int
    ranking: Ranking
    rankings: tuple[Ranking, ...]
    wagers: tuple[Wager, ...]
    felt: Felt
    stages: tuple[Stage, ...]
    rules: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    dealer_qualifies_with: int | None = None
    dice_deal_rule: str | None = None  # the rule that allows dealing from a rolled position

    def wager(self, wager_id: str) -> Wager:
        for wager in self.wagers:
            if wager.id == wager_id:
                return wager
        known = ", ".join(wager.id for wager in self.wagers)
        raise CardroomError("unknown-wager", f"{self.name} has no wager “{wager_id}”; it has: {known}.")

    @property
    def base_wager(self) -> Wager:
        return next(wager for wager in self.wagers if wager.kind is Kind.BASE)

    @property
    def decisions(self) -> tuple[Decide, ...]:
        return tuple(stage for stage in self.stages if isinstance(stage, Decide))

    def stage(self, kind: type[AnyStage]) -> AnyStage:
        """The first stage of a kind; asked only where the game has one."""
        return next(stage for stage in self.stages if isinstance(stage, kind))

    @property
    def table_wide_stage(self) -> SettleTableWide | None:
        return next((stage for stage in self.stages if isinstance(stage, SettleTableWide)), None)

    @property
    def has_dealer_hand(self) -> bool:
        return any(isinstance(stage, Reveal) for stage in self.stages)

    @property
    def largest_multiple(self) -> int:
        return max(multiple for decision in self.decisions for multiple in decision.multiples)

    def qualifies(self, dealer_value: int) -> bool:
        return self.dealer_qualifies_with is None or dealer_value >= self.dealer_qualifies_with

    @property
    def all_rulings(self) -> tuple[Ruling, ...]:
        """The game's own rulings and those for all games."""
        return self.rulings + FOR_ALL_GAMES

    def cite(self, rule: str) -> str:
        """Sheet and rule, as shown beside everything that happens."""
        return f"{self.sheet.title}, {'rule ' if rule[:1].isdigit() else ''}{rule}"


def compare(player_value: int, dealer_value: int) -> Result:
    if player_value == dealer_value:
        return Result.COPY
    return Result.WIN if player_value > dealer_value else Result.LOSS
