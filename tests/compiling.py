"""Compiles the lab's kernels and counts every game once, before the workers of a test run would all do it.

Every way of counting a game is gone through: counted, played, and looked at with cards seen.
"""

from __future__ import annotations

import contextlib

import numpy as np

from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.games.rule_parameters import read_deck
from cardroom.hands import THREE_CARD_POKER
from cardroom.lab.game_protection import protection
from cardroom.lab.simulation import simulate
from cardroom.lab.solvers.card_sets.suit_classes import suited_deck
from cardroom.lab.solvers.joint_hands.deal_counts import deals_reaching
from cardroom.table import table_settings

from .lab.solved_games import COUNTED, DECIDED, analysis_of, derived_strategy, solved_game


def compile_all() -> None:
    of = suited_deck(read_deck("QKA/cdh"))
    any_hand = np.ones(THREE_CARD_POKER.number_of_values, dtype=bool)
    deals_reaching(of, THREE_CARD_POKER, any_hand, 2)  # for the games it is looked up
    for game in games():
        settings = table_settings(game)
        solved = solved_game(game)
        if game in COUNTED:
            analysis_of(game)
        if game in DECIDED:
            derived_strategy(game)
        simulate(settings, rounds=100, workers=1)
        with contextlib.suppress(CardroomError):
            protection(settings, seen_hands=1, seen_dealer_cards=0, deals=1, solved=solved)
