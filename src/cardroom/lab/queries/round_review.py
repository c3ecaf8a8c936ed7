"""Decisions of rounds that are over, held against exact advice."""

from __future__ import annotations

from fractions import Fraction

from cardroom.errors import CardroomError
from cardroom.games.model import SEAT
from cardroom.lab.queries.messages import Reviewed
from cardroom.lab.strategy.advice import advise
from cardroom.lab.strategy.option_words import option_words
from cardroom.table.information_set import Decided


def review(decided: tuple[Decided, ...]) -> tuple[Reviewed, ...] | None:
    """None where no advice can be given for the game."""
    try:
        return tuple(map(_review, decided))
    except CardroomError as error:
        if error.code != "not-counted":
            raise
        return None


def _review(one: Decided) -> Reviewed:
    advice = advise(one.seen)
    game = one.seen.settings.rules
    cost = next((option.cost for option in advice.options if option.name == one.chose), Fraction(0))
    return Reviewed(
        hand=one.seen.cards.get(SEAT, ()),
        words=advice.words,
        chose=option_words(game, advice.decision, one.chose),
        best=option_words(game, advice.decision, advice.best.name),
        cost=round(cost * one.unit),
        is_best=not cost,
    )
