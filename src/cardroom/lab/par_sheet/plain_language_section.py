"""The sheet in plain words: what a hand and an hour cost in dollars, how often one wins, how an evening may end.

An evening is the exact distribution of a round, convolved with itself, so that a lucky one is as lucky as it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import log10

from cardroom.games.model import Game
from cardroom.lab.analysis.session_distribution import Totals, session_totals
from cardroom.lab.par_sheet.content import Bar, BarGroup, BarPlot, Fact, Facts, Paragraph, Section, Tone
from cardroom.lab.results import Base
from cardroom.number_format import chance, dollars, number, percent

STAKE = 5  # dollars on the base wager
HANDS_AN_HOUR = 60
HOURS = 4  # an evening
HANDS = HOURS * HANDS_AN_HOUR
USUAL = (0.25, 0.75)  # half of all evenings end between
LUCKY = 0.05  # one evening in twenty
BARS_A_SIDE = 3
ROUND_NUMBERS = (1, 2, 5, 10)


def plain_section(base: Base, game: Game) -> Section:
    evening = session_totals(base, HANDS)
    return Section(
        "plain-words",
        "In plain words",
        (
            Facts((*_cost(base, game), *_luck(base, evening))),
            _bars(base, evening),
            Paragraph(_what_is_meant(base, game, evening)),
        ),
    )


def _cost(base: Base, game: Game) -> Iterator[Fact]:
    a_hand = abs(base.ev) * STAKE
    says, tone = ("brings", Tone.ALARM) if base.ev > 0 else ("costs", Tone.PLAIN)
    yield Fact(f"A hand {says}", _small(a_hand), f"on average, with ${STAKE} on the {game.base_wager.name}", tone)
    yield Fact(f"An hour {says}", _small(a_hand * HANDS_AN_HOUR), f"at {HANDS_AN_HOUR} hands an hour", tone)
    bets = base.average_wager * STAKE
    if base.average_wager != 1:
        yield Fact("On the table", _small(bets), "on average, all bets of a hand together")


def _luck(base: Base, evening: Totals) -> Iterator[Fact]:
    won, even, lost = _won_even_lost(base)
    yield Fact("You win", percent(won, 0), f"of hands; {percent(lost, 0)} are lost, {percent(even, 0)} even")
    low, high = (_signed(evening.end(share)) for share in USUAL)
    yield Fact("A usual evening", f"{low} to {high}", f"half of all evenings of {HOURS} hours end in between")
    one_in = f"one evening in {number(1 / LUCKY)}"
    yield Fact("A lucky evening", f"{_signed(evening.end(1 - LUCKY))} or more", one_in)
    yield Fact("An unlucky one", f"{_signed(evening.end(LUCKY))} or less", one_in)
    yield Fact("Ahead at the end", percent(evening.above(0), 0), "of evenings")


def _won_even_lost(base: Base) -> tuple[Fraction, Fraction, Fraction]:
    won = sum((amount.probability for amount in base.amounts if amount.net > 0), Fraction(0))
    even = sum((amount.probability for amount in base.amounts if amount.net == 0), Fraction(0))
    return won, even, 1 - won - even


def _bars(base: Base, evening: Totals) -> BarPlot:
    won, even, lost = _won_even_lost(base)
    hand = [("won", won, Tone.GOOD), ("even", even, Tone.PLAIN), ("lost", lost, Tone.ALARM)]
    return BarPlot(
        "plain-words",
        f"How a hand ends, and how an evening of {HANDS} hands with ${STAKE} bets does.",
        "Two bar charts: how often a hand is won, even or lost, and how often an evening ends with which win or loss.",
        "how often",
        (
            BarGroup("A hand", tuple(Bar(name, float(share), chance(share), tone) for name, share, tone in hand)),
            BarGroup(f"An evening of {HOURS} hours", tuple(_evening_bars(evening))),
        ),
    )


def _evening_bars(evening: Totals) -> Iterator[Bar]:
    """Wins and losses between round amounts, the greatest win first."""
    width = _round_width(evening)
    edges = [width * place for place in range(BARS_A_SIDE)]
    above = [evening.above(Fraction(edge, STAKE)) for edge in edges]
    yield _bar(f"won more than ${number(edges[-1])}", above[-1], Tone.GOOD)
    wins = [
        _bar(_between("won", low, high), more - most, Tone.GOOD)
        for (low, more), (high, most) in pairwise(zip(edges, above, strict=True))
    ]
    yield from reversed(wins)
    if even := evening.at(0):
        yield _bar("even", even, Tone.PLAIN)
    # from here on down, and not further: what is neither above an amount nor at it lies below
    below = [1 - evening.above(Fraction(-edge, STAKE)) - evening.at(Fraction(-edge, STAKE)) for edge in edges]
    for (low, more), (high, most) in pairwise(zip(edges, below, strict=True)):
        yield _bar(_between("lost", low, high), more - most, Tone.ALARM)
    yield _bar(f"lost more than ${number(edges[-1])}", below[-1], Tone.ALARM)


def _bar(label: str, share: float, tone: Tone) -> Bar:
    share = min(max(share, 0.0), 1.0)
    return Bar(label, share, chance(share) if share else "0%", tone)


def _between(what: str, low: int, high: int) -> str:
    return f"{what} ${number(low)} to ${number(high)}" if low else f"{what} up to ${number(high)}"


def _round_width(evening: Totals) -> int:
    """Dollars such that the bars reach as far as ordinary luck does."""
    wanted = max(evening.deviation * STAKE / (BARS_A_SIDE - 1), 1.0)
    power = 10 ** int(log10(wanted))
    return int(next(power * step for step in ROUND_NUMBERS if power * step >= wanted))


def _what_is_meant(base: Base, game: Game, evening: Totals) -> str:
    text = (
        f"With ${STAKE} on the {game.base_wager.name} every hand{', played best' if game.decisions else ''},"
        f" {HANDS_AN_HOUR} hands an hour and {HOURS} hours an evening; twice the stake is twice of everything. Side"
        " bets and jackpots are left out: each has figures of its own below."
    )
    if base.ev > 0:
        text += " The player has the edge under these pay tables, so an average hand brings money."
    if evening.chances is None:
        text += " Evenings are a normal approximation here, because single results lie too far apart."
    return text


def _small(value: Fraction) -> str:
    """Dollars; amounts of a few cents keep a place more."""
    return dollars(value, 3 if value < Fraction(1, 10) else 2)


def _signed(units: float) -> str:
    """What an evening brings, in dollars.

    >>> _signed(-12.5), _signed(26), _signed(0)
    ('−$62.50', '+$130', '$0')
    """
    amount = abs(units) * STAKE
    sign = "+" if units > 0 else "−" if units < 0 else ""
    return f"{sign}${number(amount, 0 if amount == int(amount) else 2)}"
