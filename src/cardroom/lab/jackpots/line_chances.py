"""Exact chances of a jackpot table's lines at a game, for links that need them equal."""

from __future__ import annotations

from fractions import Fraction

from cardroom.games.model import Game, Kind
from cardroom.games.paytable import PayTable
from cardroom.lab.analysis.side_bets import jackpot
from cardroom.lab.solvers import solve
from cardroom.table import table_settings


def award_chances(game: Game, table: PayTable, *, folded_hands_qualify: bool = True) -> dict[str, Fraction]:
    """By line of the pay table, for the game's jackpot wager that the table belongs to."""
    for wager in game.wagers:
        if wager.kind is Kind.JACKPOT and any(known.id == table.id for known in wager.paytables):
            settings = table_settings(game.id, folded_hands_qualify=folded_hands_qualify)
            found = jackpot(game, wager, table, solve(settings).spreads(wager)[None])
            names = {line.text: line.id for line in table.lines}
            return {names[award.hand]: award.probability for award in found.awards}
    return {}
