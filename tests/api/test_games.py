"""`import cardroom as cr`: games under their own rules and others, and what they cost."""

import subprocess
import sys
from fractions import Fraction
from html import escape
from pathlib import Path

import pytest

import cardroom as cr
from cardroom.games import catalogue, find_game
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.table import table_settings

EDGE_2, THREE = "straight-edge-2", "three-card-poker"
LINES = {
    "straight flush": "40 to 1",
    "three of a kind": "25 to 1",
    "straight": "6 to 1",
    "flush": "4 to 1",
    "pair": "1 to 1",
}


class TestImporting:
    def test_nothing_heavy_is_loaded(self):
        code = "import cardroom, sys; print([m for m in ('numpy', 'numba', 'msgspec') if m in sys.modules])"
        assert _python(code) == "[]"

    def test_games_are_listed_without_numba(self):
        code = "import cardroom as cr, sys; cr.games(); print([m for m in ('numpy', 'numba') if m in sys.modules])"
        assert _python(code) == "[]"

    def test_games_is_a_room_and_a_function_however_it_comes_in(self):
        code = "from cardroom.games import find_game; import cardroom.games as room, cardroom as cr; "
        code += "print(cr.games is room, find_game is room.find_game, list(cr.games()) == list(room.games()))"
        assert _python(code) == "True True True"

    def test_every_name_is_there_and_no_other(self):
        assert all(getattr(cr, name) is not None for name in cr.__all__)
        assert set(cr.__all__) <= set(dir(cr))
        with pytest.raises(AttributeError, match="has no attribute “blackjack”"):
            cr.blackjack  # noqa: B018


def _python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


class TestAGame:
    def test_every_game_of_the_catalogue_is_there(self):
        for name, game in cr.games().items():
            assert (game.id, game.name) == (name, find_game(name).name)
            assert game == cr.game(name)
            assert hash(game) == hash(cr.game(name))
            assert name in repr(game)
            assert escape(game.summary) in game._repr_html_()

    def test_it_says_what_it_is(self):
        game = cr.game(THREE)
        assert game.wagers["pair_plus"] == "Pair Plus"
        assert game.settable["copies"] == ("win", "push", "lose")
        assert game.paytables["pair_plus"].id == "Pair Plus 1"
        assert game.rules["1"].startswith("Players make the Ante")

    def test_it_is_approved_only_as_its_sheet_prints_it(self):
        printed = cr.game(EDGE_2)
        assert printed.is_approved
        assert not printed.with_rules(qualify=3).is_approved
        assert not cr.game(THREE).is_approved

    def test_a_game_of_a_file(self, tmp_path):
        file = tmp_path / "mine.py"
        text = (find_file(THREE)).read_text(encoding="utf-8")
        file.write_text(text.replace('id="three-card-poker"', 'id="mine"'), encoding="utf-8")
        try:
            assert cr.game(file).id == "mine"
            assert cr.game(str(file)).with_rules(qualify="K").id == "mine?qualify=K"
        finally:
            catalogue.forget_file(file)

    @pytest.mark.parametrize(
        ("ask", "why"),
        [
            (lambda: cr.game("three-card-pocker"), "Did you mean three-card-poker?"),
            (lambda: cr.game("no-such-file.py"), "cannot be read"),
            (lambda: cr.game(THREE).with_rules(qualify="7"), "“qualify” can be: none, J, Q, K, A, pair; not “7”"),
            (lambda: cr.game(THREE).with_rules(jokers=1), "“jokers” cannot be set"),
            (lambda: cr.game(THREE).with_paytable("pair", LINES), "has no wager “pair”"),
            (lambda: cr.game(THREE).with_paytable("play", LINES), "is not paid by a pay table"),
            (lambda: cr.game(THREE).with_paytable("pair_plus", "Pair Plus 9"), "has no pay table “Pair Plus 9”"),
            (lambda: cr.game(THREE).with_paytable("pair_plus", "none.toml"), "cannot be read"),
            (lambda: cr.game(THREE).with_paytable("pair_plus", {"flush": "4"}), "“4” is not a pay-off"),
            (lambda: cr.game(THREE).with_paytable("pair_plus", dict(reversed(LINES.items()))), "best hand first"),
            (lambda: cr.game(THREE).advise("As Kd"), "A hand of Three Card Poker has 3 cards, not 2"),
            (lambda: cr.game(THREE).advise("As Kd Zz"), "“Zz” is not a card"),
            (lambda: cr.game(THREE).advise("As Kd As"), "As stands twice"),
            (lambda: cr.game(THREE).analysis().side_bet("pair_plus", "Pair Plus 9"), "is counted for: Pair Plus 1"),
        ],
    )
    def test_what_does_not_fit_is_refused_in_a_sentence(self, ask, why):
        with pytest.raises(cr.CardroomError, match=why.replace("?", r"\?")):
            ask()


class TestOtherRules:
    def test_rules_add_up_and_pay_tables_stay(self):
        game = cr.game(THREE).with_paytable("pair_plus", "Pair Plus 2").with_rules(qualify="K").with_rules(copies="win")
        assert game.id == "three-card-poker?copies=win&qualify=K"
        assert game.paytables["pair_plus"].id == "Pair Plus 2"
        assert game.with_rules(qualify="Q", copies="push").id == THREE

    @pytest.mark.filterwarnings("ignore:.*no line for mini royal")
    def test_a_pay_table_of_ones_own_is_labelled_and_stays_so(self):
        game = cr.game(THREE).with_paytable("pair_plus", LINES, called="Mine").with_rules(copies="win")
        assert game.paytables["pair_plus"].title == "Mine (not approved)"
        assert "Mine (not approved)" in game.approval
        bet = game.analysis().side_bets["pair_plus"]
        assert (bet.is_approved, bet.paytable) == (False, "Mine (not approved)")

    def test_without_an_approved_sheet_a_printed_table_is_not_approved_and_needs_no_label(self):
        analysis = cr.game(THREE).analysis()
        bet = analysis.side_bets["pair_plus"]
        assert (bet.is_approved, bet.paytable) == (False, "Pair Plus 1")
        assert not [finding for finding in analysis.findings if "approved" in finding]
        assert cr.game(THREE).with_rules(qualify="K").approval == f"rules changed; {cr.game(THREE).approval}"

    @pytest.mark.filterwarnings("ignore:.*no line for mini royal")
    def test_lines_a_struct_and_a_file_give_the_same(self, tmp_path):
        game = cr.game(THREE)
        file = tmp_path / "own.toml"
        head = f'id = "Mine"\ngame = "{THREE}"\nwager = "pair_plus"\n'
        file.write_text(head + "".join(f'[[line]]\nhand = "{h}"\npays = "{p}"\n' for h, p in LINES.items()))
        from_lines = game.with_paytable("pair_plus", LINES, called="Mine")
        assert game.with_paytable("pair_plus", file) == from_lines
        assert game.with_paytable("pair_plus", str(file)) == from_lines
        table = cr.PayTable(id="Mine", lines=from_lines.paytables["pair_plus"].lines)
        assert table.is_printed
        assert game.with_paytable("pair_plus", table) == from_lines
        assert game.with_rules(qualify="K").with_paytable("pair_plus", file).id == f"{THREE}?qualify=K"

    def test_a_gap_is_a_warning(self):
        with pytest.warns(UserWarning, match="no line for mini royal, which will be paid as straight flush"):
            cr.game(THREE).with_paytable("pair_plus", LINES)

    def test_wagers_that_share_a_table_share_the_other(self):
        game = cr.game("mississippi-stud")
        lines = {line.hand: str(line.pays[0]) for line in game.paytables["ante"].lines} | {"royal flush": "600 to 1"}
        other = game.with_paytable("ante", lines)
        assert {name: table.id for name, table in other.paytables.items() if not table.is_printed} == dict.fromkeys(
            ("ante", "third_street", "fourth_street", "fifth_street"), "own Ante"
        )


class TestFigures:
    def test_an_analysis_is_the_labs(self):
        found, exact = cr.game(THREE).analysis(), analyze(table_settings(THREE))
        assert found.edge == exact.base.house_edge == Fraction(686689, 20358520)
        assert found.element_of_risk == exact.base.element_of_risk
        assert -sum(found.by_wager.values()) == found.edge
        assert found.side_bets["pair_plus"].edge == exact.side_bets[0].house_edge
        assert found.side_bet("pair_plus", "Pair Plus 2").edge == exact.side_bets[1].house_edge
        assert found.document()["base"]["unit"] == "ante"
        assert "house edge 3.3730% of the Ante" in repr(found)
        assert "3.3730%" in found._repr_html_()

    def test_chances_of_a_side_bet_add_up(self):
        for bet in cr.game(THREE).analysis().side_bets.values():
            assert sum(chance for _, _, chance in bet.lines) == 1
            assert bet.lines[0][0] in bet._repr_html_()

    def test_a_strategy_costs_what_it_says(self):
        game = cr.game(EDGE_2)
        strategy = game.strategy()
        assert strategy.edge == game.analysis().edge + strategy.cost
        assert 0 < strategy.differs < Fraction(1, 100)
        assert len(str(strategy).splitlines()) == len(strategy.rules)
        assert strategy.toml().startswith('game = "straight-edge-2"')
        assert strategy.rules[0][1] in strategy._repr_html_()
        assert game.simulate(1 << 18, strategy=strategy).agrees_with(strategy.edge)

    def test_a_strategy_is_for_its_game(self):
        with pytest.raises(cr.CardroomError, match="for straight-edge-2, not for straight-edge-2\\?qualify=3"):
            cr.game(EDGE_2).with_rules(qualify=3).simulate(1000, strategy=cr.game(EDGE_2).strategy())

    def test_advice_changes_with_the_rules(self):
        game, hand = cr.game(THREE), "Qs 6d 3c"
        assert game.advise(hand).best == "fold"
        assert game.with_rules(qualify="K").advise(hand).best == "1x"
        advice = game.advise(["Qs", "6d", "4c"])
        assert (advice.best, set(advice.worth), advice.worth["fold"]) == ("1x", {"fold", "1x"}, -1)
        assert "queen" in repr(advice)
        assert "fold" in advice._repr_html_()

    def test_a_simulation_agrees_with_the_count(self):
        game = cr.game(EDGE_2)
        found = game.simulate(1 << 20, seed=5)
        assert found.agrees_with(game.analysis().edge)
        assert not found.agrees_with(game.with_rules(qualify=3).analysis().edge)
        assert "1,048,576 rounds" in repr(found)


def find_file(game_id):
    return Path(sys.modules[catalogue.factories()[game_id].__module__].__file__)
