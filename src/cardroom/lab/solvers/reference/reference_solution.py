"""A game solved by playing it: chance is weighed, and decisions are made for the best by what the seat sees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from cardroom.errors import CardroomError
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.reference.engine_play import SEAT, Deal, Player
from cardroom.lab.solvers.reference.packet_deals import Stack
from cardroom.lab.solvers.reference.suit_symmetry import Parts
from cardroom.money import Pay
from cardroom.table import Round, TableSettings
from cardroom.table.events import Qualified
from cardroom.table.information_set import Sight, sight_of

Came = Fraction | Pay  # what became of a wager: units gained or lost, or the award of a jackpot
Chances = dict[Came, Fraction]
Watch = Callable[[Round], None]


@dataclass(frozen=True)
class Ended:
    """How a round ended: units gained in the game itself, and what became of each wager priced apart."""

    net: Fraction
    apart: tuple[tuple[str, Came], ...]


Tally = dict[Ended, Fraction]  # with the chance of the cards that lead there


@dataclass(frozen=True)
class Decided:
    """What a seat may see at a decision, what each of its options is worth, in units, and the best one."""

    seen: Sight
    path: tuple[str, ...]  # the options taken before
    chance: Fraction  # of the cards seen; where suits are alike, of all that only their names tell apart
    worth: dict[str, Fraction]
    best: str  # where several are, the last


@dataclass
class Reference:
    """A game solved plainly."""

    settings: TableSettings
    endings: Chances = field(default_factory=dict)  # of the game itself, by units gained
    apart: dict[str, Chances] = field(default_factory=dict)  # of each wager that is priced apart
    decided: list[Decided] = field(default_factory=list)  # all decisions that a seat can come to
    rounds: int = 0  # that were played to a decision or to their end

    @property
    def expectation(self) -> Fraction:
        return _mean(self.endings)


def _mean(chances: Chances) -> Fraction:
    total = Fraction(0)
    for came, chance in chances.items():
        if not isinstance(came, Fraction):
            raise CardroomError("not-settled-here", f"An award of {came} is worth what the jackpot says.")
        total += came * chance
    return total


def play_out(
    settings: TableSettings, *, merge: bool = True, most: int = 200_000, watch: Watch | None = None
) -> Reference:
    """Solve a game on its (small) deck. `watch` is shown every round that is over, also those of worse options."""
    player = Player(settings, merge=merge, most=most)
    solver = _Solver(settings, player, watch)
    tally = solver.best(player.on(player.start()), ())
    found = Reference(settings, decided=solver.decided, rounds=player.rounds)
    for ended, chance in tally.items():
        found.endings[ended.net] = found.endings.get(ended.net, Fraction(0)) + chance
        for wager, came in ended.apart:
            chances = found.apart.setdefault(wager, {})
            chances[came] = chances.get(came, Fraction(0)) + chance
    return found


def worth_at(
    settings: TableSettings, known: Stack, path: Sequence[str], *, most: int = 200_000, watch: Watch | None = None
) -> Decided:
    """What options are worth to a seat that has taken this path and sees the cards in these places of the deck."""
    player = Player(settings, known, merge=False, most=most)
    solver = _Solver(settings, player, watch, tuple(path))
    solver.best(player.on(player.start()), ())
    at = [decided for decided in solver.decided if decided.path == tuple(path)]
    if len(at) != 1:
        raise CardroomError("not-there", f"{len(at)} decisions are reached so: name all cards that the seat sees.")
    return at[0]


class _Solver:
    def __init__(
        self, settings: TableSettings, player: Player, watch: Watch | None, forced: tuple[str, ...] = ()
    ) -> None:
        self.settings, self.player, self.watch, self.forced = settings, player, watch, forced
        self.decided: list[Decided] = []

    def best(self, deals: Iterable[Deal], path: tuple[str, ...]) -> Tally:
        """How rounds end from here on under the best play of a seat that knows what it sees and no more."""
        tally: Tally = defaultdict(Fraction)
        at_decisions: dict[Parts, list[Deal]] = defaultdict(list)
        for deal in deals:
            if deal.round.decision() is None:
                tally[self._ended(deal.round)] += deal.chance
            else:
                at_decisions[self.player.seen(deal.round)].append(deal)
        for alike in at_decisions.values():
            for ended, chance in self._decide(alike, path).items():
                tally[ended] += chance
        return tally

    def _decide(self, deals: list[Deal], path: tuple[str, ...]) -> Tally:
        options = self._options(deals)
        if len(path) < len(self.forced):
            options = [self.forced[len(path)]]
        tried = {name: self._try(deals, name, (*path, name)) for name in options}
        chance = sum((deal.chance for deal in deals), Fraction(0))
        worth = {name: _worth(tally) / chance for name, tally in tried.items()}
        best = max(reversed(options), key=worth.__getitem__)
        seen = sight_of(deals[0].round, SEAT)
        assert seen is not None
        seen = msgspec.structs.replace(seen, settings=self.settings)
        self.decided.append(Decided(seen, path, chance, worth, best))
        return tried[best]

    def _try(self, deals: list[Deal], option: str, path: tuple[str, ...]) -> Tally:
        return self.best((later for deal in deals for later in self.player.on(self.player.choose(deal, option))), path)

    def _options(self, deals: list[Deal]) -> list[str]:
        found = {tuple(option.name for option in deal.round.options(SEAT)) for deal in deals}
        if len(found) > 1:
            raise CardroomError(
                "not-seen",
                f"The options at a decision of {self.player.game.name} depend on cards that its player does not see.",
            )
        return list(found.pop())

    def _ended(self, round_: Round) -> Ended:
        if self.watch is not None:
            self.watch(round_)
        game, unit = self.player.game, self.player.unit
        seat = round_.state.seats[SEAT]
        came: dict[str, Came] = {name: Fraction(money, unit) for name, money in seat.results.items()}
        came |= {event.wager: event.pays for event in round_.events if isinstance(event, Qualified)}
        apart = [wager.id for wager in game.wagers if is_priced_apart(game, wager) and wager.id in came]
        own = (Fraction(money, unit) for name, money in seat.results.items() if name not in apart)
        return Ended(sum(own, Fraction(0)), tuple((name, came[name]) for name in apart))


def _worth(tally: Tally) -> Fraction:
    return sum((chance * ended.net for ended, chance in tally.items()), Fraction(0))
