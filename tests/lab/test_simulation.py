"""The simulator agrees with the exact solver, with the live table card by card, and with itself however it is split."""

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import sqrt

import msgspec
import numpy as np
import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Kind
from cardroom.lab.simulation import BLOCK, simulate
from cardroom.lab.simulation.exact_comparison import exact_figures
from cardroom.lab.simulation.runner import make_loop, play_blocks
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.positions import place_of_hand
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.protocol import Policy
from cardroom.money import DOLLAR, Odds
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.events import Qualified
from cardroom.table.information_set import sight_of

from .solved_games import COUNTED, solved_game

ERRORS = 4  # standard errors that may lie between two ways to a figure
RARE = 1e-5
SEATS = 3  # where there are several
ALONE, TOGETHER = 1 << 20, 1 << 18  # rounds
QUICK = ["straight-edge-1", "straight-edge-2", "keep-it-straight", "three-card-poker", "casino-war", "ez-baccarat"]
SLOW = [pytest.param(game, marks=pytest.mark.slow) for game in COUNTED if game not in QUICK]
ALL_GAMES = [*QUICK, *SLOW]


@cache
def simulated(game, rounds, seats):
    solved = solved_game(game)
    return simulate(solved.settings, rounds, 20, solved.best_policy, seats)


@cache
def exactly(game):
    solved = solved_game(game)
    return exact_figures(solved, solved.best_policy)


def tallies_equal(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


# --- against the exact solver -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, SEATS])
@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_the_game_itself_agrees_with_the_solver(game, seats):
    base, exact = simulated(game, ALONE if seats == 1 else TOGETHER, seats).base, exactly(game).base
    assert base.ev.agrees_with(float(exact.ev), ERRORS)
    assert base.average_wager.agrees_with(float(exact.average_wager), ERRORS)
    assert base.element_of_risk.agrees_with(float(exact.element_of_risk), ERRORS)
    assert base.fold_rate.agrees_with(float(exact.fold_rate), ERRORS)
    assert base.standard_deviation.agrees_with(exact.standard_deviation, ERRORS)
    assert 0 < base.ev.standard_error < 0.02


@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_every_ending_of_a_round_is_as_frequent_as_it_should_be(game):
    result = simulated(game, ALONE, 1)
    found = {outcome.name: outcome.count for outcome in result.base.outcomes}
    assert sum(found.values()) == result.hands
    exact = {outcome.name: float(outcome.probability) for outcome in exactly(game).base.outcomes}
    assert found.keys() <= exact.keys()
    assert_frequencies([(found.get(name, 0), chance) for name, chance in exact.items()], result.hands)


@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_every_side_bet_agrees_line_by_line(game):
    result, exact = simulated(game, ALONE, 1), exactly(game)
    compared = 0
    for wager in result.wagers:
        chances = exact.frequencies[wager.wager, wager.hands]
        # The best hand at the table is known exactly for the steps that pay, all other wagers to the last step.
        assert len(chances) == (len(wager.lines) if wager.hands is None else 7)
        lines = [(line.count, float(chance)) for line, chance in zip(wager.lines, chances, strict=False)]
        assert_frequencies(lines, wager.of)
        compared += 1
    assert compared == sum(is_priced_apart(find_game(game), wager) for wager in find_game(game).wagers)


def assert_frequencies(lines, of):
    """Each line by itself, those rarer than 10⁻⁵ together; the error of a count is that of its exact chance."""
    rare = [line for line in lines if line[1] < RARE]
    merged = [line for line in lines if line[1] >= RARE]
    if rare:
        merged.append((sum(count for count, _ in rare), sum(chance for _, chance in rare)))
    for count, chance in merged:
        error = sqrt(of * chance * (1 - chance))
        assert abs(count - of * chance) <= ERRORS * error + (1 if chance < RARE else 1e-9), (count, of * chance, error)


@pytest.mark.parametrize("seats", [1, SEATS])
@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_every_pay_table_is_priced_from_one_run(game, seats):
    result, exact = simulated(game, ALONE if seats == 1 else TOGETHER, seats), exactly(game)
    compared = 0
    for bet in result.side_bets:
        edge = exact.house_edges.get(((bet.wager, bet.hands), bet.paytable))
        if edge is not None:
            assert abs(float(bet.house_edge - edge)) <= ERRORS * bet.standard_error, bet
            compared += 1
    for jackpot in result.jackpots:
        known = exact.fixed_returns[(jackpot.prize.wager, None), jackpot.prize.paytable]
        assert abs(float(jackpot.prize.fixed_return - known)) <= ERRORS * jackpot.fixed_return_error
        compared += 1
    apart = [wager for wager in find_game(game).wagers if is_priced_apart(find_game(game), wager)]
    columns = {wager.id: len({bet.hands for bet in result.side_bets if bet.wager == wager.id}) or 1 for wager in apart}
    assert compared == sum(columns[wager.id] * (len(wager.paytables) or 1) for wager in apart)


@pytest.mark.slow
def test_the_table_wide_bet_agrees_line_by_line_for_every_number_of_hands():
    result, exact = simulated("caribbean-stud", TOGETHER, 7), exactly("caribbean-stud")
    edges = {bet.hands: bet for bet in result.side_bets if bet.wager == "cover_all"}
    assert list(edges) == [2, 3, 4, 5, 6, 7, 8]
    for hands, bet in edges.items():
        edge = exact.house_edges[("cover_all", hands), bet.paytable]
        assert abs(float(bet.house_edge - edge)) <= ERRORS * bet.standard_error
    for wager in result.wagers:
        if wager.wager == "cover_all":
            chances = exact.frequencies["cover_all", wager.hands]
            lines = [(line.count, float(chance)) for line, chance in zip(wager.lines, chances, strict=False)]
            assert_frequencies(lines, wager.of)


def test_the_errors_of_several_seats_count_what_ties_them_together():
    """All seats meet one dealer: three hands of a round tell less than three rounds of one hand."""
    alone, together = simulated("straight-edge-1", ALONE, 1).base, simulated("straight-edge-1", TOGETHER, SEATS).base
    assert 1.05 < together.ev.standard_error / alone.ev.standard_error / sqrt(4 / SEATS) < 1.7


def test_a_changed_pay_changes_the_simulation_as_it_changes_the_solver():
    printed = find_game("straight-edge-1").wager("play").paytables[0]
    generous = msgspec.structs.replace(
        printed,
        id="generous",
        is_printed=False,
        lines=tuple(
            msgspec.structs.replace(line, pays=(Odds(8),)) if line.hand in ("win by 3", "win by 2") else line
            for line in printed.lines
        ),
    )
    settings = table_settings("straight-edge-1", paytables={"play": generous})
    solved = solve(settings)
    policy = solved.best_policy
    ev = simulate(settings, 1 << 20, 1, policy).base.ev
    assert ev.agrees_with(float(exact_figures(solved, policy).ev), ERRORS)
    assert not ev.agrees_with(float(exactly("straight-edge-1").ev), 20)


def test_a_poor_policy_costs_what_the_solver_says():
    solved = solved_game("straight-edge-1")
    always_in = Policy("never fold", (np.ones_like(solved.best_policy.choices[0]),))
    result = simulate(solved.settings, 1 << 21, 1, always_in)
    assert result.base.fold_rate.value == 0
    assert result.base.ev.agrees_with(float(exact_figures(solved, always_in).ev), ERRORS)


# --- the same seed, the same result -----------------------------------------------------------------------------------


def test_a_result_depends_on_the_seed_alone():
    solved = solved_game("straight-edge-1")
    policy, rounds = solved.best_policy, 5 * BLOCK + 1234
    results = [simulate(solved.settings, rounds, 7, policy, seats=SEATS, workers=workers) for workers in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0] != simulate(solved.settings, rounds, 8, policy, seats=SEATS)


def test_any_split_of_the_blocks_adds_up_to_the_same():
    solved = solved_game("straight-edge-2")
    loop = make_loop(solved, solved.best_policy, SEATS)
    rounds = 4 * BLOCK - 99
    whole = play_blocks(loop, rounds, 3, 0, 4)
    parts = [play_blocks(loop, rounds, 3, first, first + 1) for first in (2, 0, 3, 1)]
    assert tallies_equal(whole, {name: sum(part[name] for part in parts) for name in whole})
    assert int(whole["endings"].sum()) == SEATS * rounds


@pytest.mark.slow
def test_a_cluster_gives_the_very_same_result():
    distributed = pytest.importorskip("distributed")
    solved = solved_game("keep-it-straight")
    policy, rounds = solved.best_policy, 6 * BLOCK + 77
    played = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        result = simulate(
            solved.settings, rounds, 7, policy, SEATS, cluster=cluster.scheduler_address, progress=played.append
        )
    assert result == simulate(solved.settings, rounds, 7, policy, SEATS)
    assert sum(played) == rounds


def test_blocks_have_nothing_in_common():
    solved = solved_game("straight-edge-1")
    loop = make_loop(solved, solved.best_policy, 1)
    first = {tuple(row) for row in loop.cards_of_rounds(2000, 1, 0)}
    assert len(first) == 2000
    for seed, block in ((1, 1), (2, 0), (0, 1), (1 << 63, 0)):
        assert not first & {tuple(row) for row in loop.cards_of_rounds(2000, seed, block)}


def test_every_card_comes_at_every_place_equally_often():
    loop = make_loop(solved_game("straight-edge-1"), solved_game("straight-edge-1").best_policy, 6)
    rounds = 52 * 400
    dealt = loop.cards_of_rounds(rounds, 5, 0)
    assert dealt.shape == (rounds, 50)
    assert all(len(set(row)) == 50 for row in dealt[:500])
    counts = np.stack([np.bincount(dealt[:, place], minlength=52) for place in range(50)])
    chi_squared = ((counts - 400) ** 2 / 400).sum(axis=1)  # 51 degrees of freedom a place
    assert chi_squared.max() < 51 + 5 * sqrt(2 * 51)
    assert abs(chi_squared.mean() - 51) < 4 * sqrt(2 * 51 / 50)


# --- against the live table -------------------------------------------------------------------------------------------

ROUNDS = 100


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in COUNTED if find_game(game).deck.packs == 1], scope="module")
def test_rounds_settle_as_at_the_table(game):
    """The same cards through the table engine, choices looked up in the plainest way: every total is the same."""
    solved = solved_game(game)
    policy = solved.best_policy
    loop = make_loop(solved, policy, SEATS)
    choose = chooser(solved, policy)
    nets, squares, folds = {}, 0, 0
    awards = {}
    for cards in loop.cards_of_rounds(ROUNDS, 9, 0):
        round_ = played_round(solved, [DECK[card] for card in cards], choose)
        of_round = Fraction(0)
        for results in round_.state.results.values():
            for wager, amount in results.items():
                if find_game(game).wager(wager).kind is Kind.JACKPOT:
                    continue
                nets[wager] = nets.get(wager, 0) + Fraction(amount, DOLLAR)
                if not find_game(game).wager(wager).is_side_bet:
                    of_round += Fraction(amount, DOLLAR)
        squares += of_round**2
        folds += sum(seat.folded for seat in round_.state.seats.values())
        for event in round_.events:
            if isinstance(event, Qualified):
                awards[event.wager] = awards.get(event.wager, 0) + 1
    result = simulate(solved.settings, ROUNDS, 9, policy, SEATS)
    hands = ROUNDS * SEATS
    base_nets = sum(net for wager, net in nets.items() if not find_game(game).wager(wager).is_side_bet)
    assert Fraction(result.base.ev.value).limit_denominator(hands * solved.parts_per_unit) == base_nets / hands
    assert int(loop.play(ROUNDS, 9, 0)["moments"][0]) == squares * solved.parts_per_unit**2
    assert round(result.base.fold_rate.value * hands) == folds
    for bet in result.side_bets:
        if bet.paytable == solved.settings.paytables[bet.wager].title and bet.hands in (None, SEATS + 1):
            assert bet.ev == Fraction(nets[bet.wager]) / hands, bet.wager
    for jackpot in result.jackpots:
        prize = jackpot.prize
        if prize.paytable == solved.settings.paytables[prize.wager].title:
            assert sum(award.probability for award in prize.awards) * hands == awards.get(prize.wager, 0)


def played_round(solved, top, choose):
    """One round with $1 on every wager at every seat."""
    game, settings = solved.game, table_settings(solved.game.id, minimum=DOLLAR)
    round_ = Round.open("r", settings, (*top, *(card for card in DECK if card not in set(top))))
    stakes = {wager.id: DOLLAR for wager in game.wagers if wager.kind not in (Kind.DECISION, Kind.RIDER)}
    for seat in range(1, SEATS + 1):
        round_.do(Bet(seat, stakes))
    round_.run_dealer()
    while seats := round_.awaited_seats():
        for seat in seats:
            round_.do(Choose(seat, choose(sight_of(round_, seat))))
        round_.run_dealer()
    return round_


def chooser(solved, policy):
    """The policy's option for what a seat sees, by looking it up among all positions in the plainest way."""
    decisions = [decision.id for decision in solved.game.decisions]
    look_up = among_classes(solved) or among_hands(solved) or among_known_cards(solved) or among_boards(solved)

    def choose(seen):
        number = decisions.index(seen.decision)
        place = look_up(number, seen)
        return solved.game.decisions[number].options[policy.choices[number][place]].name

    return choose


def among_classes(solved):
    if not hasattr(solved.counted, "classes"):
        return None
    counts = solved.counted.classes.held
    powers = (int(counts.max()) + 1) ** np.arange(counts.shape[1])
    classes = {key: place for place, key in enumerate((counts @ powers).tolist())}

    def look_up(_, seen):
        chains = [
            tuple(sum(bool(cell >> card.number & 1) for card in seen.cards[SEAT]) for cell in chain.distinct_cells)
            for chain in solved.ranking.chains
        ]
        held = np.array([count for chain in sorted(chains, key=sum) for count in chain])
        return classes[int(held @ powers)]

    return look_up


def among_hands(solved):
    if not hasattr(solved.counted, "has_card_up"):
        return None
    hands = {tuple(row): place for place, row in enumerate(solved.counted.count.hands.tolist())}

    def look_up(_, seen):
        up = next(iter(seen.cards.get(DEALER, ())), None)
        for suits in permutations(range(4)):
            held = tuple(sorted(13 * suits[card.suit] + card.rank for card in seen.cards[SEAT]))
            if held in hands:
                return hands[held], 13 * suits[up.suit] + up.rank if up else 0
        raise AssertionError("every hand has one that stands for it")

    return look_up


def among_boards(solved):
    if not hasattr(solved.counted, "holdem"):
        return None
    flops = {tuple(row): place for place, row in enumerate(flops_of(solved.counted.holdem.cards).cards.tolist())}
    boards = kinds_of_boards()
    kinds = {
        (tuple(sorted(ranks[:suited])), tuple(sorted(ranks[suited:]))): kind
        for kind, (ranks, suited) in enumerate(zip(boards.ranks.tolist(), boards.in_suit.tolist(), strict=True))
    }

    def look_up(number, seen):
        own, board = seen.cards[SEAT], seen.cards.get(COMMUNITY, ())
        high, low = sorted((card.rank for card in own), reverse=True)
        if number == 0:
            return 13 * high + low if own[0].suit == own[1].suit else 13 * low + high
        if number == 1:
            return among_flops(own, board)
        flush = next((suit for suit in range(4) if sum(card.suit == suit for card in board) >= 3), None)
        of_flush, others = ([card.rank for card in board if (card.suit == flush) == is_it] for is_it in (True, False))
        kind = kinds[tuple(sorted(of_flush)), tuple(sorted(others))]
        first, second = own
        return kind, 2 * (first.suit == flush) + (second.suit == flush), 13 * first.rank + second.rank

    def among_flops(own, board):
        for suits in permutations(range(4)):
            flop, held = (sorted(13 * suits[card.suit] + card.rank for card in cards) for cards in (board, own))
            if tuple(flop) in flops:
                return flops[tuple(flop)], *place_of_hand(*held)
        raise AssertionError("every flop has one that stands for it")

    return look_up


def among_known_cards(solved):
    if not hasattr(solved.counted, "tree"):
        return None
    known = [
        {tuple(row): place for place, row in enumerate(positions.sets.tolist())}
        for positions in solved.counted.count.positions
    ]

    def look_up(number, seen):
        paths = solved.counted.tree.before[number]
        path = next(place for place, path in paths.items() if path.stakes == seen.staked)
        for suits in permutations(range(4)):
            cards = (*seen.cards[SEAT], *seen.cards.get(COMMUNITY, ()))
            held = tuple(sorted(13 * suits[card.suit] + card.rank for card in cards))
            if held in known[number]:
                return path, known[number][held]
        raise AssertionError("every set has one that stands for it")

    return look_up


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"rounds": 0}, "no-rounds"),
        ({"rounds": 10, "seed": -1}, "bad-seed"),
        ({"rounds": 10, "seats": 7}, "bad-seats"),
        ({"rounds": 10, "seats": 0}, "bad-seats"),
        ({"rounds": 10, "workers": 0}, "no-workers"),
        ({"rounds": 10, "cluster": "tcp://127.0.0.1:1"}, "no-cluster"),
        ({"rounds": 10, "cluster": "nonsense"}, "no-cluster"),
        ({"rounds": 10, "cluster": "tcp://127.0.0.1:99999"}, "no-cluster"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments, code):
    solved = solved_game("straight-edge-1")
    with pytest.raises(CardroomError) as refused:
        simulate(solved.settings, **{"policy": solved.best_policy, **arguments})
    assert refused.value.code == code
    assert "\n" not in refused.value.message


def test_a_policy_for_another_game_is_refused():
    policy = Policy("mine", (np.zeros(10, dtype=np.int8),))
    with pytest.raises(CardroomError, match="another game"):
        simulate(table_settings("straight-edge-1"), 10, policy=policy)


def test_a_policy_that_breaks_the_rules_is_refused():
    solved = solved_game("keep-it-straight")
    policy = Policy("bold", (np.ones_like(solved.best_policy.choices[0]),))
    with pytest.raises(CardroomError, match="must fold"):
        simulate(solved.settings, 10, policy=policy)
