"""Strategies: short lists found from the solution, their exact cost, and their files."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.lab.figure_cache import packaged_result
from cardroom.lab.solvers import solve
from cardroom.lab.strategy.playbook import Playbook, strategy_text
from cardroom.lab.strategy.rule_list import (
    Rule,
    Strategy,
    compile_strategy,
    derive_strategy,
    load_strategy,
    read_strategy,
    rule_words,
    to_document,
    to_toml,
)
from cardroom.lab.strategy.strategy_cost import assess
from cardroom.money import parse_pay
from cardroom.table import table_settings

from .solved_games import DECIDED, derived_strategy

# The greatest cost that a short list may have, in Antes a hand.
DEAREST = {
    "straight-edge-1": 1e-4,
    "straight-edge-2": 3e-4,
    "solitaire-stud": 1e-4,
    "keep-it-straight": 2e-4,
    "mississippi-stud": 1e-4,
    "caribbean-stud": 1e-5,
    "three-card-poker": 1e-6,
    "crazy-4-poker": 1e-5,
    "let-it-ride": 1e-4,
    "casino-war": 1e-9,
    "ultimate-texas-holdem": 1.1e-3,
}
DIFFERS = {"ultimate-texas-holdem": 0.02}  # of hands; others less than 0.01
SLOW = ("solitaire-stud", "caribbean-stud", "ultimate-texas-holdem")
ALL_GAMES = [pytest.param(game, marks=pytest.mark.slow) if game in SLOW else game for game in DECIDED]


@pytest.fixture
def derived():
    return derived_strategy


def with_pay(game, wager, hand, pays):
    """The game with one line of a pay table changed."""
    printed = table_settings(game).paytables[wager]
    lines = tuple(
        msgspec.structs.replace(line, pays=(parse_pay(pays),)) if line.hand == hand else line for line in printed.lines
    )
    assert lines != printed.lines
    own = msgspec.structs.replace(printed, id="mine", lines=lines, is_printed=False)
    return table_settings(game, paytables={"base": own})


def words(strategy, solved):
    return [(rule.option, rule_words(rule, solved)) for rule in strategy.rules]


# --- what the lists say and cost --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_a_list_is_short_and_costs_little(game, solved, derived):
    solution, strategy = solved(game), derived(game)
    policy = compile_strategy(strategy, solution)
    assessment = assess(solution, policy)
    best = solution.expectation()
    assert assessment.perfect == best
    assert assessment.cost == best - solution.expectation(policy) == sum(m.cost for m in assessment.mistakes)
    assert 0 <= assessment.cost < DEAREST[game]
    assert 0 <= assessment.differs < DIFFERS.get(game, 0.01)
    assert all(mistake.cost > 0 and mistake.examples for mistake in assessment.mistakes)
    for decision in solution.game.decisions:
        rules = strategy.at(decision)
        assert 1 <= len(rules) <= 9
        assert rules[-1].when == {}
    book = packaged_result(table_settings(game), Playbook)  # otherwise: `make figures`
    assert [(line.option, line.hands) for line in book.lines] == words(strategy, solution)
    assert (book.assessment, book.ways_of_speaking) == (assessment, tuple(solution.condition_terms))


@pytest.mark.parametrize("game", ["straight-edge-1", "mississippi-stud"])
def test_the_best_policy_has_no_mistakes(game, solved):
    assessment = assess(solved(game), solved(game).best_policy)
    assert (assessment.cost, assessment.differs, assessment.mistakes) == (0, 0, ())


def test_straight_edge_1_plays_from_king_high_two_card_straights(solved, derived):
    said = words(derived("straight-edge-1"), solved("straight-edge-1"))
    assert said[-2:] == [("1x", "two-card straight, queen to king, or better"), ("fold", "anything else")]


def test_keep_it_straight_raises_most_from_queen_high_three_card_straights(solved, derived):
    said = words(derived("keep-it-straight"), solved("keep-it-straight"))
    assert ("4x", "three-card straight, ten to queen, or better") in said
    assert ("2x", "three-card straight, two to four, or better") in said


def test_mississippi_stud_raises_pairs_and_plays_two_points(solved, derived):
    said = words(derived("mississippi-stud"), solved("mississippi-stud"))
    assert said[0] == ("3x", "any pair or better")
    assert ("1x", "two points or more") in said
    assert ("1x", "three points or more") in said
    assert ("1x", "four points or more") in said
    assert ("3x", "four to a flush") in said


@pytest.mark.slow
def test_caribbean_stud_raises_pairs_and_folds_below_ace_king(solved, derived):
    said = words(derived("caribbean-stud"), solved("caribbean-stud"))
    assert said[:2] == [("2x", "a pair or better"), ("fold", "below A-K")]


def test_a_worse_list_costs_more(solved):
    solution = solved("keep-it-straight")
    careless = Strategy("keep-it-straight", (Rule("raise", "2x", {"at_least": "2-card straight"}),))
    assessment = assess(solution, compile_strategy(careless, solution))
    assert assessment.cost == assessment.perfect - solution.expectation(compile_strategy(careless, solution))
    assert assessment.cost > 0.01


def test_mistakes_on_several_streets_add_up_and_are_counted_once_a_hand(solved):
    solution = solved("mississippi-stud")
    stubborn = Strategy("mississippi-stud", tuple(Rule(d.id, "1x", {}) for d in solution.game.decisions))
    assessment = assess(solution, compile_strategy(stubborn, solution))
    assert assessment.cost == sum(mistake.cost for mistake in assessment.mistakes)
    assert assessment.differs < sum(mistake.share for mistake in assessment.mistakes)
    assert assessment.differs < 1


def test_another_pay_table_gives_another_list(solved, derived):
    lavish = solve(with_pay("straight-edge-2", "blind", "win by 1", "2 to 1"))
    assert words(derive_strategy(lavish), lavish) != words(derived("straight-edge-2"), solved("straight-edge-2"))


@pytest.mark.slow
def test_another_pay_table_gives_other_streets(derived):
    paying = solve(with_pay("mississippi-stud", "ante", "pair of sixes to tens", "1 to 1"))
    assert derive_strategy(paying) != derived("mississippi-stud")


def test_a_forced_fold_is_folded_whatever_the_rules_say(solved):
    solution = solved("keep-it-straight")
    always = compile_strategy(Strategy("keep-it-straight", (Rule("raise", "4x", {}),)), solution)
    needs = solution.game.decisions[0].options[-1].needs
    must_fold = np.array(solution.counted.player_values)[solution.counted.classes.value] < needs
    assert must_fold.any()
    assert not always.choices[0][must_fold].any()
    assert (always.choices[0][~must_fold] == 3).all()


def test_what_no_rule_fits_is_folded(solved):
    policy = compile_strategy(Strategy("straight-edge-1", (Rule("play", "1x", {"at_least": "7-card straight"}),)),
                              solved("straight-edge-1"))  # fmt: skip
    assert 0 < policy.choices[0].mean() < 0.01


@pytest.mark.slow
def test_the_text_of_a_strategy_names_its_cost():
    text = strategy_text(table_settings("keep-it-straight"))
    assert "Raise 4x: three-card straight, ten to queen, or better" in text
    assert "by perfect play" in text


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, scope="module")
def test_a_strategy_survives_its_files(game, solved, derived, tmp_path):
    solution, strategy = solved(game), derived(game)
    expected = compile_strategy(strategy, solution)
    toml, document = tmp_path / "strategy.toml", tmp_path / "strategy.json"
    toml.write_text(to_toml(strategy, solution), encoding="utf-8")
    document.write_text(json.dumps(to_document(strategy)), encoding="utf-8")
    for file in (toml, document):
        loaded = load_strategy(file, solution)
        assert len(loaded.choices) == len(expected.choices)
        assert all(np.array_equal(a, b) for a, b in zip(loaded.choices, expected.choices, strict=True))


def test_hands_may_be_written_in_several_ways(solved):
    solution = solved("keep-it-straight")
    policies = [
        compile_strategy(Strategy("keep-it-straight", (Rule("raise", "2x", {"at_least": text}),)), solution)
        for text in ("three-card straight, ten to queen", "3-card straight, queen high", "3-card straight, Q")
    ]
    assert all(np.array_equal(policies[0].choices[0], other.choices[0]) for other in policies[1:])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "needs at least one"),
        ('game = "no-such-game"\n[[rules]]\nbet = 1', "no-such-game"),
        ('game = "mississippi-stud"\n[[rules]]\nbet = 1', "is for mississippi-stud|rule 1.*decision"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 5', "rule 1.*bet"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = true', "rule 1.*bet"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nif = 3', "rule 1.*“if”"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\n[[rules]]\nbet = 2\nwhen = {points_at_least = 2}', "rule 2"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nwhen = {at_least = "two pair"}', "rule 1.*two pair"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nwhen = {at_least = "3-card straight, ten to king"}', "rule 1"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nwhen = {cards = {from = "9", to = "4", at_least = 2}}', "up"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nwhen = {cards = {from = "2", to = "4"}}', "rule 1.*needs"),
        ('game = "keep-it-straight"\n[[rules]]\nbet = 2\nwhen = {cards = 3}', "rule 1.*table"),
        ("game = [", "neither TOML nor JSON"),
        ("{", "neither TOML nor JSON"),
    ],
)
def test_a_bad_strategy_file_is_refused_with_its_name(text, complaint, solved, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CardroomError, match=complaint) as refused:
        load_strategy(file, solved("keep-it-straight"))
    assert refused.value.message.startswith(str(file))


def test_a_strategy_of_another_game_is_refused(solved, derived, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(derived("straight-edge-1"), solved("straight-edge-1")), encoding="utf-8")
    with pytest.raises(CardroomError, match="is for straight-edge-1"):
        load_strategy(file, solved("keep-it-straight"))
    with pytest.raises(CardroomError, match="cannot be read"):
        load_strategy(tmp_path / "none.toml", solved("keep-it-straight"))


@pytest.mark.parametrize(
    "when",
    [
        {"made_at_least": "a fine pair"},
        {"suited": "yes"},
        {"gaps_at_most": 7},
        {"points_at_least": 0},
        {"lowest_at_least": "1"},
        {"staked_at_least": True},
    ],
)
def test_conditions_of_streets_are_checked(when, solved):
    strategy = Strategy("mississippi-stud", (Rule("fourth_street", "1x", when),))
    with pytest.raises(CardroomError, match="mine, rule 1: "):
        compile_strategy(strategy, solved("mississippi-stud"), "mine")


@pytest.mark.parametrize("game", DECIDED)
def test_every_option_of_every_decision_can_be_named_in_a_file(game):
    named = [(decision.id, option.name) for decision in find_game(game).decisions for option in decision.options]
    rules = [{"decision": decision, "bet": option} for decision, option in named]
    read = read_strategy({"game": game, "rules": rules}, "mine").rules
    assert [(rule.decision, rule.option) for rule in read] == named


def test_a_bet_may_be_written_as_its_multiple():
    read = read_strategy({"game": "keep-it-straight", "rules": [{"bet": 3}, {"bet": "3x"}]}, "mine").rules
    assert [rule.option for rule in read] == ["3x", "3x"]
