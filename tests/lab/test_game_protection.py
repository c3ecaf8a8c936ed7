"""What seeing cards is worth: nothing without information, more with more of it, and right to the last fraction."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import DEALER, SEAT, MakeBet
from cardroom.games.settlement import Layout, settle
from cardroom.lab.game_protection import protection, protection_report
from cardroom.lab.solvers.payoffs import base_game_wagers, hand_result, net_of, opening_stakes
from cardroom.table import table_settings

from .solved_games import DECIDED, solved_game

SLOW = ("solitaire-stud", "mississippi-stud", "caribbean-stud", "ultimate-texas-holdem")
ALL_OF_THE_DEALER = "ultimate-texas-holdem"  # counted for nothing less


def marked(games):
    return [pytest.param(game, marks=pytest.mark.slow) if game in SLOW else game for game in games]


ALL_GAMES = marked(DECIDED)
ONE_DECK = [game for game in DECIDED if find_game(game).deck.packs == 1]
BY_PARTS = [game for game in ONE_DECK if game != ALL_OF_THE_DEALER]
WITH_DEALER = marked(game for game in BY_PARTS if find_game(game).has_dealer_hand)
FEW = {"mississippi-stud": 64, "caribbean-stud": 64, "crazy-4-poker": 64}


@cache
def seen(game, hands=0, cards=0, deals=None):
    solved = solved_game(game)
    return protection(
        solved.settings, seen_hands=hands, seen_dealer_cards=cards, deals=deals or FEW.get(game, 512), solved=solved
    )


@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_who_sees_nothing_gains_nothing(game):
    assert abs(seen(game).gain.value) < 1e-12
    assert abs(seen(game).ev.value - float(seen(game).ordinary_ev)) < 1e-12


@pytest.mark.parametrize("game", marked(BY_PARTS), scope="module")
def test_who_sees_more_hands_gains_more(game):
    most = find_game(game).seats - 1
    one, all_others = seen(game, hands=1).gain, seen(game, hands=most).gain
    assert one.value >= 0
    assert all_others.value > one.value + 2 * one.standard_error
    assert all_others.standard_error > 0


@pytest.mark.parametrize("game", WITH_DEALER, scope="module")
def test_who_sees_more_of_the_dealer_gains_more(game):
    most = min(4, find_game(game).cards_of(DEALER))
    gains = [seen(game, cards=cards).gain.value for cards in (1, most - 1, most)]
    assert 0 <= gains[0] < gains[1] < gains[2]


@pytest.mark.slow
def test_who_sees_all_of_the_dealer_gains_where_less_is_refused():
    gain = seen(ALL_OF_THE_DEALER, cards=2, deals=32).gain
    assert gain.value > 2 * gain.standard_error > 0
    for hands, cards in ((1, 0), (0, 1), (2, 2)):
        with pytest.raises(CardroomError, match="counted for both cards of the dealer"):
            seen(ALL_OF_THE_DEALER, hands=hands, cards=cards, deals=4)


@pytest.mark.parametrize("game", ["straight-edge-1", "straight-edge-2", "keep-it-straight"])
def test_six_players_who_share_seven_cards_each_beat_the_house(game):
    """The case that test labs ask about."""
    peek = seen(game, hands=5, deals=1 << 14)
    assert peek.gain.value > 20 * peek.gain.standard_error
    assert peek.ev.value > 0


@pytest.mark.parametrize(
    ("game", "hands", "known"),
    [
        ("straight-edge-1", 5, 0),
        ("straight-edge-2", 4, 4),
        ("keep-it-straight", 5, 3),
        pytest.param("solitaire-stud", 5, 0, marks=pytest.mark.slow),
        pytest.param("solitaire-stud", 5, 4, marks=pytest.mark.slow),
        pytest.param("caribbean-stud", 6, 0, marks=pytest.mark.slow),
        pytest.param("caribbean-stud", 6, 4, marks=pytest.mark.slow),
        ("three-card-poker", 6, 0),
        ("three-card-poker", 6, 3),
        pytest.param("crazy-4-poker", 5, 2, marks=pytest.mark.slow),
    ],
)
def test_expectations_are_those_of_all_dealers_hands_dealt_out(game, hands, known):
    """With nearly all cards seen, every dealer's hand can be dealt and settled by the game's own rules."""
    solved = solved_game(game)
    cards, dealer_cards = solved.game.cards_of(SEAT), solved.game.cards_of(DEALER)
    shown = known + (game == "caribbean-stud")
    shuffler = np.random.default_rng(3)
    dealt = np.stack([shuffler.permutation(52)[: cards * (1 + hands) + shown] for _ in range(2)])
    informed, _ = solved.peek_gains(dealt, cards * (1 + hands))
    for row, found in zip(dealt, informed, strict=True):
        player = tuple(DECK[card] for card in row[:cards])
        part = tuple(DECK[card] for card in row[cards * (1 + hands) :])
        left = [card for card in DECK if card.number not in set(row.tolist())]
        dealers = [part + rest for rest in combinations(left, dealer_cards - len(part))]
        assert found == pytest.approx(float(best_expectation(solved, player, dealers)))


def best_expectation(solved, player, dealers):
    game = solved.game
    value, stakes = game.ranking.value(player), opening_stakes(game)
    layouts = [Layout({SEAT: (player,), DEALER: (dealer,)}) for dealer in dealers]
    nets = [
        {
            wager.id: net_of(settle(game, wager, solved.settings.paytables, layout).outcome, is_staked=wager.is_staked)
            for wager in base_game_wagers(game)
        }
        for layout in layouts
    ]
    worths = [
        sum(hand_result(game, stakes, option, net).net for net in nets) / Fraction(len(nets))
        for option in game.decisions[0].options
        if not isinstance(option, MakeBet) or option.needs is None or value >= option.needs
    ]
    return max(worths)


@pytest.mark.slow
def test_streets_are_valued_by_all_orders_of_the_community_cards():
    """Seven cards left unseen: every order of three of them, the best bet at every street."""
    solved = solved_game("mississippi-stud")
    shuffler = np.random.default_rng(4)
    dealt = np.stack([shuffler.permutation(52)[:45] for _ in range(4)])
    informed, ordinary = solved.peek_gains(dealt, 45)
    for row, found, usual in zip(dealt.tolist(), informed, ordinary, strict=True):
        left = [card for card in range(52) if card not in set(row)]
        assert found == pytest.approx(worth(solved, row[:2], left, 1, None))
        assert usual == pytest.approx(worth(solved, row[:2], left, 1, solved.best_policy))


def worth(solved, known, left, stake, policy, path=0):
    """Of a position: the best bet, or the policy's, followed by every card that can come."""
    if len(known) == 5:
        hand = tuple(DECK[card] for card in known)
        cell = solved.counted.cell_of_value[solved.game.ranking.value(hand)]
        net = solved.results[solved.counted.tree.number_before(3) - 1][cell].nets[solved.game.base_wager.id]
        return stake * float(net)
    street = len(known) - 2
    places = range(len(solved.game.decisions[street].options))
    if policy is not None:
        places = [int(policy.choices[street][path, solved.counted.count.locate(tuple(known))])]
    worths = []
    for place in places:  # the option at a place bets so many Antes; the first is to fold
        if place == 0:
            worths.append(-float(stake))
            continue
        next_ones = [
            worth(solved, [*known, card], [o for o in left if o != card], stake + place, policy, 4 * path + place)
            for card in left
        ]
        worths.append(sum(next_ones) / len(next_ones))
    return max(worths)


def test_the_report_says_it_in_a_sentence():
    (document,) = protection_report(table_settings("straight-edge-1"), 5, None)
    assert document["seen_hands"] == 5
    assert "sees 5 other hands" in document["text"]
    assert document["gain"] > 0.1
    assert document["standard_error"] < 0.003


def test_what_is_not_counted_says_so_in_its_place_and_the_rest_is_reported():
    hands, nothing = protection_report(table_settings("ultimate-texas-holdem?deck=TJQKA/cd"), 1, 0)
    assert hands.keys() == {"seen_hands", "seen_dealer_cards", "text"}
    assert "is counted for both cards of the dealer and no other hand" in hands["text"]
    assert nothing["gain"] == 0
    with pytest.raises(CardroomError, match="0 to 5 other players"):  # what makes no sense is still refused
        protection_report(table_settings("straight-edge-1"), 6, None)


@pytest.mark.parametrize(
    ("game", "hands", "cards", "says"),
    [
        ("straight-edge-1", 6, 0, "0 to 5 other players"),
        ("straight-edge-1", -1, 0, "other players"),
        ("straight-edge-1", 0, 9, "0 to 8 hidden cards"),
        ("caribbean-stud", 0, 5, "0 to 4 hidden cards"),
        ("mississippi-stud", 0, 1, "no dealer's hand"),
        ("ez-baccarat", 1, 0, "no use for cards"),
        ("casino-war", 0, 2, "0 to 1 hidden cards"),
    ],
)
def test_what_cannot_be_seen_is_refused(game, hands, cards, says):
    with pytest.raises(CardroomError, match=says):
        protection(table_settings(game), seen_hands=hands, seen_dealer_cards=cards)
