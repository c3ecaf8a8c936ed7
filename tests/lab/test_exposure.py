"""What a table may have to pay and where its win must lie, against brute force, the engine and simulated days."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.games import find_game
from cardroom.lab.analysis.game_figures import base_figures
from cardroom.lab.analysis.session_distribution import session_figures
from cardroom.lab.exposure import RegretKind, prices_of, table_exposure
from cardroom.lab.exposure.wager_prices import Price, Prices
from cardroom.lab.exposure.win_bands import Method, band_of
from cardroom.lab.figure_cache import packaged_result
from cardroom.lab.results import Amount
from cardroom.lab.simulation import simulate
from cardroom.lab.solvers.payoffs import net_of, outcome_in
from cardroom.lab.solvers.reference import on_deck
from cardroom.lab.solvers.reference.engine_play import SEAT, Player, with_units
from cardroom.lab.strategy.advice import advise
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.engine.stake_totals import Staked
from cardroom.table.information_set import sight_of

from .solved_games import solved_game

SIDES = {
    "three-card-poker": ("pair_plus",),
    "mississippi-stud": ("three_card_bonus",),
    "ez-baccarat": ("dragon_7",),
}


def staked(rounds, *stakes):
    """So many rounds, each with a hand for each of these stakes in dollars."""
    found = Staked()
    for _ in range(rounds):
        found = found.with_round([stake * DOLLAR for stake in stakes])
    return found


# --- the band ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["straight-edge-2", "three-card-poker"])
def test_the_band_of_one_seat_at_one_stake_is_that_of_the_par_sheet(game):
    prices = prices_of(table_settings(game, offered=()))
    band = band_of([(prices, {prices.prices[0].key: staked(100, 10)})])
    sheet = session_figures(base_figures(solved_game(game)), 100)
    assert band.method is Method.EXACT
    assert (band.low, band.high) == (-sheet.high * 10 * DOLLAR, -sheet.low * 10 * DOLLAR)
    assert band.expected == -sheet.mean * 10 * DOLLAR
    assert band.deviation == pytest.approx(sheet.deviation * 10 * DOLLAR)


chances = st.integers(0, 9)


@st.composite
def rounds_of_two(draw):
    """What two hands and a side bet of each bring in a round: alike, and hanging together in any way."""
    nets = [-1, 0, draw(st.integers(1, 20))]
    ways = list(product(nets, nets, (-1, draw(st.integers(1, 30)))))
    table = {(a, b, s): draw(chances) + draw(chances) for a, b, s in ways}
    table[-1, -1, -1] += 1
    both = {(a, b, s): table[a, b, s] + table[b, a, s] for a, b, s in ways}
    total = sum(both.values())
    return {way: Fraction(count, total) for way, count in both.items() if count}


@settings(max_examples=30, deadline=None)
@given(rounds_of_two(), st.integers(1, 4), st.sampled_from([(5, 5), (5, 25)]), st.sampled_from([1, 10]))
def test_no_dependence_of_hands_and_wagers_passes_the_band(joint, rounds, hands, side):
    """Days enumerated whole: at most 2.5% lie beyond either end, and none deviates by more than is said."""
    prices = Prices(game="", prices=(_price("a", joint, 0), _price("s", joint, 2)), parts=(), not_counted={})
    band = band_of([(prices, {"a": staked(rounds, *hands), "s": staked(rounds, side)})])
    day = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after = defaultdict(Fraction)
        for (sum_, share), ((a, b, s), chance) in product(day.items(), joint.items()):
            after[sum_ - (a * hands[0] + b * hands[1] + s * side) * DOLLAR] += share * chance
        day = after
    mean = sum(win * share for win, share in day.items())
    variance = sum((win - mean) ** 2 * share for win, share in day.items())
    assert band.expected == mean
    assert band.deviation**2 >= float(variance) * (1 - 1e-9)
    assert sum(share for win, share in day.items() if win < band.low) <= Fraction(25, 1000)
    assert sum(share for win, share in day.items() if win > band.high) <= Fraction(25, 1000)


def _price(key, joint, place):
    spread = defaultdict(Fraction)
    for way, chance in joint.items():
        spread[Fraction(way[place])] += chance
    amounts = tuple(Amount(net=net, probability=chance) for net, chance in sorted(spread.items()))
    return Price(
        key=key, wager=key, name=key, paytable="", hands=None, amounts=amounts, largest=amounts[-1].net, largest_by=""
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", SIDES)
def test_simulated_days_of_four_seats_stay_in_their_bands(game):
    """Played by the simulator, which knows nothing of prices: every seat has $10 on the game and $5 beside it."""
    days, rounds, seats, sides = 200, 40, 4, SIDES[game]
    prices = prices_of(table_settings(game, offered=sides))
    stakes = {prices.prices[0].key: staked(rounds, *[10] * seats)}
    band = band_of([(prices, stakes | {side: staked(rounds, *[5] * seats) for side in sides})])
    wins = list(_simulated_days(solved_game(game), days, rounds, seats, sides))
    assert sum(not band.low <= win <= band.high for win in wins) <= 0.05 * days
    mean = sum(wins) / days
    assert abs(mean - float(band.expected)) <= 4 * band.deviation / sqrt(days)


def _simulated_days(solved, days, rounds, seats, sides):
    game, under = solved.game, solved.settings
    loop = solved.simulator_loop(solved.best_policy, seats)
    for day in range(days):
        tally = loop.play(rounds, 7, day)
        lost = 10 * sum(ending.deals * ending.net for ending in solved.simulated_endings(tally))
        for wager in map(game.wager, sides):
            for reading in solved.simulated_readings(wager, loop, tally):
                for facts, step, folded, count in reading.counts:
                    table = under.paytables.get(wager.id)
                    is_lost = folded and not under.is_live_after_fold(wager)
                    net = -1 if is_lost else net_of(outcome_in(game, wager, table, facts, step))
                    lost += 5 * net * count * (seats if reading.is_shared else 1)
        yield float(-lost * DOLLAR)


# --- brute force on a small deck --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_deals_of_a_small_deck_to_two_seats_agree_with_the_prices():
    """Every deal, dealt by the engine and played as the lab advises: the joint results of both seats, exactly."""
    under = with_units(table_settings(on_deck(find_game("three-card-poker"), "234/cdh"), offered=["pair_plus"]))
    prices, unit = prices_of(under), under.minimum
    base, side = prices.prices
    deals, squares, sums = 0, Fraction(0), defaultdict(Fraction)
    deck = under.rules.deck.cards
    for first in combinations(deck, 3):
        rest = [card for card in deck if card not in first]
        for second in combinations(rest, 3):
            dealer = tuple(card for card in rest if card not in second)
            results = _played_by_the_lab(under, (*first, *second, *dealer))
            gained = Fraction(sum(sum(of.values()) for of in results.values()), unit)
            deals, squares = deals + 1, squares + gained**2
            for of in results.values():
                for wager, amount in of.items():
                    sums[wager] += Fraction(amount, unit)
    apart = sums.pop("pair_plus")
    assert apart / deals / 2 == side.ev
    assert sum(sums.values()) / deals / 2 == base.ev
    cents = unit // 10_000
    stake = Staked(
        hands=2, rounds=1, total=2 * unit, squares=2 * cents**2, round_squares=4 * cents**2, sizes={2 * cents: 1}
    )
    band = band_of([(prices, {base.key: stake, side.key: stake})])
    variance = squares / deals - (2 * base.ev + 2 * side.ev) ** 2
    assert band.expected == -2 * (base.ev + side.ev) * unit
    assert band.deviation**2 >= float(variance) * unit**2


def _played_by_the_lab(under, deck):
    round_ = Round.open("all", under, deck)
    wagers = {"ante": under.minimum, "pair_plus": under.minimum}
    for seat in (1, 2):
        round_.do(Bet(seat, wagers))
    round_.run_dealer()
    for seat in (1, 2):
        while (seen := sight_of(round_, seat)) is not None:
            round_.do(Choose(seat, advise(seen).best.name))
            round_.run_dealer()
    return round_.state.results


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "deck"), [("mississippi-stud", "TJQKA/c"), ("let-it-ride", "9TJQKA/c"), ("crazy-4-poker", "9TJQK/cd")]
)
def test_no_way_of_playing_any_deal_wins_more_than_the_largest_pay_out(game, deck):
    """All deals of a small deck and all options, by the engine: the boldest play is the one that wins the most."""
    under = table_settings(on_deck(find_game(game), deck), offered=())
    player = Player(under)
    assert max(_all_won(player, player.start())) == prices_of(under).prices[0].largest


def _all_won(player, deal):
    for dealt in player.on(deal):
        round_ = dealt.round
        options = round_.options(SEAT)
        if not options:
            results = round_.state.results[SEAT]
            yield sum((Fraction(amount, player.unit) for amount in results.values() if amount > 0), Fraction(0))
        for option in options:
            yield from _all_won(player, player.choose(dealt, option.name))


def test_the_prices_that_come_with_the_package_are_those_that_are_counted():
    under = table_settings("mississippi-stud", offered=["three_card_bonus"])
    assert packaged_result(under, Prices) == prices_of(under, use_cache=False)


# --- what an operator would regret ------------------------------------------------------------------------------------


def test_the_edge_that_a_printed_game_gives_the_player_is_found_two_ways():
    under = table_settings("straight-edge-2", maximum=100 * DOLLAR)
    found = table_exposure(under, prices_of(under), inventory=50_000 * DOLLAR)
    (regret,) = (regret for regret in found.regrets if regret.kind is RegretKind.PLAYER_EDGE)
    assert "15.02% of the Ante" in regret.text
    edge = Fraction(found.wagers[0].edge)
    assert edge == -solved_game("straight-edge-2").expectation()
    assert simulate(under, 1 << 20).base.ev.agrees_with(float(-edge))


def test_pay_outs_stand_against_the_cap_and_the_bank():
    """A straight of seven wins 40 to 1 on a Bonus of $400, and 200 to 1 on an Ante of $100 where it wins by six."""
    under = table_settings("straight-edge-1", maximum=100 * DOLLAR, side_maximum=400 * DOLLAR, offered=["bonus"])
    prices = prices_of(under)

    def told(dollars, cap=None):
        found = table_exposure(under, prices, inventory=dollars * DOLLAR, payout_cap=cap and cap * DOLLAR)
        assert (found.largest, found.seat_at_most) == (20_100 * DOLLAR, 36_100 * DOLLAR)
        assert found.table_at_most == 6 * 36_100 * DOLLAR
        return [(regret.kind, regret.key, regret.is_grave) for regret in found.regrets]

    assert told(36_099) == [(RegretKind.SMALL_BANK, "inventory", True)]
    assert told(36_100) == [(RegretKind.SMALL_BANK, "inventory", False)]
    assert told(216_600) == []
    assert told(60_000, 10_000) == [(RegretKind.ABOVE_CAP, "payout_cap", True)]
    assert told(9_999, 10_000) == [
        (RegretKind.ABOVE_CAP, "payout_cap", True),
        (RegretKind.SMALL_BANK, "inventory", True),
    ]


def test_few_games_of_a_hand_may_be_above_the_small_wager():
    """Of six, three: the others win what $5 wins."""
    under = table_settings("ez-baccarat", maximum=100 * DOLLAR, side_maximum=100 * DOLLAR)
    full = {price.wager: int(price.largest) for price in prices_of(under).prices}
    found = table_exposure(under, prices_of(under), inventory=10**6 * DOLLAR)
    large, small = sorted(full.values())[-3:], sorted(full.values())[-6:-3]
    assert found.seat_at_most == (100 * sum(large) + 5 * sum(small)) * DOLLAR
