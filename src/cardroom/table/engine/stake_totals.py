"""What was staked at a table over many rounds, in the few sums that the expectation and the spread of its win need.

Hands of one round share cards, so what they bring hangs together: squares are summed by hand and by round, and rounds
are counted by size. They are squares of cents, so that a day's sum stays far below 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from cardroom.games.round_facts import DEALER
from cardroom.money import CENT, Money
from cardroom.table.round_state import RoundState


class Staked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager over many rounds."""

    hands: int = 0  # that had a stake on it
    rounds: int = 0  # with at least one of those
    total: Money = 0
    squares: int = 0  # of each hand's stake, in cents
    round_squares: int = 0  # of what all hands of a round had staked together, in cents
    sizes: dict[int, int] = {}  # rounds by what all hands staked together, in cents, as `rounded_stake` says

    def with_round(self, stakes: Sequence[Money]) -> Staked:
        """And one round more, with what each hand had on it."""
        together = sum(stakes)
        size = rounded_stake(together)
        return Staked(
            hands=self.hands + len(stakes),
            rounds=self.rounds + 1,
            total=self.total + together,
            squares=self.squares + sum((stake // CENT) ** 2 for stake in stakes),
            round_squares=self.round_squares + (together // CENT) ** 2,
            sizes=self.sizes | {size: self.sizes.get(size, 0) + 1},
        )

    def followed_by(self, later: Staked) -> Staked:
        """The rounds of both."""
        sizes = self.sizes | {size: self.sizes.get(size, 0) + rounds for size, rounds in later.sizes.items()}
        return Staked(
            hands=self.hands + later.hands,
            rounds=self.rounds + later.rounds,
            total=self.total + later.total,
            squares=self.squares + later.squares,
            round_squares=self.round_squares + later.round_squares,
            sizes=sizes,
        )


def rounded_stake(amount: Money) -> int:
    """Cents rounded up to four binary places, an eighth at most: few sizes, however many amounts there are.

    >>> [rounded_stake(dollars * 1_000_000) for dollars in (1, 5, 25, 100)]
    [104, 512, 2560, 10240]
    """
    cents = -(-amount // CENT)
    shift = max(cents.bit_length() - 4, 0)
    return -(-cents // (1 << shift)) << shift


def add_round(staked: Mapping[str, Staked], state: RoundState) -> dict[str, Staked]:
    """And a round that is over. Hands that were fouled had their stakes back; jackpot wagers are their link's.

    The rules are not asked: a log is folded also where they are gone.
    """
    found = dict(staked)
    for key, stakes in _stakes_in(state).items():
        found[key] = found.get(key, Staked()).with_round(stakes)
    return found


def _stakes_in(state: RoundState) -> dict[str, list[Money]]:
    settings = state.settings
    hands = len(state.seats) + (DEALER in state.dealt_to)
    stakes: dict[str, list[Money]] = {}
    for _, seat in sorted(state.seats.items()):
        for wager, stake in () if seat.fouled else sorted(seat.stakes.items()):
            if wager not in settings.jackpot_wagers:
                table = settings.paytables.get(wager)
                by_hands = table is not None and bool(table.columns)
                stakes.setdefault(staked_key(wager, hands if by_hands else None), []).append(stake)
    return stakes


def staked_key(wager: str, hands: int | None) -> str:
    """The name that a wager is counted under; where it is paid by the hands dealt, apart for each number of them."""
    return wager if hands is None else f"{wager}/{hands}"
