"""What a game is made of. Each game file fills this model in so that it reads like its rule sheet.

Everything else (the live table, the solver, the simulator, the printed rules) walks the stages given here and asks the
wagers' `settle` functions. `settle` sees facts, each with finitely many answers, and gives odds, never money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from cardroom.cards import RANKS, SUITS, Card
from cardroom.errors import CardroomError
from cardroom.games.approval import NO_APPROVAL, Approval, ApprovalCondition
from cardroom.games.citations import Citation, show_rule
from cardroom.games.hand_classes import HandClasses
from cardroom.games.jackpot_pages import JackpotPage
from cardroom.games.options import Check, Fold, GameOption, MakeBet, Surrender, TakeBack, bets
from cardroom.games.outcomes import (
    Copies,
    Outcome,
    PaidBy,
    Settle,
    Verdict,
    bonus,
    by_pay_table,
    lose,
    not_qualified,
    paid,
    push,
    tie_rule,
    versus,
    win,
)
from cardroom.games.paytable import PayTable
from cardroom.games.round_facts import (
    COMMUNITY,
    DEALER,
    SEAT,
    Best,
    Compare,
    Condition,
    Count,
    Fact,
    Facts,
    Hand,
    Lower,
    Made,
    Margin,
    Measure,
    Reaches,
    Reading,
    Result,
)
from cardroom.hands import PointRanking, Ranking

__all__ = [
    "COMMUNITY",
    "DEALER",
    "EVERYONE",
    "FOR_ALL_GAMES",
    "SEAT",
    "Best",
    "Bets",
    "Check",
    "Clear",
    "Compare",
    "Condition",
    "Copies",
    "Count",
    "Deal",
    "Decide",
    "Deck",
    "Expose",
    "Fact",
    "Facts",
    "Felt",
    "Fold",
    "Game",
    "GameOption",
    "Hand",
    "Kind",
    "Lower",
    "Made",
    "MakeBet",
    "Margin",
    "Measure",
    "Outcome",
    "PaidBy",
    "Reaches",
    "Reading",
    "Result",
    "Return",
    "Reveal",
    "Ruling",
    "Settle",
    "SettleSeats",
    "SettleTableWide",
    "Sheet",
    "Shuffler",
    "Stage",
    "Surrender",
    "TakeBack",
    "Verdict",
    "Wager",
    "bets",
    "bonus",
    "by_pay_table",
    "lose",
    "not_qualified",
    "paid",
    "push",
    "tie_rule",
    "versus",
    "win",
]  # fmt: skip


class Deck(msgspec.Struct, frozen=True, dict=True):
    """The cards that are shuffled afresh every round."""

    ranks: tuple[str, ...] = RANKS
    suits: tuple[str, ...] = SUITS
    packs: int = 1

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(rank + suit) for suit in self.suits for rank in self.ranks) * self.packs


# --- wagers -----------------------------------------------------------------------------------------------------------


class Kind(StrEnum):
    BASE = "base"  # opens the hand; every other wager hangs on it. Where there are several, any of them
    EQUAL = "equal"  # must be as large as the base wager
    DECISION = "decision"  # made at a decision, as a multiple of the base wager
    RIDER = "rider"  # nothing is staked: it stands on another wager's stake
    OPTIONAL = "optional"
    JACKPOT = "jackpot"  # optional, a fixed amount, gone when the game starts


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A spot on the layout."""

    id: str
    name: str
    kind: Kind
    rule: str
    settle: Settle
    reads: str | None = None  # the reading that its pay table is for
    hand_classes: HandClasses | None = None
    paytables: tuple[PayTable, ...] = ()  # in printed order; the first is the default
    on: str = ""  # a rider's wager
    live_after_fold: bool | None = False  # None: the operator's setting
    envy_rule: str = ""  # the rule that keeps a hand with an envy pay face up
    needs_rule: str = ""  # the rule that says what it takes to be paid, where it is settled by another one
    pages: tuple[JackpotPage, ...] = ()  # that its jackpot is run by; the first also for pay tables of one's own

    @property
    def is_side_bet(self) -> bool:
        return self.kind in (Kind.OPTIONAL, Kind.JACKPOT)

    @property
    def is_staked(self) -> bool:
        return self.kind is not Kind.RIDER

    def page_for(self, paytable: PayTable) -> JackpotPage | None:
        """The page that a jackpot with this pay table is run by."""
        printed = (page for page in self.pages if page.prints(paytable))
        return next(printed, self.pages[0] if self.pages else None)

    def class_of(self, value: int) -> int | None:
        """The place of the hand class that a value is in, of those that this wager's pay tables speak of."""
        return None if self.hand_classes is None else self.hand_classes.class_of(value)


# --- stages -----------------------------------------------------------------------------------------------------------

EVERYONE = (SEAT, DEALER)  # the players, and the dealer last


class Bets(msgspec.Struct, frozen=True, tag="bets"):
    """Players make their wagers; the dealer closes the betting."""

    rule: str


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """A packet of cards to each of these, face down but for `dealer_up` cards of the dealer's, or all face up.

    With a condition it goes only where that holds: to each seat by its own facts, to others if it holds for any seat.
    """

    to: tuple[str, ...]
    cards: int
    rule: str
    dealer_up: int = 0
    face_up: bool = False
    burn: int = 0  # cards that are first put aside unseen
    when: Condition | None = None
    dice_rule: str = ""  # the rule that allows dealing from a rolled position


class Clear(msgspec.Struct, frozen=True, tag="clear"):
    """The cards not dealt leave the shuffler."""

    rule: str


class Decide(msgspec.Struct, frozen=True, tag="decide", dict=True):
    """Each player still in takes one of these options, unless the wager they are about has been made.

    A condition is about cards that the player sees. Who is not there to answer takes the first option.
    """

    options: tuple[GameOption, ...]
    when: Condition | None = None
    called: str = ""  # needed where several decisions are about one wager

    @cached_property
    def id(self) -> str:
        """The decision's own name, or the wager that it is about."""
        return self.called or self.wager

    @cached_property
    def wager(self) -> str:
        return next((option.wager for option in self.options if isinstance(option, MakeBet | TakeBack)), "")

    def option(self, name: str) -> GameOption:
        return next(option for option in self.options if option.name == name)


class Expose(msgspec.Struct, frozen=True, tag="expose"):
    """The dealer turns the next community cards."""

    rule: str
    cards: int = 1


class Reveal(msgspec.Struct, frozen=True, tag="reveal"):
    """The dealer turns his hand."""

    rule: str


class Return(msgspec.Struct, frozen=True, tag="return"):
    """Where the condition holds, this wager goes back to every player still in before hands are compared."""

    wager: str
    rule: str
    when: Condition


class SettleSeats(msgspec.Struct, frozen=True, tag="settle"):
    """Seat after seat, counter-clockwise: compare, pay, take. All wagers or these, everywhere or where it holds."""

    rule: str
    wagers: tuple[str, ...] = ()
    when: Condition | None = None


class SettleTableWide(msgspec.Struct, frozen=True, tag="settle-table-wide"):
    """In a second pass, the wager on the best hand of the whole table."""

    wager: str
    rule: str
    keep_rule: str  # the best hand so far stays exposed


AnyStage = TypeVar("AnyStage")
Stage = Bets | Deal | Clear | Decide | Expose | Reveal | Return | SettleSeats | SettleTableWide


# --- the sheet and the felt -------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True):
    """Where a game's rules are read from: an approved rule sheet, or what is commonly published."""

    title: str
    approval: str
    is_approved: bool = False  # never written in a file: found by what the file was reviewed with
    letter: Approval | None = None  # that approves it


class Ruling(msgspec.Struct, frozen=True):
    """How a rule is read where the sheet leaves it open."""

    reads: str  # the rule, or "" where the sheet is silent
    text: str


FOR_ALL_GAMES = (
    Ruling("", "Odds “to 1” give the stake back with the winnings; odds “for 1” do not. Pays are exact to the cent,"
               " and a part of a cent is dropped."),
    Ruling("", "One person plays one seat of a table. How many seats there are is the house's choice."),
    Ruling("", "A bet between two multiples is one of the whole ones; under a limit for single wagers the base wager is"
               " only as high as leaves room for its largest multiple."),
    Ruling("", "Optional wagers need the base wager and are placed before the deal; the operator chooses which are offered."),
    Ruling("", "A hand always counts for the best its cards can make, whatever a player discards or tucks."),
    Ruling("", "Cards are dealt clockwise from the dealer's left, the dealer last, and hands are settled from his right."),
    Ruling("", "If everyone folds, cards are still turned while a live wager needs them."),
)  # fmt: skip


class Shuffler(msgspec.Struct, frozen=True):
    """The packet shuffler that a sheet prints, for whoever deals by hand. No card falls otherwise for it.

    Where the remaining cards are dispensed with its green button, too, that is the stage `Clear`.
    """

    mode: str  # that it is set to
    mode_rule: str
    first_rule: str = ""  # the green button gives out the first packet
    count_rule: str = ""  # after the deal the green button has it count the hands, and show the pays of this wager
    shows: str = ""


class Felt(msgspec.Struct, frozen=True):
    """The layout on the table: what is lettered on it, a player's spots in rows from the dealer to the player, its colour."""

    lettering: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    colour: str = "#1b6a40"


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One game. `hands` has the reading that a player shows as "you", and the dealer's as "dealer"."""

    id: str
    name: str
    sheet: Sheet
    summary: str
    seats: int
    hands: Mapping[str, Reading]
    facts: Mapping[str, Fact] = {}
    wagers: tuple[Wager, ...]
    felt: Felt
    stages: tuple[Stage, ...]
    rules: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    deck: Deck = Deck()
    shuffler: Shuffler | None = None  # part of the procedure, and of no rule that decides a round
    variant: Mapping[str, Any] = {}  # settable rules that are not as the file has them
    reviewed: str = ""  # the fingerprint that the file had when it was approved
    conditions: tuple[ApprovalCondition, ...] = ()  # that the sheet names beside those of its letter

    def wager(self, wager_id: str) -> Wager:
        if (found := self._wagers.get(wager_id)) is not None:
            return found
        raise CardroomError(
            "unknown-wager", f"{self.name} has no wager “{wager_id}”; it has: {', '.join(self._wagers)}."
        )

    @cached_property
    def _wagers(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    @property
    def approval_conditions(self) -> tuple[ApprovalCondition, ...]:
        """All of them, wherever it is offered and by whichever console its jackpots are run."""
        letter = self.sheet.letter
        pages = [page for wager in self.wagers for page in wager.pages]
        of_pages = [condition for page in pages for found in page.conditions.values() for condition in found]
        found = (*(letter.conditions if letter else (NO_APPROVAL,)), *self.conditions, *of_pages)
        return tuple({condition.id: condition for condition in found}.values())

    def approves(self, table: PayTable | None) -> bool:
        """Whether an approval stands behind a pay table, or without one behind what the rules pay."""
        return self.sheet.is_approved and (table is None or table.is_printed)

    @cached_property
    def base_wager(self) -> Wager:
        return next(wager for wager in self.wagers if wager.kind is Kind.BASE)

    @cached_property
    def base_wagers(self) -> tuple[Wager, ...]:
        """Any of them opens a hand."""
        return tuple(wager for wager in self.wagers if wager.kind is Kind.BASE)

    @cached_property
    def decisions(self) -> tuple[Decide, ...]:
        return self.stages_of(Decide)

    def decision(self, decision_id: str) -> Decide:
        return next(decision for decision in self.decisions if decision.id == decision_id)

    def stage(self, kind: type[AnyStage]) -> AnyStage:
        """The first stage of a kind; asked only where the game has one."""
        return next(stage for stage in self.stages if isinstance(stage, kind))

    def stages_of(self, kind: type[AnyStage]) -> tuple[AnyStage, ...]:
        if kind not in self._stages:
            self._stages[kind] = tuple(stage for stage in self.stages if isinstance(stage, kind))
        return self._stages[kind]

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What others have derived of it, each under keys of its own."""
        return {}

    @cached_property
    def _stages(self) -> dict[type[Any], tuple[Any, ...]]:
        """By kind, those that have been asked for."""
        return {}

    @cached_property
    def table_wide_stage(self) -> SettleTableWide | None:
        return next(iter(self.stages_of(SettleTableWide)), None)

    @cached_property
    def dice_deal_rule(self) -> str | None:
        return next((stage.dice_rule for stage in self.stages_of(Deal) if stage.dice_rule), None)

    @cached_property
    def has_dealer_hand(self) -> bool:
        return DEALER in self.holders

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """Who gets cards, in the order of the deal."""
        return tuple(dict.fromkeys(holder for stage in self.stages_of(Deal) for holder in stage.to))

    def cards_of(self, holder: str) -> int:
        """How many cards a holder gets at most."""
        return sum(stage.cards for stage in self.stages_of(Deal) if holder in stage.to)

    @cached_property
    def largest_multiple(self) -> int:
        """Of the base wager, that one decision may come to."""
        options = (option for decision in self.decisions for option in decision.options)
        return max((option.multiple for option in options if isinstance(option, MakeBet)), default=1)

    # --- readings and facts ---

    def ranking_of(self, reading: str) -> Ranking:
        """The ranking that a reading is in."""
        found = self.hands[reading]
        return found.ranking if isinstance(found, Hand | Best) else self.ranking_of(found.first)

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking that players compare in; of a game where they hold no cards, that of its first hand."""
        return self.ranking_of("you" if "you" in self.hands else next(iter(self.hands)))

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """All rankings that its hands are read in, the first one first."""
        found = [self.ranking, *(hand.ranking for hand in self.hands.values() if isinstance(hand, Hand | Best))]
        found += [
            wager.hand_classes.ranking for wager in self.wagers if wager.hand_classes and wager.hand_classes.ranking
        ]
        return tuple({id(ranking): ranking for ranking in found}.values())

    @cached_property
    def qualifier(self) -> int | None:
        """The value that the dealer's hand must reach, where it must."""
        fact = self.facts.get("dealer_qualifies")
        return fact.least if isinstance(fact, Reaches) else None

    def domain(self, name: str) -> Sequence[Any]:
        """All answers that a fact can have."""
        match self.facts[name]:
            case Compare():
                return tuple(Result)
            case Reaches() | Made():
                return (True, False)
            case Count(of):
                return range(self.cards_of(of) + 1)
            case Measure(hand):
                ranking = self.ranking_of(hand)
                if not isinstance(ranking, PointRanking):
                    raise CardroomError("not-finite", f"“{name}”: only points are measured, not {ranking.name}.")
                points = range(len(ranking.names))
                return points if self._has_cards(hand) else (*points, None)

    def _has_cards(self, reading: str) -> bool:
        """Whether a hand has cards in every round: some of them are dealt without a condition."""
        hand = self.hands[reading]
        if not isinstance(hand, Hand):
            return False
        packets = slice(None) if hand.packet is None else slice(hand.packet, hand.packet + 1)
        dealt = ([stage for stage in self.stages_of(Deal) if holder in stage.to][packets] for holder in hand.of)
        return any(stage.when is None for stages in dealt for stage in stages)

    @cached_property
    def domains(self) -> Mapping[str, Sequence[Any]]:
        return {name: self.domain(name) for name in self.facts}

    @property
    def all_rulings(self) -> tuple[Ruling, ...]:
        """The game's own rulings and those for all games."""
        return self.rulings + FOR_ALL_GAMES

    def cite(self, rule: Citation) -> str:
        """Sheet and rule, as shown beside everything that happens."""
        return show_rule(rule, self.sheet.title)
