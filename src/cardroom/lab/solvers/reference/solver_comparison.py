"""A fast way of counting held against the plain reference: the first difference is told in a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from cardroom.errors import CardroomError
from cardroom.games.model import Game, Kind, Outcome, Verdict, Wager
from cardroom.games.settlement import Layout, facts_on
from cardroom.lab.solvers.payoffs import net_of, outcome_in
from cardroom.lab.solvers.protocol import Answers, Solved, Spread
from cardroom.lab.solvers.reference.engine_play import SEAT
from cardroom.lab.solvers.reference.reference_solution import Came, Chances, Decided, Reference, play_out
from cardroom.lab.solvers.reference.settlement_coverage import hand_class_of, settled_wagers
from cardroom.table import Round, TableSettings


@dataclass(frozen=True)
class ReferenceCheck:
    """A solved game that agrees with the reference, and what it refuses to count of it, with its sentences."""

    reference: Reference
    refused: dict[str, str]  # by wager


def check_against_reference(solved: Solved, reference: Reference | None = None) -> ReferenceCheck:
    """Compare a solved game with the reference, which is played out unless it is given; raise where they differ."""
    found = play_out(solved.settings) if reference is None else reference
    refused: dict[str, str] = {}
    for difference in differences(solved, found, refused):
        raise CardroomError("figures-differ", difference)
    return ReferenceCheck(found, refused)


def check_option_worth(solved: Solved, decided: Decided) -> None:
    """Compare what a player is told at one decision."""
    for difference in _worth_differs(solved, decided):
        raise CardroomError("figures-differ", difference)


def differences(solved: Solved, found: Reference, refused: dict[str, str]) -> Iterator[str]:
    """All that differs, in sentences: expectation, endings, wagers priced apart, what options are worth."""
    name = solved.game.name
    if solved.expectation() != found.expectation:
        yield f"{name}: a unit gains {solved.expectation()} as counted, {found.expectation} as played."
    yield from _chances_differ(f"{name}, its endings", _endings(solved), found.endings)
    for wager_id, played in found.apart.items():
        wager = solved.game.wager(wager_id)
        try:
            priced = _priced(solved, wager)
        except CardroomError as refusal:
            if refusal.code != "not-counted":
                raise
            refused[wager_id] = refusal.message
            continue
        yield from _chances_differ(f"{name}, {wager.name}", priced, played)
    for decided in found.decided:
        yield from _worth_differs(solved, decided)


def _chances_differ(what: str, counted: Chances, played: Chances) -> Iterator[str]:
    for came in dict.fromkeys((*played, *counted)):
        ours, theirs = counted.get(came, Fraction(0)), played.get(came, Fraction(0))
        if ours != theirs:
            yield f"{what}: “{came}” has a chance of {ours} as counted, {theirs} as played."


def _worth_differs(solved: Solved, decided: Decided) -> Iterator[str]:
    counted = dict(solved.weigh_options(decided.seen).worth)
    if counted != decided.worth:
        cards = "; ".join(f"{holder} {' '.join(cards)}" for holder, cards in decided.seen.cards.items())
        yield (
            f"{solved.game.name}, {decided.seen.decision} with {cards}: "
            f"options are worth {_listed(counted)} as counted, {_listed(decided.worth)} as played."
        )


def _listed(worth: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {value}" for name, value in worth.items())


def _endings(solved: Solved) -> Chances:
    chances: Chances = defaultdict(Fraction)
    for ending in solved.endings():
        if ending.deals:
            chances[ending.net] += Fraction(ending.deals, solved.total)
    return chances


def _priced(solved: Solved, wager: Wager) -> Chances:
    """What becomes of a wager, from how its hands are spread."""
    spreads = solved.spreads(wager)
    hands = None if None in spreads else 1 + solved.game.has_dealer_hand
    return _of_spread(solved, wager, spreads[hands], hands or 0)


def _of_spread(solved: Solved, wager: Wager, spread: Spread, hands: int) -> Chances:
    table = solved.settings.paytables.get(wager.id)
    chances: Chances = defaultdict(Fraction)
    for (facts, step), ways in spread.steps.items():
        if ways:
            outcome = outcome_in(solved.game, wager, table, facts, step, hands)
            came: Came = outcome.pays if outcome.pays and _is_award(wager, outcome) else net_of(outcome)
            chances[came] += Fraction(ways, spread.of)
    if spread.lost_by_folding:
        chances[Fraction(-1)] += Fraction(spread.lost_by_folding, spread.of)
    return chances


def _is_award(wager: Wager, outcome: Outcome) -> bool:
    return wager.kind is Kind.JACKPOT and outcome.verdict is Verdict.WIN


def check_settlement(settings: TableSettings, round_: Round) -> None:
    """Compare what the engine has paid in a round with what its wagers are priced at; raise where they differ."""
    game, seat, layout = settings.rules, round_.state.seats[SEAT], round_.state.layout(SEAT)
    facts = _answers(game, layout)
    for wager in settled_wagers(round_, settings):
        table, step = settings.paytables.get(wager.id), hand_class_of(game, wager, layout)
        outcome = outcome_in(game, wager, table, facts, step, layout.hands_dealt)
        counted = Fraction(-1) if _is_award(wager, outcome) else net_of(outcome, is_staked=wager.is_staked)
        played = Fraction(seat.results.get(wager.id, 0), seat.stakes[wager.on or wager.id])
        if counted != played:
            raise CardroomError(
                "figures-differ", f"{game.name}, {wager.name}: a unit gains {counted} as counted, {played} as played."
            )


def _answers(game: Game, layout: Layout) -> Answers:
    """All facts that have an answer on these cards."""
    facts, found = facts_on(game, layout), {}
    for name in game.facts:
        with suppress(CardroomError):
            found[name] = getattr(facts, name)
    return tuple(found.items())
