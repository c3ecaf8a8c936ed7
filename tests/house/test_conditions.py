"""The conditions of approvals: what each table asks for, what is put on file, and what stays closed without."""

from __future__ import annotations

from datetime import date

import pytest

from cardroom.games import find_game, games
from cardroom.games.approval import Venue
from cardroom.house.features.approval_conditions.checklist import Outside, conditions_of_table, outside_approval
from cardroom.house.log import commands as c
from cardroom.house.views.staff.approval_conditions import ConditionStanding, conditions_view, lacking
from cardroom.money import DOLLAR

from ..floors import floor_text, read_floor

LETTER = {
    Venue.COMMERCIAL: {"rules-in-force", "internal-controls", "licensed-makers"},
    Venue.TRIBAL: {"rules-in-force", "tribal-approval", "state-concurrence", "compact-supplement", "certified-makers"},
}
FLOOR = """
[house]
name = "Riverside"
[conditions]
venue = "commercial"
tables = "{tables}"
[[table]]
id = "edge-1"
game = "straight-edge-1"
[[table]]
id = "war-1"
game = "casino-war"
"""
SEEN = date(2026, 2, 1)


def planned(text: str):
    """The floor of a file, which is in order."""
    found, mistakes = read_floor(text, "floor.toml", lambda game, table: {})
    assert found is not None, mistakes
    return found


@pytest.fixture
def closed(make):
    """A house whose tables stay closed until all is on file."""
    return make(FLOOR.format(tables="stay closed"))


def file_all(room, game: str) -> None:
    for condition in find_game(game).approval_conditions:
        room.do("accounting", c.FileCondition(game, condition.id, "binder 3", SEEN))


# --- what the sheets ask for ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("venue", Venue)
def test_a_letter_has_conditions_for_each_venue(venue):
    floor = planned(FLOOR.format(tables="open"))
    plan = floor.tables[0]
    assert {one.id for one in conditions_of_table(plan, (), venue)} == LETTER[venue]


def test_letters_are_those_of_the_sheets():
    letters = {game.id: game.sheet.letter for game in games().values()}
    dated = {game: (letter.day, letter.submission) for game, letter in letters.items() if letter}
    june, february = (date(2023, 6, 14), 3119), (date(2024, 2, 1), 3151)
    assert dated == {
        "straight-edge-1": june, "straight-edge-2": june, "solitaire-stud": june, "mississippi-stud": june,
        "caribbean-stud": june, "keep-it-straight": february,
    }  # fmt: skip
    assert {game for game in letters if find_game(game).sheet.is_approved} == set(dated)


PRINTED = {  # versions, as each sheet prints them
    ("straight-edge-1", "keypad-system"): ("Game Manager v6.6 Build 520 or higher", "Aquarius Controller v6.5.6SP",
                                           "Coin Spot v6.0", "CHAM2+ v1.66P$", "ViPS v1.2.0 or higher"),
    ("straight-edge-1", "touch-system"): ("Nexus Command Game Manager v1.3.0 or higher",
                                          "Nexus Command Table Controller Software v2.0.0 and ViPS display",
                                          "GM Atlas v5.4.0/Nexus Command II, Nexus Command II v5.4 or higher"),
    ("mississippi-stud", "touch-system"): ("Nexus Command Table Controller Software v2.0.0 or higher",
                                           "Nexus Command Game Manager 2 v2.5.4 or higher",
                                           "Nexus Command Table Controller 2 v2.6.0 or higher",
                                           "GM Atlas v5.4.0/Nexus Command II v5.4 or higher"),
    ("keep-it-straight", "jackpot-system"): ("Andromeda Bonus Jackpot System Series 3d or higher",),
    ("caribbean-stud", "cover-all-shuffler"): ("i-Deal Plus with software NXP v1.0.114 or higher",),
}  # fmt: skip


@pytest.mark.parametrize(("game", "condition"), PRINTED)
def test_systems_have_the_versions_that_their_sheet_prints(game, condition):
    found = next(one for one in find_game(game).approval_conditions if one.id == condition)
    for version in PRINTED[game, condition]:
        assert version in found.text


@pytest.mark.parametrize(("console", "systems"), [("touch", {"touch-system", "plain-display"}),
                                                  ("keypad", {"keypad-system"})])  # fmt: skip
def test_a_jackpot_asks_for_the_system_of_its_console(console, systems):
    text = f"""{FLOOR.format(tables="open")}
[[link]]
id = "delta"
paytable = "MS Stud-01"
wager = "$1"
[[link.level]]
name = "Progressive"
seed = "$5,000"
contribution = "20%"
[[table]]
id = "ms-1"
game = "mississippi-stud"
jackpots = ["delta"]
console = "{console}"
"""
    floor = planned(text)
    asked = {one.id for one in conditions_of_table(floor.tables[-1], floor.links, Venue.COMMERCIAL)}
    assert asked - LETTER[Venue.COMMERCIAL] == systems


def test_what_only_the_operator_knows_is_not_missed(make):
    room = make(FLOOR.format(tables="open").replace("straight-edge-1", "keep-it-straight"))
    found = {one.condition: one.standing for one in conditions_view(room.house).games[1].conditions}
    assert found["approved-shuffler"] == found["promotion-consent"] == ConditionStanding.IN_CASE
    assert lacking(room.house, room.house.tables["edge-1"]).startswith("Table edge-1: 3 conditions of its approval")


# --- on file ----------------------------------------------------------------------------------------------------------


def test_a_table_stays_closed_until_all_is_on_file(closed):
    assert not closed.house.tables["edge-1"].is_open
    assert closed.refused("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR)).code == "conditions-missing"
    file_all(closed, "straight-edge-1")
    closed.do("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR))
    assert closed.house.tables["edge-1"].is_open
    assert lacking(closed.house, closed.house.tables["edge-1"]) == ""
    closed.prove()


def test_a_game_without_an_approval_needs_one_of_its_own(closed):
    assert [one.id for one in find_game("casino-war").approval_conditions] == ["own-approval"]
    closed.do("executive", c.FileCondition("casino-war", "own-approval", "letter of 1 February", SEEN))
    closed.do("supervisor", c.OpenTable("war-1", 10_000 * DOLLAR))


def test_what_is_withdrawn_keeps_a_closed_table_closed_and_is_said_of_an_open_one(closed):
    file_all(closed, "straight-edge-1")
    closed.do("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR))
    closed.do("executive", c.WithdrawCondition("straight-edge-1", "licensed-makers", "the licence has lapsed"))
    table = closed.house.tables["edge-1"]
    assert table.is_open
    assert lacking(closed.house, table) == "Table edge-1: a condition of its approval is not on file."
    closed.do("supervisor", c.CloseTable("edge-1"))
    assert closed.refused("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR)).code == "conditions-missing"
    closed.prove()


def test_where_the_floor_keeps_no_list_nothing_is_missing(make):
    room = make(floor_text())
    assert all(table.is_open for table in room.house.tables.values())
    assert {lacking(room.house, table) for table in room.house.tables.values()} == {""}
    assert not conditions_view(room.house).is_kept


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.FileCondition("straight-edge-1", "no-such", "x", SEEN), "unknown-condition"),
        (c.FileCondition("no-such", "internal-controls", "x", SEEN), "unknown-game"),
        (c.FileCondition("casino-war?decks=8", "own-approval", "x", SEEN), "set-rules"),
        (c.FileCondition("straight-edge-1", "internal-controls", "x", date(2026, 3, 3)), "later-date"),
        (c.WithdrawCondition("straight-edge-1", "internal-controls", "x"), "not-on-file"),
    ],
)
def test_what_cannot_be_filed_is_refused(closed, command, code):
    assert closed.refused("accounting", command).code == code


def test_another_document_takes_the_place_of_the_first(closed):
    for document in ("draft", "letter of 7 January, binder 2"):
        closed.do("accounting", c.FileCondition("straight-edge-1", "internal-controls", document, SEEN))
    view = next(game for game in conditions_view(closed.house).games if game.game == "straight-edge-1")
    filed = next(one for one in view.conditions if one.condition == "internal-controls")
    assert (filed.document, filed.dated, filed.by) == ("letter of 7 January, binder 2", SEEN, "Accounting")


# --- outside of its approval ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "expected"),
    [("mississippi-stud", ()), ("mississippi-stud?most=2", (Outside.RULES,)), ("casino-war?decks=8", ())],
)
def test_a_changed_rule_is_outside_of_the_approval(game, expected):
    text = FLOOR.format(tables="open").replace('"straight-edge-1"', f'"{game}"')
    assert outside_approval(planned(text).tables[0]) == expected


def test_a_table_outside_of_its_approval_stays_closed_whatever_is_on_file(make):
    text = FLOOR.format(tables="stay closed").replace('"straight-edge-1"', '"mississippi-stud?most=2"')
    room = make(text)
    file_all(room, "mississippi-stud")
    assert room.refused("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR)).code == "conditions-missing"
    assert "its rules are not as they were approved" in lacking(room.house, room.house.tables["edge-1"])


@pytest.mark.parametrize("line", ['venue = "casino"', 'tables = "open"', 'venue = "tribal"\ntables = "perhaps"'])
def test_a_floor_file_says_whose_conditions_it_keeps(line):
    text = FLOOR.format(tables="open").replace('venue = "commercial"\ntables = "open"', line)
    found, mistakes = read_floor(text, "floor.toml", lambda game, table: {})
    assert found is None
    assert len(mistakes) == 1
