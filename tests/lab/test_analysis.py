"""The analysis of whole games: printed figures, JSON, findings, pay tables of one's own, and the cache."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import comb, perm, prod

import msgspec
import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.games import find_game, games
from cardroom.games.catalogue import factories
from cardroom.lab import figure_cache
from cardroom.lab.analysis import game_analysis as analysis_module
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.analysis.game_figures import base_figures
from cardroom.lab.figure_cache import packaged_result
from cardroom.lab.json_documents import document
from cardroom.lab.par_sheet import write_html
from cardroom.lab.results import Analysis, from_bytes, to_bytes
from cardroom.lab.simulation import simulate
from cardroom.lab.solvers import solve
from cardroom.lab.what_if.paytable_goal_seek import suggest, with_pay
from cardroom.money import DOLLAR, Odds
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose

from .solved_games import COUNTED, analysis_of


@pytest.fixture(scope="module")
def analyses(tmp_path_factory):
    """Nothing else of this module is kept but in a cache of its own."""
    folder = tmp_path_factory.mktemp("lab")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure_cache, "cache_folder", lambda: folder)
        yield {game: analysis_of(game) for game in COUNTED}


# What the sheets print, written here from the sheets.
PRINTED = {
    ("straight-edge-1", "Bonus 1"): 3.60,
    ("straight-edge-1", "Bonus 2"): 5.86,
    ("straight-edge-2", "4+ 1"): 5.60,
    ("straight-edge-1", "Insurance"): 9.12,
    ("straight-edge-2", "Insurance"): 9.12,
    ("solitaire-stud", "SS-01"): 1.03,
    ("solitaire-stud", "SS-02"): 2.79,
}


@pytest.mark.parametrize(("game", "paytable"), PRINTED)
def test_printed_house_edges_come_out_of_exact_counts(analyses, game, paytable):
    bet = next(bet for bet in analyses[game].side_bets if bet.paytable == paytable)
    assert bet.exact
    assert round(float(bet.house_edge) * 100, 2) == PRINTED[game, paytable]


def test_three_plus_wins_as_often_as_printed(analyses):
    for bet in analyses["solitaire-stud"].side_bets:
        assert round(float(bet.hit_frequency) * 100, 2) == 20.60


def test_every_printed_figure_is_audited(analyses):
    printed = {
        f"{table.id}, {name}"
        for game in games().values()
        for wager in game.wagers
        for table in wager.paytables
        for name in table.printed
    }
    audited = {figure.figure for analysis in analyses.values() for figure in analysis.published}
    assert audited == printed
    wrong = {figure.figure for analysis in analyses.values() for figure in analysis.published if not figure.agrees}
    assert wrong == {"MS-01, house edge", "MS-01, expected hold"}


def test_insurance_is_won_by_the_textbook_number_of_hands(analyses):
    bet = next(bet for bet in analyses["straight-edge-1"].side_bets if bet.wager == "insurance")
    assert [(line.combinations, line.of) for line in bet.lines] == [
        (4_676_360, comb(52, 7)),
        (comb(52, 7) - 4_676_360, comb(52, 7)),
    ]


def test_three_card_bonus_counts_are_the_textbook_ones(analyses):
    bet = next(bet for bet in analyses["mississippi-stud"].side_bets if bet.paytable == "3 Card Bonus 4")
    assert [line.combinations for line in bet.lines] == [4, 44, 52, 720, 1096, 3744, 16440]
    assert {line.of for line in bet.lines} == {22_100}


def test_progressive_hands_have_the_textbook_chances(analyses):
    for game in ("mississippi-stud", "caribbean-stud"):
        prize = next(prize for prize in analyses[game].jackpots if prize.paytable == "Link ML03")
        chances = [award.probability * comb(52, 5) for award in prize.awards]
        assert chances == [4, 36, 624, 3744, 5108, 10200, 54912]


def test_cover_all_is_exact_for_every_number_of_hands(analyses):
    bets = {bet.hands: bet for bet in analyses["caribbean-stud"].side_bets}
    assert sorted(bets) == [2, 3, 4, 5, 6, 7, 8]
    dealt = {hands: prod(comb(52 - 5 * hand, 5) for hand in range(hands)) for hands in range(9)}
    for hands, bet in bets.items():
        assert bet.exact
        assert bet.standard_error == 0
        assert {line.of for line in bet.lines} == {dealt[hands]}
        assert sum(line.probability for line in bet.lines) == 1
        held = [Fraction(comb(hands, royals) * perm(4, royals), dealt[royals]) for royals in range(5)]
        assert bet.lines[0].probability == held[1] - held[2] + held[3] - held[4]


def test_the_players_edge_of_version_2_is_said_first(analyses):
    findings = analyses["straight-edge-2"].findings
    assert findings[0].startswith("PLAYER EDGE")
    assert "15.02%" in findings[0]
    assert not any(finding.startswith("PLAYER EDGE") for finding in analyses["straight-edge-1"].findings)


def test_the_json_has_the_promised_shape(analyses):
    for game, analysis in analyses.items():
        data = json.loads(msgspec.json.encode(document(analysis)))
        assert data["game"] == game
        assert Fraction(data["base"]["ev"]) == analysis.base.ev
        assert data["base"]["house_edge"] == pytest.approx(-float(analysis.base.ev))
        assert data["base"]["unit"] == find_game(game).base_wager.id
        assert {"average_wager", "element_of_risk", "std_dev", "fold_rate", "outcomes"} <= data["base"].keys()
        for bet in data["side_bets"]:
            assert {"wager", "paytable", "exact", "ev", "house_edge", "standard_error", "hit_frequency"} <= bet.keys()
            returns = sum(line["return"] for line in bet["outcomes"])
            assert returns == pytest.approx(-bet["house_edge"])
            assert {"hand", "combinations", "of", "pays", "return"} == bet["outcomes"][0].keys()
        for prize in data["jackpots"]:
            assert {"paytable", "awards", "fixed_return", "levels", "envy_value_per_player"} <= prize.keys()
        assert data["published"] is not None
        assert isinstance(data["findings"], list)


def test_an_analysis_survives_the_cache(analyses):
    for analysis in analyses.values():
        assert from_bytes(to_bytes(analysis), Analysis) == analysis


def test_the_cache_answers_without_computing(tmp_path, monkeypatch):
    monkeypatch.setattr(figure_cache, "cache_folder", lambda: tmp_path)
    settings = table_settings("casino-war?decks=2")  # nothing comes with the package for it
    first = analyze(settings)
    next(tmp_path.iterdir()).write_bytes(b"{half a file")
    assert analyze(settings) == first
    monkeypatch.setattr(analysis_module, "_compute", lambda *_: pytest.fail("computed again"))
    assert analyze(settings) == first


# --- what comes with the package --------------------------------------------------------------------------------------


def test_the_figures_that_come_with_the_package_are_the_ones_computed(analyses):
    """Where this fails, a game or a pay table has changed, or the version: `make figures` writes them anew."""
    assert {game: packaged_result(table_settings(game), Analysis) for game in COUNTED} == analyses
    files = {f"{game}.json" for game in COUNTED} | {figure_cache.BY_FACTS}
    assert {path.name for path in figure_cache.SHIPPED.iterdir()} == files


def test_figures_of_the_package_stand_for_one_version_one_set_of_rules_and_all_printed_tables(change, monkeypatch):
    settings = table_settings("straight-edge-1")
    assert packaged_result(settings, Analysis) is not None
    assert packaged_result(table_settings("straight-edge-1", minimum=25 * DOLLAR, seats=1), Analysis) is not None
    assert packaged_result(table_settings("straight-edge-1", paytables={"bonus": "Bonus 2"}), Analysis) is None
    assert packaged_result(table_settings("straight-edge-1", folded_hands_qualify=False), Analysis) is None
    assert packaged_result(table_settings("casino-war?decks=2"), Analysis) is None
    with monkeypatch.context() as patch:
        patch.setattr(figure_cache, "__version__", "9.9.9")
        assert packaged_result(settings, Analysis) is None
    change("straight-edge-1", "bonus", 0, Odds(41), table=1)  # of Bonus 2, which is not in force
    assert packaged_result(table_settings("straight-edge-1"), Analysis) is None


# --- one number changed -----------------------------------------------------------------------------------------------


@pytest.fixture
def change(monkeypatch):
    """Changes one pay of a game file in the catalogue and nothing else."""

    def changed(game_id, wager_id, line, pay, table=0):
        game = find_game(game_id)
        wager = game.wager(wager_id)
        tables = list(wager.paytables)
        lines = list(tables[table].lines)
        lines[line] = msgspec.structs.replace(lines[line], pays=(pay,))
        tables[table] = msgspec.structs.replace(tables[table], lines=tuple(lines))
        new_wager = msgspec.structs.replace(wager, paytables=tuple(tables))
        wagers = tuple(new_wager if w.id == wager_id else w for w in game.wagers)
        made = msgspec.structs.replace(game, wagers=wagers)
        monkeypatch.setitem(factories(), game_id, lambda: made)
        find_game.cache_clear()

    yield changed
    monkeypatch.undo()
    find_game.cache_clear()


def test_a_pay_changed_in_the_game_file_changes_the_solution(change):
    before = base_figures(solve(table_settings("straight-edge-1")))
    change("straight-edge-1", "play", 3, Odds(4))  # win by 3
    after = base_figures(solve(table_settings("straight-edge-1")))
    wins_by_three = next(o.probability for o in before.outcomes if o.name == "player ahead by 3")
    assert after.ev >= before.ev + wins_by_three  # one unit more on each of these, and play may adapt to it


@pytest.mark.slow
def test_a_pay_changed_in_the_game_file_changes_table_solver_simulator_and_sheet(change, tmp_path):
    """Bonus 1 pays 41 instead of 40 for seven cards, in the catalogue alone."""
    seven = parse_cards("2c 3d 4h 5s 6c 7d 8h")
    deck = (*seven, *(card for card in DECK if card not in seven))

    def seen():
        settings = table_settings("straight-edge-1")
        round_ = Round.open("r", settings, deck)
        round_.do(Bet(1, {"ante": 10 * DOLLAR, "bonus": 10 * DOLLAR}))
        round_.run_dealer()
        round_.do(Choose(1, "1x"))
        round_.run_dealer()
        found = analyze(settings, use_cache=False)
        write_html(found, settings, tmp_path / "sheet.html")
        simulated = simulate(settings, 200_000, seed=3)
        return (
            round_.state.results[1]["bonus"],
            next(bet.ev for bet in found.side_bets if bet.paytable == "Bonus 1"),
            next(bet.ev for bet in simulated.side_bets if bet.paytable == "Bonus 1"),
            "41 to 1" in (tmp_path / "sheet.html").read_text(encoding="utf-8"),
        )

    before = seen()
    change("straight-edge-1", "bonus", 0, Odds(41))
    after = seen()
    assert (before[0], after[0]) == (400 * DOLLAR, 410 * DOLLAR)
    assert after[1] - before[1] == Fraction(212_992, comb(52, 7))  # seven-card straights on the ring
    assert after[2] > before[2]
    assert (before[3], after[3]) == (False, True)


@pytest.mark.slow
def test_one_line_of_version_2_that_gives_the_house_an_edge_is_found_or_ruled_out():
    settings = table_settings("straight-edge-2")
    suggestions = suggest(settings, Fraction(-10, 100))
    assert len(suggestions) == 6
    for place, suggestion in enumerate(suggestions):
        wager = settings.rules.wager("blind")
        if suggestion.should_pay is None:
            assert suggestion.edge < Fraction(-10, 100)
            continue
        pays = 0 if suggestion.should_pay == "push" else int(suggestion.should_pay.split()[0].replace(",", ""))
        edges = [base_figures(solve(with_pay(settings, wager, place, Odds(p)))).house_edge for p in (pays, pays + 1)]
        assert edges[0] == suggestion.edge >= Fraction(-10, 100) > edges[1]


def test_what_comes_with_the_package_is_answered_without_counting_anything(tmp_path):
    code = """
import sys
from cardroom.games import games
from cardroom.lab.queries import handlers as lab

assert lab.not_at_hand() == []
assert len(lab.overview(()).games) == len(games())
for game in games():
    lab.sheet(game)
    lab.strategy(game)
print(*sys.modules)
"""
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    asked = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    assert "numba" not in asked.stdout.split(), "whoever counts compiles first"
    assert not list(tmp_path.rglob("*.json")), "whoever has counted keeps it"
