"""`cardroom analyze`."""

from pathlib import Path

import pytest

from cardroom.games import games as all_games
from cardroom.lab import figure_cache

GAMES = all_games()

GENEROUS = """
id = "House Raise"
game = "keep-it-straight"
wager = "raise"
[[line]]
hand = "1-card straight"
pays = "2 to 1"
label = "any win"
"""
JACKPOT = """
id = "House Jackpot"
game = "keep-it-straight"
wager = "jackpot_1"
[[line]]
hand = "7-card straight flush"
pays = "100%"
[[line]]
hand = "6-card straight flush"
pays = "10%"
"""


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.getbasetemp() / "lab"
    monkeypatch.setattr(figure_cache, "cache_folder", lambda: folder)


def test_the_json_has_exactly_the_parts_that_are_promised(ok):
    found = ok("analyze", "straight-edge-1", "--json").json
    assert found["game"] == "straight-edge-1"
    assert found["base"]["ev"] == "-30253968530771/1201570389569550"
    bonus = next(bet for bet in found["side_bets"] if bet["paytable"] == "Bonus 1")
    assert (bonus["wager"], bonus["exact"], bonus["ev"], bonus["standard_error"]) == ("bonus", True, "-23159/643195", 0)
    prize = found["jackpots"][0]
    assert prize["awards"][0].keys() >= {"hand", "probability", "pays"}
    assert prize["levels"][0].keys() == {"name", "return_per_1000", "break_even_meter"}
    assert {"figure", "printed", "computed", "agrees"} <= found["published"][0].keys()
    assert found["findings"] == []


@pytest.mark.slow
def test_the_cache_gives_the_same_as_computing_anew(ok):
    assert (
        ok("analyze", "keep-it-straight", "--json").json
        == ok("analyze", "keep-it-straight", "--no-cache", "--json").json
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", ["straight-edge-1", "keep-it-straight", "mississippi-stud"])
def test_no_amount_is_broken_at_80_columns(ok, game):
    ran = ok("analyze", game)
    assert all(len(line) <= 80 for line in ran.lines)
    names = {table.id for wager in GAMES[game].wagers if wager.kind == "jackpot" for table in wager.paytables}
    levels = [line for line in ran.lines if any(line.startswith(f"{name} ") for name in names) and "%" in line]
    assert len(levels) >= len(names)
    assert all("." in line.split("$")[1].split()[0][-3:] for line in levels)


def test_a_table_that_gives_the_player_an_edge_is_said_first_and_by_name(ok, tmp_path: Path):
    file = tmp_path / "raise.toml"
    file.write_text(GENEROUS)
    first, second, *_ = ok("analyze", "keep-it-straight", "--paytable", str(file), "--json").json["findings"]
    assert first.startswith("PLAYER EDGE: under House Raise, Keep It Straight gives")
    assert second.startswith("What drives it:")
    assert "spares the Ante" not in second  # there the dealer who does not qualify pays it


def test_a_jackpot_table_of_ones_own_is_labelled(ok, tmp_path: Path):
    file = tmp_path / "jackpot.toml"
    file.write_text(JACKPOT)
    found = ok("analyze", "keep-it-straight", "--paytable", str(file), "--json").json
    assert found["findings"] == ["Straight Flush Jackpot 1: House Jackpot (not approved)."]
    assert [prize["approved"] for prize in found["jackpots"]].count(False) == 1


@pytest.mark.slow
def test_a_target_edge_names_a_line_to_change(ok):
    found = ok("analyze", "keep-it-straight", "--target-edge", "5%", "--json").json
    assert found["target_edge"] == "1/20"
    assert [line["hand"] for line in found["suggestions"]] == ["6- or 7-card straight", "any other win"]
    reached = [line["house_edge"] for line in found["suggestions"] if line["should_pay"]]
    assert all(edge >= 0.05 for edge in reached)


@pytest.mark.slow
def test_seen_cards_are_worth_something(ok):
    found = ok("analyze", "straight-edge-1", "--seen-hands", "5", "--seen-dealer-cards", "1", "--json").json
    hands, cards = found["protection"]
    assert (hands["seen_hands"], cards["seen_dealer_cards"]) == (5, 1)
    for peek in (hands, cards):
        assert peek["gain"] > 4 * peek["standard_error"] > 0
    assert hands["ev"] > 0  # six players who share what they see beat the house


@pytest.mark.slow
def test_sheets_are_written_and_named(ok, tmp_path: Path):
    html, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    text = ok("analyze", "keep-it-straight", "--html", str(html), "--pdf", str(pdf), width=200).out
    assert f"Written: {html}" in text
    assert f"Written: {pdf}" in text
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert pdf.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("poker", "There is no game “poker”"),
        ("straight-edge-1 --target-edge three", "not a percentage"),
        ("straight-edge-1 --target-edge 300%", "between 0% and 100%"),
        ("straight-edge-1 --seen-hands 6", "0 to 5 other players, not 6"),
        ("straight-edge-1 --seen-dealer-cards 9", "0 to 8 hidden cards, not 9"),
        ("mississippi-stud --seen-dealer-cards 1", "no dealer's hand"),
        ("straight-edge-1 --paytable nowhere.toml", "neither a printed pay table"),
        ("straight-edge-1 --html nowhere/sheet.html", "there is no folder"),
        ("straight-edge-1 --pdf nowhere/sheet.pdf", "there is no folder"),
    ],
)
def test_what_cannot_be_analyzed_is_refused_in_one_line(refused, typed, said):
    assert said in refused("analyze", *typed.split())
