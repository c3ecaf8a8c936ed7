"""The figures printed in the sheets beside the exact ones, and what an operator should know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from cardroom.games.model import Game, MakeBet, Result, Return
from cardroom.games.paytable import NOT_APPROVED, PayTable
from cardroom.lab.results import Base, Jackpot, Published, SideBet
from cardroom.number_format import percent
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.solvers.protocol import Ending

# How findings begin, for whoever shows them.
PLAYER_EDGE = "PLAYER EDGE:"
NOT_REPRODUCED = "NOT REPRODUCED:"
WHAT_DRIVES_IT = "What drives it:"

DEPENDS_ON_PLAY = (
    "hold is the share of money brought to the table that stays there; it depends on how long people play,"
    " so no count of cards can confirm it"
)


def published_figures(settings: TableSettings, base: Base, side_bets: Sequence[SideBet]) -> tuple[Published, ...]:
    """Every figure that the sheet prints under a pay table of this game."""
    game = settings.rules
    figures = list(_base_figures(game, settings, base))
    printed = {table.id: table.printed for wager in game.wagers for table in wager.paytables}
    for bet in side_bets:
        for name, figure in printed.get(bet.paytable, {}).items():
            value = bet.hit_frequency if name == "win frequency" else bet.house_edge
            places = len(figure.rstrip("%").partition(".")[2])
            computed = percent(value, places)
            title = f"{bet.paytable}, {name}"
            figures.append(Published(figure=title, printed=figure, computed=computed, agrees=computed == figure))
    return tuple(figures)


def _base_figures(game: Game, settings: TableSettings, base: Base) -> Iterator[Published]:
    table = settings.paytables.get(game.base_wager.id)
    for name, figure in (table.printed if table else {}).items():
        assert table is not None
        title = f"{table.id}, {name}"
        if name == "expected hold":
            yield Published(figure=title, printed=figure, computed="not derivable", agrees=False, note=DEPENDS_ON_PLAY)
            continue
        places = len(figure.rstrip("%").partition(".")[2])
        edge, risk = percent(base.house_edge, places), percent(base.element_of_risk, places)
        computed = f"{edge} of the {game.base_wager.name}, {risk} of all money bet"
        yield Published(figure=title, printed=figure, computed=computed, agrees=figure in (edge, risk))


def findings(
    settings: TableSettings,
    base: Base,
    endings: Sequence[Ending],
    side_bets: Sequence[SideBet],
    jackpots: Sequence[Jackpot],
    published: Sequence[Published],
) -> tuple[str, ...]:
    """What stands out, the most serious first."""
    priced: list[SideBet | Jackpot] = [*side_bets, *jackpots]
    found = [
        *_player_edges(settings, base, endings, side_bets, jackpots),
        *_disagreements(published),
        *(f"{bet.name}: {bet.paytable}." for bet in priced if bet.own),
        *(f"{table.id}: {NOT_APPROVED}." for table in _own_base_tables(settings)),
    ]
    return tuple(found)


def _player_edges(
    settings: TableSettings,
    base: Base,
    endings: Sequence[Ending],
    side_bets: Sequence[SideBet],
    jackpots: Sequence[Jackpot],
) -> Iterator[str]:
    game = settings.rules
    if base.ev > 0:
        parts = ", ".join(f"{game.wager(share.wager).name} {percent(share.ev)}" for share in base.by_wager)
        own = ", ".join(table.id for table in _own_base_tables(settings))
        tables = f"under {own}" if own else "as printed"
        yield (
            f"{PLAYER_EDGE} {tables}, {game.name} gives a player who plays best an edge"
            f" of {percent(base.ev)} of the {game.base_wager.name} ({percent(-base.element_of_risk)} of all money bet)."
            f" By wager, in units of the {game.base_wager.name}: {parts}."
        )
        yield _what_drives(settings.rules, base, endings)
    for bet in side_bets:
        if bet.house_edge < 0:
            column = f" with {bet.hands} hands" if bet.hands else ""
            yield f"{PLAYER_EDGE} {bet.name} under {bet.paytable}{column} gives the player {percent(-bet.house_edge)}."
    for prize in jackpots:
        if prize.fixed_return >= 1:
            yield f"{PLAYER_EDGE} the fixed pays of {prize.paytable} alone return {percent(prize.fixed_return)}."


def _what_drives(game: Game, base: Base, endings: Sequence[Ending]) -> str:
    """Where a player's edge comes from: how often the dealer fails, and what the fold saves."""

    def share(**facts: object) -> Fraction:
        deals = sum(ending.deals for ending in endings if facts.items() <= ending.facts.items())
        return Fraction(deals, base.deals)

    parts = []
    if base.fold_rate:
        parts.append(f"the player folds {percent(base.fold_rate)} of hands and stays with the rest")
    if "result" in game.facts:
        ahead, behind = percent(share(result=Result.WIN)), percent(share(result=Result.LOSS))
        parts.append(f"of all deals {ahead} end with the player ahead and only {behind} behind")
    if game.qualifier is not None:
        words = game.ranking_of("dealer").words(game.qualifier)
        spares = f", which spares the {game.base_wager.name} alone" if game.stages_of(Return) else ""
        parts.append(f"on {percent(share(dealer_qualifies=False))} the dealer misses {words}{spares}")
    if not parts:
        parts.append("the pay tables give more than the cards take")
    bets = [
        f" The {game.wager(bet.wager).name} bet is made with the cards in hand and wins at full odds."
        for bet in _bets(game)
    ]
    return f"{WHAT_DRIVES_IT} {'; '.join(parts)}.{bets[0] if bets else ''}"


def _bets(game: Game) -> list[MakeBet]:
    return [option for decision in game.decisions for option in decision.options if isinstance(option, MakeBet)]


def _disagreements(published: Sequence[Published]) -> Iterator[str]:
    for figure in published:
        if not figure.agrees:
            note = f" ({figure.note})" if figure.note else ""
            yield f"{NOT_REPRODUCED} {figure.figure} is printed as {figure.printed}; exactly: {figure.computed}{note}."


def _own_base_tables(settings: TableSettings) -> list[PayTable]:
    side = {wager.id for wager in settings.rules.wagers if wager.is_side_bet}
    own = {table.id: table for name, table in settings.paytables.items() if name not in side and not table.is_printed}
    return list(own.values())
