"""What a way of counting offers. The rest of the lab speaks to these, and asks for no kind of game.

A *counted* game knows no pay: how often each position of a decision meets each cell, a cell being what settlements
depend on (answers of facts, hand classes that pay tables are printed for). Under some pay tables it is *solved*:
a multiplication.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games.model import Game, Wager
from cardroom.table import TableSettings
from cardroom.table.information_set import Sight

Integers = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
When = Mapping[str, Any]  # the conditions of a rule; empty: always
Rules = list[tuple[When, int]]  # conditions and the number of an option, in order
Tally = dict[str, Integers]  # counts by name; tallies of different rounds are added
Progress = Callable[[float], None]  # is told the share of some work that is done


# --- what is found ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """A way of playing: for each decision of the game the number of the option taken, by position."""

    name: str
    choices: tuple[Integers, ...]


@dataclass(frozen=True)
class Ending:
    """A way for a round to end, the same for every wager of the game, and the deals that lead there."""

    name: str
    deals: int
    path: tuple[str, ...]  # the option taken at each decision that came up
    stakes: Mapping[str, int]  # units on each wager of the game; a rider has those that it stands on
    nets: Mapping[str, Fraction]  # what a unit on each gains
    facts: Mapping[str, Any] = field(default_factory=dict)
    steps: Mapping[str, int | None] = field(default_factory=dict)  # of the hand classes that its wagers are paid by
    folded: bool = False

    @property
    def net(self) -> Fraction:
        return sum((units * self.nets[wager] for wager, units in self.stakes.items()), Fraction(0))


Answers = tuple[tuple[str, Any], ...]  # facts by name, in the order of the game
ANY: Answers = ()  # for wagers that ask for no fact


@dataclass(frozen=True)
class Spread:
    """How the hands that a wager is read on fall: combinations by facts and step (None: below the classes).

    The rest of `of` is lost by folding.
    """

    steps: Mapping[tuple[Answers, int | None], int]
    of: int
    # Of simulated rounds: the covariances of the chances to be at a line or better.
    covariance: tuple[tuple[float, ...], ...] | None = None

    @property
    def lost_by_folding(self) -> int:
        return self.of - sum(self.steps.values())


Spreads = dict[int | None, Spread]  # by number of hands dealt; None where the pays do not depend on it


# --- decisions --------------------------------------------------------------------------------------------------------


class Weighed(msgspec.Struct, frozen=True):
    """What each open option is worth, in units of the base wager for the whole hand; and the cards in words."""

    words: str
    worth: Mapping[str, Fraction]  # by the option's name, in the game's order


@dataclass(frozen=True)
class ChoiceCosts:
    """Positions of one decision where a policy does something worse than the best."""

    ways: Integers  # of `of` hands that come to the decision or not, so many come to the position
    of: int
    plays: Integers  # numbers of options
    best: Integers
    missed: Integers  # what it gives away there, in parts of a unit of the base wager
    parts: int  # ways times missed are so many parts of a unit
    example: Callable[[int], str]


class Conditions(ABC):
    """What the rules of a strategy may ask at one decision."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Positions that conditions can tell apart."""

    @abstractmethod
    def fits(self, when: When) -> Integers:
        """Which of them all these conditions hold for."""

    @abstractmethod
    def words(self, when: When) -> str:
        """The conditions as a person would say them."""


# --- the simulator ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SimulatorLoop(ABC):
    """A game and a way of playing it as arrays, ready to be dealt and settled millions of times a second.

    It holds nothing but arrays and numbers, so it can be sent to another process or machine.
    """

    seats: int
    packets: tuple[int, ...]  # in the order of the deal
    kind_of: dict[str, int]  # by side bet read at the seats: where its pairs are counted
    kinds: int
    lines: int  # the most hand classes of any of them, plus one for lost

    @abstractmethod
    def play(self, rounds: int, seed: int, block: int) -> Tally:
        """Deal and settle the first rounds of a block."""

    def cards_of_rounds(self, rounds: int, seed: int, block: int) -> Integers:
        """The cards of the first rounds of a block, [round, place in the deck], as `play` deals them."""
        from cardroom.lab.solvers.packet_draws import cards_of_first_rounds

        return cards_of_first_rounds(np.arange(self.cards, dtype=np.int64), self.packets, rounds, seed, block)

    @property
    def cards(self) -> int:
        """Of the deck."""
        return 52

    def second_moments(self) -> tuple[Integers, Integers]:
        """Filled only with several seats, whose results in a round hang together."""
        return np.zeros(4, dtype=np.int64), np.zeros((self.kinds, self.lines, self.lines), dtype=np.int64)


@dataclass(frozen=True)
class Reading:
    """Hands that a side bet was read on in a simulation: how often, by facts, step and whether folded."""

    counts: Sequence[tuple[Answers, int | None, bool, int]]
    hands: int | None = None  # hands dealt, where the pays depend on it
    is_shared: bool = False  # read once a round, for all seats alike


# --- the two levels ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Solved(ABC):
    """A game under some pay tables: how its rounds end, what its options are worth, how its hands are spread.

    Where options are worth the same, the last one is taken.
    """

    game: Game
    settings: TableSettings

    @property
    @abstractmethod
    def total(self) -> int:
        """All deals."""

    def prepare(self, progress: Progress) -> None:
        """Count beforehand what takes long, telling how far it is; what does not is counted when it is asked for."""
        progress(1)

    @property
    @abstractmethod
    def best_policy(self) -> Policy:
        """The best option in every position."""

    @abstractmethod
    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        """The ways a round can end under a policy, the best one unless told."""

    def expectation(self, policy: Policy | None = None) -> Fraction:
        """What a unit of the base wager gains under a policy, exactly."""
        return sum((ending.deals * ending.net for ending in self.endings(policy)), Fraction(0)) / self.total

    @abstractmethod
    def spreads(self, wager: Wager) -> Spreads:
        """How the hands of a wager that is priced apart are spread, under the best play."""

    # --- decisions ---

    @abstractmethod
    def weigh_options(self, seen: Sight) -> Weighed:
        """What the options are worth with the cards that a player sees, exactly."""

    @abstractmethod
    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        """Decision by decision, where a policy gives something away; ways are those that the policy leads to."""

    def share_differing(self, policy: Policy) -> Fraction:
        """Hands with at least one worse decision; with one decision they cannot have two."""
        shares = [Fraction(int(found.ways.sum()), found.of) for found in self.choice_costs(policy)]
        if len(shares) > 1:
            raise not_counted(f"{self.game.name}: hands with several worse decisions are not told from those with one.")
        return sum(shares, Fraction(0))

    # --- strategies ---

    @abstractmethod
    def conditions(self, decision: int) -> Conditions:
        """The vocabulary of rules at a decision."""

    @property
    def condition_terms(self) -> list[str]:
        """Words of the rules that a reader may not know."""
        return []

    @abstractmethod
    def derive_rules(self) -> list[Rules]:
        """For every decision the short list that comes closest to the best play; the last rule always fits."""

    @abstractmethod
    def choices(self, decision: int, chosen: Integers) -> Integers:
        """The array of a policy from option numbers by what `conditions` tells apart; what must be folded is."""

    # --- other rules ---

    def transferred_policy(self, policy: Policy, of: Solved) -> Policy:
        """A way of playing the same cards under other rules, here: the same options, or the bets nearest to them.

        Positions are numbered by what a player sees, so they are the same as long as that is.
        """
        from cardroom.lab.solvers.policy_transfer import option_numbers, require_same_cards

        require_same_cards(of.game, self.game)
        numbers = option_numbers(of.game, self.game)
        choices = tuple(number[choice] for number, choice in zip(numbers, policy.choices, strict=True))
        if [choice.shape for choice in choices] != [choice.shape for choice in self.best_policy.choices]:
            raise not_counted(f"The decisions of {self.game.name} cannot be compared with those of {of.game.name}.")
        return Policy(policy.name, tuple(self.allowed(d, choice) for d, choice in enumerate(choices)))

    def allowed(self, decision: int, choice: Integers) -> Integers:  # noqa: ARG002 - asked where hands may be too low
        """The same choices, with the first option wherever a hand is too low for the one chosen."""
        return choice

    # --- other ways to the figures ---

    @abstractmethod
    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        """The simulator's loop."""

    @abstractmethod
    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        """The ways that simulated rounds have ended; every hand at a seat is one."""

    @abstractmethod
    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:
        """The hands that a side bet was read on in simulated rounds."""

    @property
    @abstractmethod
    def parts_per_unit(self) -> int:
        """Gains in a loop are whole numbers of such parts of a unit."""

    @abstractmethod
    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
        """What a player gains who sees more cards: for each deal the best option's expectation given all that is
        seen, and that of the option which ordinary best play takes.

        A deal is the player's cards, other hands that are seen, then from `first_known` on cards of the dealer's.
        """

    @abstractmethod
    def peek_sample_size(self, dealt: int, known: int) -> int:
        """Deals of so many cards, so many of them the dealer's, that take a few seconds."""


@dataclass(frozen=True, eq=False)
class Counted(ABC):
    """A game counted without any pay; what is heavy is counted when it is first asked for, and kept."""

    game: Game

    @property
    @abstractmethod
    def vocabulary(self) -> Mapping[str, str]:
        """The conditions that rules of a strategy may have, and what each means."""

    @abstractmethod
    def priced(self, settings: TableSettings) -> Solved:
        """The game under the pay tables of these settings."""


def require_shapes(policy: Policy, shapes: Sequence[tuple[int, ...]]) -> None:
    """A policy is for one game."""
    if [choice.shape for choice in policy.choices] != list(shapes):
        raise CardroomError("other-policy", f"The strategy “{policy.name}” is for another game.")


def not_counted(what: str) -> CardroomError:
    """No figure is printed that was not earned."""
    return CardroomError("not-counted", what)
