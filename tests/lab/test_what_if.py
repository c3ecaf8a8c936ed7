"""Variants as a question: figures, decisions and edges, each found a second way."""

from fractions import Fraction

import pytest

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.games.catalogue import settable
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.solvers import is_counted, solve
from cardroom.lab.strategy.advice import advise, sight
from cardroom.lab.what_if.comparison import (
    compare,
    edge_figures,
    edge_of,
    edges_of_single_changes,
    possible_changes,
    with_changes,
)
from cardroom.lab.what_if.goal_seek import seek_goal, tried_odds
from cardroom.lab.what_if.paytable_goal_seek import first_pay, with_pay
from cardroom.table import table_settings
from cardroom.table.settings_changes import read_table, with_paytable

EDGE_2, THREE, MISSISSIPPI = (
    table_settings(game) for game in ("straight-edge-2", "three-card-poker", "mississippi-stud")
)


class TestChanges:
    def test_a_change_is_the_variant_of_that_id(self):
        found = with_changes(THREE, {"qualify": "K", "copies": "win"}).settings
        assert found == table_settings("three-card-poker?copies=win&qualify=K")

    def test_pay_tables_are_set_by_wager(self, tmp_path):
        assert (
            with_changes(THREE, {"paytable:pair_plus": "pair plus 3"}).settings.paytables["pair_plus"].id
            == "Pair Plus 3"
        )
        file = tmp_path / "own.toml"
        lines = '[[line]]\nhand = "straight"\npays = "6 to 1"\n'
        file.write_text(f'id = "Mine"\ngame = "three-card-poker"\nwager = "pair_plus"\n{lines}')
        found = with_changes(THREE, {"qualify": "K", "paytable:pair_plus": str(file)})
        assert found.settings.paytables["pair_plus"].title == "Mine (not approved)"
        assert "no line for" in found.warnings[0]

    def test_everything_that_may_be_set_is_listed(self):
        for game in games().values():
            rules = [
                choice
                for choice in possible_changes(table_settings(game.id))
                if not choice.name.startswith("paytable:")
            ]
            assert [(c.name, c.now) for c in rules] == [(s.name, str(s.default)) for s in settable(game)]

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"qualify": "7"}, "“qualify” can be: none, J, Q, K, A, pair; not “7”"),
            ({"jokers": "2"}, "“jokers” cannot be set; what can: qualify"),
            ({"paytable:pairs": "x"}, "has no wager “pairs”"),
            ({"paytable:play": "x"}, "Play of Three Card Poker is not paid by a pay table"),
            ({"paytable:pair_plus": "x"}, "Pair Plus has no pay table “x”; it has: Pair Plus 1"),
        ],
    )
    def test_what_cannot_be_set_is_refused_in_a_sentence(self, changes, why):
        with pytest.raises(CardroomError, match=why):
            with_changes(THREE, changes)


class TestFigures:
    @pytest.mark.parametrize(
        "variant", ["straight-edge-2?qualify=3", "three-card-poker?qualify=A", "mississippi-stud?most=2"]
    )
    def test_they_are_those_of_an_analysis_of_the_variant(self, variant):
        settings = table_settings(variant)
        found, analysis = edge_figures(settings), analyze(settings)
        assert found.base == analysis.base
        assert edge_of(settings) == analysis.base.house_edge
        in_force = {bet.wager: bet for bet in analysis.side_bets if bet.paytable == settings.paytables[bet.wager].title}
        assert found.side_bets == in_force

    def test_each_value_alone_is_the_variant_of_that_id(self):
        for choice, edges in edges_of_single_changes(THREE):
            assert [edge.value for edge in edges if edge.is_now] == [choice.now]
            for edge in edges:
                if choice.name in {"qualify", "copies"}:
                    assert (
                        edge.edge
                        == analyze(table_settings(f"three-card-poker?{choice.name}={edge.value}")).base.house_edge
                    )
                if choice.wager:
                    bets = analyze(THREE).side_bets
                    assert edge.edge == next(bet.house_edge for bet in bets if bet.paytable == edge.value)


class TestComparing:
    def test_what_moves_is_the_difference_of_two_analyses(self):
        after = with_changes(THREE, {"qualify": "K"}).settings
        moved = {figure.figure: figure for figure in compare(THREE, after).moved}
        old, new = (analyze(settings).base for settings in (THREE, after))
        assert moved["house edge"].by == new.house_edge - old.house_edge
        assert (moved["folded"].before, moved["folded"].after) == (old.fold_rate, new.fold_rate)
        assert sum(moved[f"expectation of {name}"].after for name in ("Ante", "Play", "Ante Bonus")) == new.ev

    def test_nothing_changed_moves_nothing(self):
        found = compare(THREE, THREE)
        assert not any(figure.by for figure in found.moved)
        assert (found.decisions, found.differs) == ((), 0)

    @pytest.mark.parametrize(
        ("game", "changes"),
        [
            ("three-card-poker", {"qualify": "K"}),
            ("three-card-poker", {"multiple": "3"}),
            ("three-card-poker", {"paytable:ante_bonus": "Ante Bonus 4", "copies": "lose", "qualify": "J"}),
            ("crazy-4-poker", {"qualify": "A"}),
        ],
    )
    def test_advice_says_the_same_of_every_example(self, game, changes):
        before = table_settings(game)
        after = with_changes(before, changes).settings
        found = compare(before, after)
        assert found.decisions
        for item in found.decisions:
            for example in item.examples:
                best = [advise(sight(settings, parse_cards(example))).best.name for settings in (before, after)]
                assert best[1] == item.best
                assert best[0] == item.plays or best[0] not in {
                    option.name for option in after.rules.decisions[0].options
                }

    def test_advice_says_the_same_where_cards_come_little_by_little(self):
        after = with_changes(MISSISSIPPI, {"most": "2"}).settings
        for item in compare(MISSISSIPPI, after).decisions:
            for example in item.examples:
                cards, _, staked = example.partition(" with ")
                hand = parse_cards(cards)
                units = int(staked.split()[0]) if staked else None
                best = [advise(sight(s, hand[:2], hand[2:], None, units)).best.name for s in (MISSISSIPPI, after)]
                assert best == [item.plays, item.best]

    @pytest.mark.parametrize(
        ("game", "changes"),
        [
            ("straight-edge-2", {"qualify": "3", "copies": "win"}),
            ("straight-edge-2", {"multiple": "1"}),
            ("keep-it-straight", {"must_fold_below": "3", "most": "5"}),
            ("keep-it-straight", {"must_fold_below": "nothing", "most": "2"}),
            ("mississippi-stud", {"most": "4"}),
            ("mississippi-stud", {"most": "1"}),
            ("crazy-4-poker", {"most": "5"}),
        ],
    )
    def test_the_old_play_and_what_it_gives_away_make_the_best(self, game, changes):
        before = table_settings(game)
        here, there = solve(with_changes(before, changes).settings), solve(before)
        found = compare(before, here.settings)
        carried = here.transferred_policy(there.best_policy, there)
        cost = sum((item.cost for item in found.decisions), Fraction(0))
        assert here.expectation() == here.expectation(carried) + cost
        same, best = here.transferred_policy(here.best_policy, here), here.best_policy
        assert same.choices[0].tolist() == best.choices[0].tolist()

    def test_other_cards_are_not_compared(self):
        found = compare(THREE, table_settings("three-card-poker?deck=9TJQKA"))
        assert (found.decisions, found.differs) == ((), None)
        assert "do not see the same cards" in found.note


class TestReaching:
    def test_the_first_value_outward_that_reaches_it(self):
        target, found = seek_goal(EDGE_2, Fraction(2, 100))
        assert target.now == edge_of(EDGE_2) < 0
        by_name = {item.what: item for item in found}
        assert (by_name["multiple"].value, by_name["dealer_cards"].value) == ("1", "8")
        assert by_name["qualify"].value is None
        rules = {setting.name: setting for setting in settable(EDGE_2.rules)}
        for item in found[: len(rules)]:
            edges = {
                str(value): edge_of(table_settings(f"straight-edge-2?{item.what}={value}"))
                for value in rules[item.what].values
            }
            if item.value is None:
                assert max(edges.values()) == item.edge < target.edge
            else:
                assert edges[item.value] == item.edge >= target.edge

    @pytest.mark.parametrize(("settings", "percent"), [(EDGE_2, 2), (THREE, 2), (THREE, 4), (MISSISSIPPI, 6)])
    def test_a_line_pays_the_nearest_that_reaches_it(self, settings, percent):
        target, found = seek_goal(settings, Fraction(percent, 100))
        lines = [item for item in found if ": " in item.what]
        assert lines
        game = settings.rules
        for item in lines:
            table, hand = item.what.split(": ")
            wager = next(w for w in game.wagers if w.id in settings.paytables and settings.paytables[w.id].id == table)
            place = [line.text for line in settings.paytables[wager.id].lines].index(hand)
            if item.value is None:
                assert item.edge == edge_of(
                    with_pay(settings, wager, place, tried_odds(0 if target.is_upwards else 10_010))
                )
                assert not target.is_reached(item.edge)
                continue
            tried = {str(tried_odds(number)): number for number in range(11_000)}
            nearer = tried[item.value] + (1 if target.is_upwards else -1)
            assert item.edge == edge_of(with_pay(settings, wager, place, tried_odds(tried[item.value])))
            assert target.is_reached(item.edge)
            assert not target.is_reached(edge_of(with_pay(settings, wager, place, tried_odds(nearer))))

    def test_a_side_bet_is_reached_by_its_own_lines(self):
        target, found = seek_goal(THREE, Fraction(5, 100), "pair_plus")
        assert target.now == Fraction(128, 5525)
        by_name = {item.what: item for item in found}
        assert by_name["paytable:pair_plus"].value == "Pair Plus 2"
        assert by_name["Pair Plus 1: pair"].value == "1 to 2"
        assert "Ante Bonus 1: straight" not in by_name

    def test_a_table_that_would_be_refused_is_noted(self):
        _, found = seek_goal(THREE, Fraction(2, 100))
        notes = {item.what: item.note for item in found}
        assert "more than the 5 to 1 of straight flush" in notes["Ante Bonus 1: three of a kind"]
        assert not notes["Ante Bonus 1: straight"]

    def test_a_jackpot_is_another_question(self):
        jackpot = next(wager for wager in EDGE_2.rules.wagers if wager.kind == "jackpot")
        with pytest.raises(CardroomError, match="is paid from a jackpot"):
            seek_goal(EDGE_2, Fraction(2, 100), jackpot.id)

    def test_pays_that_are_not_tried_lie_between_two_that_are(self):
        lines = {"straight flush": "17 to 3", "three of a kind": "4 to 1", "straight": "7 to 5"}
        table = read_table(THREE.rules, THREE.rules.wager("ante_bonus"), lines).table
        settings = with_paytable(THREE, "ante_bonus", table)
        now = edge_of(settings)
        up, down = (seek_goal(settings, now + step)[1][-1] for step in (Fraction(1, 10**6), Fraction(-1, 10**6)))
        assert (up.value, down.value) == ("1 to 1", "3 to 2")
        with pytest.raises(CardroomError, match="exactly that already"):
            seek_goal(settings, now)

    @pytest.mark.parametrize("now", [0, 7, 40, 9_000])
    def test_a_pay_is_found_however_the_edge_bends(self, now):
        def edge(pays):
            return Fraction(1) - Fraction(max(pays, 3 * pays - 60, 40 * pays - 3_000), 10_000)

        for wanted in (Fraction(1, 2), Fraction(99, 100), Fraction(-3), Fraction(2), Fraction(-40)):
            if edge(now) < wanted:
                able = [pays for pays in range(now) if edge(pays) >= wanted]
                assert first_pay(edge, wanted, now, 0) == max(able, default=None)
            else:
                able = [pays for pays in range(now, 10_001) if edge(pays) <= wanted]
                assert first_pay(edge, wanted, now, 10_000) == min(able, default=None)


def test_what_cannot_be_counted_is_refused_in_a_sentence():
    uncounted = [game for game in games() if not is_counted(find_game(game))]
    for game in uncounted:
        with pytest.raises(CardroomError, match="No way of counting fits"):
            edge_of(table_settings(game))
