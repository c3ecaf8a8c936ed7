"""Variants as a question: what a game costs under other rules or pay tables, and which decisions change.

Rules that may be set are those that a game's file declares; a pay table is set as `paytable:WAGER`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import settable
from cardroom.games.model import Kind, Wager
from cardroom.lab.analysis.game_figures import base_figures
from cardroom.lab.analysis.side_bets import side_bet
from cardroom.lab.results import Base, SideBet
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.protocol import Solved
from cardroom.lab.strategy.strategy_cost import Mistake, assess
from cardroom.table import TableSettings
from cardroom.table.settings_changes import read_table, wagers_sharing_paytables, with_paytable, with_rules

PAYTABLE = "paytable:"

Progress = Callable[[str], None]


def ignore_progress(_: str) -> None:
    """Progress that no one follows."""


# --- other rules ------------------------------------------------------------------------------------------------------


class Changed(msgspec.Struct, frozen=True):
    """A game under other rules and pay tables, and what is doubtful about the pay tables."""

    settings: TableSettings
    warnings: tuple[str, ...] = ()


def with_changes(settings: TableSettings, changes: Mapping[str, str]) -> Changed:
    """The game under these changes: rules by name, pay tables by `paytable:WAGER` and the id of one or a file."""
    rules = {name: value for name, value in changes.items() if not name.startswith(PAYTABLE)}
    settings = with_rules(settings, rules) if rules else settings
    warnings: list[str] = []
    for name, value in changes.items():
        if name.startswith(PAYTABLE):
            wager = settings.rules.wager(name.removeprefix(PAYTABLE))
            own = read_table(settings.rules, wager, value)
            warnings += own.warnings
            settings = with_paytable(settings, wager.id, own.table)
    return Changed(settings, tuple(warnings))


class Choice(msgspec.Struct, frozen=True):
    """Something that may be set: its values in order, and the one in force."""

    name: str
    values: tuple[str, ...]
    now: str
    wager: str = ""  # whose edge it is about; empty: the game's


def possible_changes(settings: TableSettings) -> list[Choice]:
    """All that may be set: the rules of the game's file, and pay tables where several are printed."""
    game = settings.rules
    found = [
        Choice(rule.name, tuple(map(str, rule.values)), str(game.variant.get(rule.name, rule.default)))
        for rule in settable(game)
    ]
    for wager in game.wagers:
        if (
            len(wager.paytables) < 2
            or wager.kind is Kind.JACKPOT
            or wagers_sharing_paytables(game, wager)[0] != wager.id
        ):
            continue
        about = wager.id if is_priced_apart(game, wager) else ""
        tables = tuple(table.id for table in wager.paytables)
        found.append(Choice(f"{PAYTABLE}{wager.id}", tables, settings.paytables[wager.id].id, about))
    return found


# --- what it costs ----------------------------------------------------------------------------------------------------


class Figures(msgspec.Struct, frozen=True):
    """A game under the pay tables in force."""

    settings: TableSettings
    base: Base
    side_bets: Mapping[str, SideBet]  # by wager, for the fewest hands dealt where that matters
    refused: tuple[str, ...] = ()  # wagers that cannot be counted, in a sentence each


def edge_figures(settings: TableSettings) -> Figures:
    solved = solve(settings)
    side_bets, refused = {}, []
    for wager in settings.rules.wagers:
        if is_priced_apart(settings.rules, wager) and wager.kind is not Kind.JACKPOT:
            try:
                side_bets[wager.id] = priced_wager(solved, wager)
            except CardroomError as error:
                refused.append(error.message)
    return Figures(settings, base_figures(solved), side_bets, tuple(refused))


def priced_wager(solved: Solved, wager: Wager) -> SideBet:
    """A wager beside the game under its pay table in force."""
    if wager.kind is Kind.JACKPOT:
        raise CardroomError("a-jackpot", f"{wager.name} is paid from a jackpot: `cardroom jackpot` says what it costs.")
    hands, spread = next(iter(solved.spreads(wager).items()))
    return side_bet(solved.game, wager, solved.settings.paytables.get(wager.id), spread, hands)


def uncompared_wagers(settings: TableSettings) -> tuple[Wager, ...]:
    """Wagers that no figure here is about: what a jackpot costs moves with its meter."""
    return tuple(wager for wager in settings.rules.wagers if wager.kind is Kind.JACKPOT)


def edge_of(settings: TableSettings, wager: str = "") -> Fraction:
    """The house's edge: the game's, or that of a wager beside it."""
    game, solved = settings.rules, solve(settings)
    if wager and is_priced_apart(game, game.wager(wager)):
        return priced_wager(solved, game.wager(wager)).house_edge
    return -solved.expectation()


class Edge(msgspec.Struct, frozen=True):
    """The house's edge under one value of one rule, all else being as it was."""

    value: str
    is_now: bool
    edge: Fraction


def edges_of_single_changes(
    settings: TableSettings, progress: Progress = ignore_progress
) -> Iterator[tuple[Choice, list[Edge]]]:
    """For everything that may be set, the edge under each of its values."""
    for choice in possible_changes(settings):
        edges = []
        for value in choice.values:
            progress(f"{choice.name}={value}")
            variant = settings if value == choice.now else with_changes(settings, {choice.name: value}).settings
            edges.append(Edge(value, value == choice.now, edge_of(variant, choice.wager)))
        yield choice, edges


# --- side by side -----------------------------------------------------------------------------------------------------


class Moved(msgspec.Struct, frozen=True):
    """A figure before and after; None where a wager is not there."""

    figure: str
    before: Fraction | None
    after: Fraction | None
    is_share: bool = True  # otherwise in units of the base wager

    @property
    def by(self) -> Fraction:
        return (self.after or Fraction(0)) - (self.before or Fraction(0))


class Comparison(msgspec.Struct, frozen=True):
    before: Figures
    after: Figures
    moved: tuple[Moved, ...]
    decisions: tuple[Mistake, ...]  # where what was best before no longer is, and what that costs now
    differs: Fraction | None  # the share of hands with such a decision; None: the decisions cannot be compared
    note: str = ""  # why not


def compare(before: TableSettings, after: TableSettings, progress: Progress = ignore_progress) -> Comparison:
    """Two ways to play a game side by side, and where the best play of the first is not the best in the second."""
    progress(before.rules.name)
    old = edge_figures(before)
    progress(after.rules.name)
    new = edge_figures(after)
    progress("comparing decisions")
    moved = tuple(_moved(old, new))
    here, there = solve(after), solve(before)
    try:
        found = assess(here, here.transferred_policy(there.best_policy, there))
    except CardroomError as error:
        return Comparison(old, new, moved, (), None, error.message)
    return Comparison(old, new, moved, found.mistakes, found.differs)


def _moved(before: Figures, after: Figures) -> Iterator[Moved]:
    old, new, game = before.base, after.base, after.settings.rules
    yield Moved("house edge", old.house_edge, new.house_edge)
    yield Moved("element of risk", old.element_of_risk, new.element_of_risk)
    yield Moved("average wager", old.average_wager, new.average_wager, is_share=False)
    yield Moved("folded", old.fold_rate, new.fold_rate)
    shares = [{share.wager: share.ev for share in base.by_wager} for base in (old, new)]
    for wager in game.wagers:
        if any(wager.id in of_wagers for of_wagers in shares):
            worth = [of_wagers.get(wager.id) for of_wagers in shares]
            yield Moved(f"expectation of {wager.name}", worth[0], worth[1])
    for wager_id in dict.fromkeys((*before.side_bets, *after.side_bets)):
        was, now = before.side_bets.get(wager_id), after.side_bets.get(wager_id)
        name = next(bet.name for bet in (now, was) if bet)
        yield Moved(f"house edge of {name}", was.house_edge if was else None, now.house_edge if now else None)
