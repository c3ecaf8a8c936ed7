"""Hold'em behind the protocol: held against the plain reference, and against the cards dealt out one by one."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import msgspec
import numpy as np
import pytest

from cardroom.cards import Card, parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Bets, Check, Deal, Decide, Expose, Fold, Reaches, Return, bets
from cardroom.games.settlement import Layout, settle
from cardroom.lab.simulation.exact_comparison import exact_figures
from cardroom.lab.simulation.runner import simulate
from cardroom.lab.solvers import holdem, is_counted, solve
from cardroom.lab.solvers.hand_values import evaluate
from cardroom.lab.solvers.holdem.boards import kinds_of_boards
from cardroom.lab.solvers.holdem.option_worth import chart_place, choice, flop_table_place, showdowns, worth
from cardroom.lab.solvers.holdem.solved_game import HoldemCounted
from cardroom.lab.solvers.payoffs import base_game_wagers, hand_result, net_of, opening_stakes
from cardroom.lab.solvers.protocol import Policy
from cardroom.lab.solvers.reference import check_against_reference, check_option_worth, worth_at
from cardroom.lab.strategy.advice import possible_stakes
from cardroom.lab.strategy.rule_list import compile_strategy, derive_strategy, read_strategy
from cardroom.lab.strategy.strategy_cost import assess
from cardroom.table import table_settings

GAME = "ultimate-texas-holdem"
NINE = f"{GAME}?deck=QKA/cdh"
OTHER_NINE = f"{NINE}&first_raise=3&second_raise=3&trips_after_fold=lost"
TWELVE = f"{GAME}?deck=9TJQKA/cd"


@cache
def solved_on(game):
    return solve(table_settings(game))


# --- against the table engine -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(NINE, marks=pytest.mark.soak), OTHER_NINE])
def test_a_small_deck_comes_out_as_at_the_table(game):
    """Expectation, endings, the Trips and every decision that a seat can come to."""
    held = check_against_reference(solved_on(game))
    assert held.refused == {}
    assert {decided.seen.decision for decided in held.reference.decided} == {"preflop", "flop", "river"}


@pytest.mark.slow
def test_last_decisions_with_the_whole_deck_are_weighed_as_at_the_table():
    """Where some of the dealer's hands do not qualify, as no small deck has them."""
    settings = table_settings(GAME)
    own, flop, rest = "Kc 4d", "9h 8d 7d", "3c 2c"
    cards = [parse_cards(text) for text in (own, flop, rest)]
    places = {0: cards[0], 4: cards[1], 7: cards[2]}  # after the own cards come the dealer's
    known = {first + i: card for first, held in places.items() for i, card in enumerate(held)}
    decided = worth_at(settings, known, ("check", "check"))
    check_option_worth(solve(settings), decided)
    assert decided.best == "fold"


# --- any way of playing -----------------------------------------------------------------------------------------------


def positions(solved):
    """Every deal of own cards, flop, turn and river, with the places of its decisions in the arrays of a policy."""
    cards, kinds = solved.counted.holdem.cards, kinds_of_boards()
    by_ranks = {
        (tuple(sorted(ranks[:suited])), tuple(sorted(ranks[suited:]))): kind
        for kind, (ranks, suited) in enumerate(zip(kinds.ranks.tolist(), kinds.in_suit.tolist(), strict=True))
    }
    deck = cards.numbers.tolist()
    for own in combinations(deck, 2):
        for flop in combinations([card for card in deck if card not in own], 3):
            for rest in combinations([card for card in deck if card not in own + flop], 2):
                board = flop + rest
                flush = next((suit for suit in range(4) if sum(card // 13 == suit for card in board) >= 3), None)
                split = [sorted(c % 13 for c in board if (c // 13 == flush) == of_it) for of_it in (True, False)]
                row = 2 * (own[0] // 13 == flush) + (own[1] // 13 == flush)
                last = by_ranks[tuple(split[0]), tuple(split[1])], row, 13 * (own[0] % 13) + own[1] % 13
                yield own, flop, board, (chart_place(own), flop_table_place(solved.counted.holdem, own, flop), last)


@pytest.mark.slow
def test_any_policy_costs_what_it_costs_deal_by_deal():
    """Bets and folds by chance, on a deck of nine cards: expectation, mistakes, and hands with a mistake."""
    solved, chance = solved_on(NINE), np.random.default_rng(6)
    best = solved.best_policy.choices
    policy = Policy("random", tuple(chance.integers(0, n, of.shape) for n, of in zip((3, 2, 2), best, strict=True)))
    last = policy.choices[2]  # a hand is the same in either order of its cards
    for row, other in ((0, 0), (1, 2), (3, 3)):
        for hand in range(169):
            last[:, other, 13 * (hand % 13) + hand // 13] = last[:, row, hand]
    gained, wrong, deals, known = Fraction(0), 0, 0, {}
    for own, flop, board, places in positions(solved):
        mistaken = False
        for seen, chosen, place in zip(((), flop, board), policy.choices, places, strict=True):
            key = (own, seen)
            if key not in known:
                known[key] = worth(solved.paid(), own, seen)
            option = int(chosen[place])
            mistaken |= known[key][option] < max(known[key])
            is_over = len(seen) == 5 or option > 0
            if is_over and len(seen) < 5:
                gained += bet_on(solved, own, board, len(seen), option)
            elif is_over:
                gained += known[key][option]
            if is_over:
                break
        wrong, deals = wrong + mistaken, deals + 1
    assessment = assess(solved, policy)  # which also holds the mistakes against the cost
    assert assessment.expectation == gained / deals / solved.parts_per_unit
    assert assessment.differs == Fraction(wrong, deals)


@cache
def bet_on(solved, own, board, seen, option):
    """What a bet made earlier comes to on a board."""
    ways, row = showdowns(solved.counted.holdem, own, board)
    street = solved.counted.streets.before if seen == 0 else solved.counted.streets.after
    return Fraction(int(solved.gains[street[option - 1], row] @ ways), int(ways.sum()))


def test_the_best_policy_has_no_mistakes_and_a_fold_of_everything_costs_two():
    solved = solved_on(TWELVE)
    assert assess(solved, solved.best_policy).mistakes == ()
    never = Policy("never", tuple(np.zeros_like(choice) for choice in solved.best_policy.choices))
    assert assess(solved, never).expectation == -2
    with pytest.raises(CardroomError, match="another game"):
        solved.expectation(Policy("short", never.choices[:2]))


def test_a_way_of_playing_is_carried_over_to_other_bets():
    both, three = solved_on(TWELVE), solved_on(f"{TWELVE}&first_raise=3")
    carried = three.transferred_policy(both.best_policy, both)
    assert three.expectation(carried) <= three.expectation()
    assert both.expectation(both.transferred_policy(both.best_policy, both)) == both.expectation()


# --- rounds dealt -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [(TWELVE, 1), (f"{GAME}?deck=6789TJQKA/cdh", 4)])
def test_small_decks_are_simulated_as_they_are_counted(game, seats):
    solved = solved_on(game)
    result, exact = simulate(solved.settings, 1 << 18, 3, seats=seats), exact_figures(solved, solved.best_policy)
    assert result.base.ev.agrees_with(float(exact.ev), 4)
    assert result.base.average_wager.agrees_with(float(exact.base.average_wager), 4)
    assert result.base.fold_rate.agrees_with(float(exact.base.fold_rate), 4)
    for bet in result.side_bets:
        edge = exact.house_edges[(bet.wager, bet.hands), bet.paytable]
        assert abs(float(bet.house_edge - edge)) <= 4 * bet.standard_error


# --- cards that are seen ----------------------------------------------------------------------------------------------


def test_seeing_the_dealers_cards_is_every_board_laid_out():
    solved, chance = solved_on(TWELVE), np.random.default_rng(2)
    deck = np.array([card.number for card in solved.game.deck.cards])
    dealt = np.stack([chance.permutation(deck)[:4] for _ in range(2)])
    informed, ordinary = solved.peek_gains(dealt, 2)
    for row, best, usual in zip(dealt.tolist(), informed, ordinary, strict=True):
        assert best == pytest.approx(float(played_knowing(solved, row, deck.tolist(), ordinary=False)))
        assert usual == pytest.approx(float(played_knowing(solved, row, deck.tolist(), ordinary=True)))
        assert best >= usual


def played_knowing(solved, row, deck, *, ordinary):
    """The best options, or those of ordinary play, with the dealer's cards known, by the game's own settlements."""
    own, left = row[:2], [card for card in deck if card not in row]
    before, after, last = (decision.options for decision in solved.game.decisions)
    boards = list(combinations(left, 5))
    nets = {board: net_by_option(solved, row, board) for board in boards}

    def pick(seen, worths):
        return worths[choice(solved.paid(), own, seen)] if ordinary else max(worths)

    waiting = Fraction(0)
    flops = list(combinations(left, 3))
    for flop in flops:
        following = [board for board in boards if set(flop) <= set(board)]
        at_last = [pick(board, [nets[board][option] for option in last]) for board in following]
        options = [sum(at_last, Fraction(0))]
        options += [sum((nets[board][bet] for board in following), Fraction(0)) for bet in after[1:]]
        waiting += pick(flop, options) / len(following)
    options = [waiting / len(flops)]
    options += [sum((nets[board][bet] for board in boards), Fraction(0)) / len(boards) for bet in before[1:]]
    return pick((), options)


def net_by_option(solved, row, board):
    game, known = solved.game, tuple(Card)
    own, dealer, shared = (tuple(known[card] for card in cards) for cards in (row[:2], row[2:], board))
    layout = Layout({SEAT: (own,), DEALER: (dealer,), COMMUNITY: (shared,)})
    nets = {w.id: net_of(settle(game, w, solved.settings.paytables, layout).outcome) for w in base_game_wagers(game)}
    options = [option for decision in game.decisions for option in decision.options]
    return {option: hand_result(game, opening_stakes(game), option, nets).net for option in options}


# --- rules ------------------------------------------------------------------------------------------------------------


def test_at_the_end_a_hand_is_told_by_its_outs():
    """Cards that beat it with the board alone, and whether it betters the board, counted plainly."""
    solved = solved_on(f"{GAME}?deck=6789TJQKA/cdh")
    seen, ranking = solved.counted.seen_at_last, solved.counted.holdem.ranking
    deck = solved.counted.holdem.cards.numbers.tolist()
    kinds = kinds_of_boards()
    by_ranks = {(tuple(r[:n]), tuple(sorted(r[n:]))): k
                for k, (r, n) in enumerate(zip(kinds.ranks.tolist(), kinds.in_suit.tolist(), strict=True))}  # fmt: skip
    random = Random(8)
    for _ in range(200):
        first, second, *board = random.sample(deck, 7)
        left = [card for card in deck if card not in (first, second, *board)]
        value = evaluate(np.array([[first, second, *board]]), ranking)[0]
        outs = int((evaluate(np.array([[card, *board] for card in left]), ranking) > value).sum())
        betters = bool(value > evaluate(np.array([board]), ranking)[0])
        flush = next((suit for suit in range(4) if sum(card // 13 == suit for card in board) >= 3), None)
        split = [tuple(sorted(c % 13 for c in board if (c // 13 == flush) == of_it)) for of_it in (True, False)]
        row = 2 * (first // 13 == flush) + (second // 13 == flush)
        assert seen[by_ranks[split[0], split[1]], row, 13 * (first % 13) + second % 13] == 2 * outs + betters


@pytest.mark.parametrize(
    ("decision", "bet", "when", "words"),
    [
        ("river", "1x", {"suited": True}, "cannot be asked here"),
        ("preflop", "4x", {"outs_at_most": 3}, "cannot be asked here"),
        ("flop", "2x", {"made_at_least": "something"}, "must be one of pair, two pair"),
        ("flop", "2x", {"flush_card_at_least": "17"}, "is not a rank"),
        ("river", "1x", {"outs_at_most": 60}, "from 0 to 5"),
        ("river", "1x", {"betters_board": 1}, "true or false"),
        ("river", "2x", {}, "must be one of"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(decision, bet, when, words):
    rule = {"decision": decision, "bet": bet, "when": when}
    with pytest.raises(CardroomError, match=words):
        compile_strategy(read_strategy({"game": TWELVE, "rules": [rule]}, "mine"), solved_on(TWELVE))


def test_a_derived_list_of_a_small_deck_says_every_rule_in_words():
    solved = solved_on(TWELVE)
    strategy = derive_strategy(solved)
    for number, decision in enumerate(solved.game.decisions):
        rules = strategy.at(decision)
        assert rules[-1].when == {}
        assert all(solved.conditions(number).words(rule.when) for rule in rules[:-1])
    assert assess(solved, compile_strategy(strategy, solved)).cost >= 0


# --- what is seen and what fits ---------------------------------------------------------------------------------------


def test_who_has_bet_decides_no_more():
    game = find_game(GAME)
    assert [possible_stakes(game, decision) for decision in game.decisions] == [[2], [2], [2]]


def test_a_long_count_tells_how_far_it_is():
    told = []
    settings = table_settings(TWELVE)
    HoldemCounted(settings.rules).priced(settings).prepare(told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)


def changed(**parts):
    return msgspec.structs.replace(find_game(GAME), **parts)


def stages(*replaced):
    """The stages of the game, some of them changed for others by their kind and place."""
    found = list(find_game(GAME).stages)
    for place, stage in replaced:
        found[place] = stage
    return tuple(found)


def test_what_is_not_hold_em_is_left_to_others():
    game = find_game(GAME)
    assert holdem.fits(game)
    assert isinstance(game.stages[0], Bets)
    bet = bets("play", 2, rule="3")
    others = [
        changed(stages=stages((2, Deal((COMMUNITY,), 4, "2")))),
        changed(stages=stages((1, Deal((SEAT, DEALER), 2, "2", dealer_up=1)))),
        changed(stages=stages((4, Expose("4", cards=2)))),
        changed(stages=stages((3, Decide((*bet, Check("3")), called="preflop")))),
        changed(stages=stages((3, Decide((Fold("3"), *bet), called="preflop")))),
        changed(stages=stages((7, Decide((Fold("7"), *bets("play", 1, rule="7", needs=9)), called="river")))),
        changed(stages=(*game.stages, Return("ante", "9", lambda f: not f.dealer_qualifies))),
        changed(facts={"result": game.facts["result"], "board": Reaches("community", 5)}),
        changed(deck=msgspec.structs.replace(game.deck, packs=2)),
    ]
    for other in others:
        assert not holdem.fits(other)
        assert not is_counted(other)
