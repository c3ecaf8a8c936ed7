"""Small decks for a game, that together reach all its pay tables and settlements can come to, as far as that can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, factorial
from random import Random
from typing import NamedTuple

from cardroom.cards import RANKS, SUITS, Card
from cardroom.games.model import COMMUNITY, Check, Deal, Decide, Deck, Fold, Game, MakeBet, Surrender
from cardroom.games.rule_parameters import DECK, read_deck
from cardroom.lab.solvers.reference.engine_play import SEAT, Player
from cardroom.lab.solvers.reference.packet_deals import turned_together
from cardroom.lab.solvers.reference.settlement_coverage import Reached, Ways
from cardroom.table import Round, TableSettings, table_settings
from cardroom.table.commands import Choose
from cardroom.table.event_visibility import view
from cardroom.table.events import CardExposed, PacketDealt

LARGEST = 20_000  # rounds of a deck that is played out at all, some ten seconds
IN_ALL = 12_000  # of several decks
LETTERS = {rank: "T" if rank == "10" else rank for rank in RANKS}


def on_deck(game: Game, deck: str) -> str:
    """The id of a game on a small deck.

    >>> from cardroom.games import games
    >>> game = next(iter(games().values()))
    >>> on_deck(game, "9TJQKA/cd") == f"{game.id}?deck=9TJQKA/cd"
    True
    """
    return f"{game.id}{'&' if '?' in game.id else '?'}{DECK}={deck}"


def small_decks(game: Game, most: int = 4_000, tries: int = 60, seed: int = 1) -> dict[str, Reached]:
    """Decks of at most so many rounds each, taken one by one for what they add; what each reaches in a few rounds.

    Where no deck has so few, they are the smallest that there are; none where those have too many.
    """
    random = Random(seed)  # noqa: S311 - which decks are tried is no secret
    rounds = dict(sorted(_candidates(game, LARGEST), key=lambda candidate: candidate[1]))
    most = max(most, min(rounds.values(), default=0))
    found: dict[str, Reached] = {}
    for deck in (deck for deck, number in rounds.items() if number <= most):
        found[deck] = reached_at_random(table_settings(on_deck(game, deck)), tries, random)
    chosen: dict[str, Reached] = {}
    missing = set(Ways(table_settings(game.id)).all)
    while found:
        best = max(found, key=lambda deck: len(found[deck] & missing))
        if not found[best] & missing or (chosen and sum(map(rounds.__getitem__, [*chosen, best])) > IN_ALL):
            break
        missing -= found[best]
        chosen[best] = found.pop(best)
    return chosen


def reached_at_random(settings: TableSettings, rounds: int, random: Random) -> Reached:
    """What some rounds reach in which nobody folds."""
    player, ways = Player(settings, merge=False), Ways(settings)
    for _ in range(rounds):
        round_ = player.start().round
        round_.deal_from(random.sample(player.cards, len(player.cards)))
        play_at_random(round_, random)
        ways.watch(round_)
    return ways.reached


class Spot(NamedTuple):
    """A decision as a seat has come to it: the cards that it sees, by their places, and the options that it took."""

    known: dict[int, Card]
    path: tuple[str, ...]


def play_at_random(round_: Round, random: Random) -> Spot | None:
    """Play a round to its end without giving anything up; its last decision."""
    spot: Spot | None = None
    path: tuple[str, ...] = ()
    round_.run_dealer()
    while (decision := round_.decision()) is not None:
        spot = Spot(visible_places(round_), path)
        path = (*path, random.choice(_staying(decision, [option.name for option in round_.options(SEAT)])))
        round_.do(Choose(SEAT, path[-1]))
        round_.run_dealer()
    return spot


def _staying(decision: Decide, names: list[str]) -> list[str]:
    """Checks before bets, so that as many decisions come up as can; nothing given up unless it must be."""
    for kind in (Check, MakeBet):
        if found := [name for name in names if isinstance(decision.option(name), kind)]:
            return found
    return names


def visible_places(round_: Round) -> dict[int, Card]:
    """The cards that the seat sees, by their places in the deck."""
    known: dict[int, Card] = {}
    community: list[int] = []
    for event in (view(event, SEAT) for event in round_.events):
        match event:
            case PacketDealt(cards=cards, up=up, places=tuple() as places):
                shown = up if cards is None else cards
                known |= zip(places[len(places) - len(shown) :], shown, strict=True)
                community += places if event.to == COMMUNITY else ()
            case CardExposed(card=card):
                known[community.pop(0)] = card
    return known


def uncovered_decisions(settings: TableSettings, ways: Ways, tries: int, random: Random) -> Iterator[Spot]:
    """Last decisions of rounds that reach what is missing of the game's own wagers, found among so many at random."""
    player = Player(settings, merge=False)
    for _ in range(tries):
        if not ways.own(ways.missing):
            return
        round_ = player.start().round
        round_.deal_from(random.sample(player.cards, len(player.cards)))
        spot = play_at_random(round_, random)
        if spot is not None and ways.own(ways.of(round_)) & ways.missing:
            yield spot


def _candidates(game: Game, most: int) -> Iterator[tuple[str, int]]:
    """Neighbouring ranks, ranks with gaps, and all numbers of suits."""
    seen = set()
    for suits in range(1, len(SUITS) + 1):
        for ranks in _rank_sets():
            text = f"{''.join(sorted(map(LETTERS.__getitem__, ranks)))}/{''.join(SUITS[:suits])}"
            if text in seen:
                continue
            seen.add(text)
            rounds = estimated_rounds(game, read_deck(text, game.deck.packs))
            if 0 < rounds <= most:
                yield text, rounds


def _rank_sets() -> Iterator[tuple[str, ...]]:
    for step in (1, 2, 3):
        for size in range(1, len(RANKS) // step + 1):
            for first in range(len(RANKS)):
                yield tuple(RANKS[(first + step * place) % len(RANKS)] for place in range(size))


def estimated_rounds(game: Game, deck: Deck) -> int:
    """About how many rounds there are to play, suits taken as alike; 0 where the cards do not suffice."""
    kinds, cards, rounds = len(deck.ranks) * len(deck.suits), len(deck.cards), 1
    for stage in game.stages_of(Deal):
        cards -= stage.burn
        for holder in stage.to:
            for size in turned_together(game, 0, stage.cards) if holder == COMMUNITY else (stage.cards,):
                if size > cards:
                    return 0
                rounds *= min(comb(cards, size), comb(kinds + size - 1, size))
                cards -= size
    return max(1, rounds * _paths(game.decisions) // factorial(len(deck.suits)))


def _paths(decisions: Sequence[Decide]) -> int:
    """How many ways there are through these decisions."""
    if not decisions:
        return 1
    decision, *later = decisions
    others = [each for each in later if each.wager != decision.wager]
    ways = {Fold: 1, Surrender: 1, MakeBet: _paths(others)}
    return sum(ways.get(type(option), _paths(later)) for option in decision.options)
