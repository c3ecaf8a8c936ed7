"""`cardroom what-if`: variants beside the printed game, in words and as JSON."""

from fractions import Fraction

import pytest

from cardroom.lab.analysis.game_analysis import analyze
from cardroom.number_format import percent
from cardroom.table import table_settings

GAME = "three-card-poker"


def edge(variant):
    return analyze(table_settings(variant)).base.house_edge


def words(*parts):
    """The words of a line, figures in percent."""
    return [word for part in parts for word in (part if isinstance(part, str) else percent(part, 4)).split()]


def test_what_may_be_set_is_listed_with_its_edges(run):
    shown = run("what-if", GAME)
    assert (shown.code, shown.err) == (0, "")
    lines = [line.split() for line in shown.lines]
    assert words("qualify none", edge(f"{GAME}?qualify=none"), edge(f"{GAME}?qualify=none") - edge(GAME)) in lines
    assert words("Q (now)", edge(GAME)) in lines
    assert ["Pair", "Plus"] in lines


def test_the_same_as_json(run):
    document = run("what-if", GAME, "--json").json
    rules = {item["rule"]: item for item in document["settable"]}
    assert (rules["qualify"]["now"], rules["qualify"]["edge_of"]) == ("Q", "base")
    for value in rules["qualify"]["values"]:
        assert Fraction(value["ev"]) == analyze(table_settings(f"{GAME}?qualify={value['value']}")).base.ev
    assert rules["paytable:pair_plus"]["edge_of"] == "pair_plus"


def test_two_games_stand_side_by_side(run):
    shown = run("what-if", GAME, "--set", "qualify=K")
    assert shown.lines[0] == "Three Card Poker: qualify=K"
    lines = [line.split() for line in shown.lines]
    before, after = edge(GAME), edge(f"{GAME}?qualify=K")
    assert words("house edge", before, after, after - before) in lines
    assert ["fold", "Play", "1x"] in [line[:3] for line in lines]


def test_each_change_alone_stands_beside_all_together(run):
    shown = run("what-if", GAME, "--set", "qualify=K", "--set", "copies=win", "--compare", "--json").json
    assert shown["variant"] == f"{GAME}?copies=win&qualify=K"
    assert list(shown["alone"]) == ["qualify=K", "copies=win"]
    edges = {name: found["house_edge"]["after"] for name, found in shown["alone"].items()}
    for name, edge in edges.items():
        assert edge == float(analyze(table_settings(f"{GAME}?{name}")).base.house_edge)
    heads = run("what-if", GAME, "--set", "qualify=K", "--set", "copies=win", "--compare").lines[2]
    assert heads.split() == ["as", "printed", "qualify=K", "copies=win", "together", "moves", "by"]


def test_no_decision_changes(run):
    shown = run("what-if", GAME, "--set", "paytable:pair_plus=Pair Plus 2")
    assert "No decision changes: what was best still is." in shown.lines


def test_a_game_without_a_decision_says_so(run):
    assert run("what-if", "ez-baccarat?decks=1", "--set", "commission=5").lines[-1] == "There is no decision."


def test_jackpots_are_left_out_and_named(run):
    sentence = "Left out, as the meter decides: Two Way Bad Beat. See `cardroom jackpot plan`."
    assert sentence in run("what-if", "straight-edge-1").lines
    assert sentence in run("what-if", "straight-edge-1", "--set", "multiple=2").lines
    assert run("what-if", "straight-edge-1", "--set", "multiple=2", "--json").json["left_out"] == ["two_way_bad_beat"]
    assert run("what-if", GAME, "--json").json["left_out"] == []


def test_an_edge_to_be_reached(run):
    shown = run("what-if", GAME, "--edge", "2%", width=120)
    assert f"for a house edge of at most 2.0000% (now {percent(edge(GAME), 4)})" in shown.lines[0]
    assert words("qualify Q J", edge(f"{GAME}?qualify=J")) in [line.split() for line in shown.lines]
    document = run("what-if", GAME, "--edge", "5%", "--wager", "pair_plus", "--json").json
    assert (document["edge_of"], document["target_edge"]) == ("pair_plus", "1/20")
    reached = {item["what"]: item["value"] for item in document["reached"]}
    assert reached["Pair Plus 1: pair"] == "1 to 2"
    assert reached["copies"] is None


def test_a_variant_may_be_asked_about_too(run):
    shown = run("what-if", f"{GAME}?qualify=K", "--set", "copies=win")
    assert "as given" in shown.lines[2]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("no-such-game",), "There is no game “no-such-game”"),
        ((GAME, "--set", "qualify"), "“qualify” sets nothing: write RULE=VALUE, like copies=push."),
        ((GAME, "--set", "qualify=7"), "“qualify” can be: none, J, Q, K, A, pair; not “7”."),
        ((GAME, "--set", "qualify=K", "--set", "qualify=A"), "“qualify” is set twice; set it once."),
        ((GAME, "--set", "paytable:ante=x"), "Ante of Three Card Poker is not paid by a pay table."),
        ((GAME, "--compare"), "--compare shows each change alone: write what to --set."),
        ((GAME, "--wager", "pair_plus"), "--wager names the side bet for --edge: write both."),
        ((GAME, "--edge", "two"), "“two” is not a percentage: write one like 3% or 2.5%."),
        ((GAME, "--edge", "2%", "--wager", "pairs"), "has no wager “pairs”"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(run, arguments, why):
    shown = run("what-if", *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.count("\n") == 1
    assert why in shown.err


def test_help_shows_how_to_ask(run):
    shown = run("what-if", "--help")
    assert "cardroom what-if GAME --edge 2%" in shown.out
    assert "which decisions are no longer the best" in " ".join(shown.out.split())
