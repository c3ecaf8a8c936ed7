"""Links in a floor file: every mistake ends in a sentence with its line, and what is not recommended is warned of."""

from __future__ import annotations

import re

import pytest

from cardroom.errors import CardroomError
from cardroom.house.floor.floor_check import check_floor

GOOD = """\
[house]
name = "Riverside"
[approvals]
executive_from = "$10,000"
[[link]]
id = "delta"
kind = "progressive"
paytable = "MS Stud-01"
wager = "$1"
envy = true
fixed_pays = "tray"
folded_hands_qualify = true
award_order = "clockwise"
[[link.level]]
name = "Progressive"
seed = "$5,000"
contribution = "20%"
reserve = "2%"
maximum = "$90,000"
preset_seed = "$5,000"
preset_contribution = "20%"
[[link]]
id = "flush"
kind = "house"
paytable = "PT-BJS-HCF-SF-E01"
[[link.level]]
name = "Prize"
seed = "$5,000"
[[table]]
id = "ms-1"
game = "mississippi-stud"
jackpots = ["delta"]
console = "touch"
paytables = { three_card_bonus = "3 Card Bonus 4" }
[[table]]
id = "kis-1"
game = "keep-it-straight"
jackpots = ["flush"]
"""


def no_chances(game, table):
    return {}


def checked(text: str):
    return check_floor(text, "floor.toml", no_chances)


def test_the_good_one_is_good():
    found = checked(GOOD)
    assert (found.mistakes, found.warnings, found.notes) == ([], [], [])


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('jackpots = ["delta"]', 'jackpots = ["delta", "flush", "x"]', 32, "one jackpot sensor; this table asks for 3"),
        ('jackpots = ["flush"]', 'jackpots = ["flush", "a", "b"]', 38, "has 2 jackpot sensors; this table asks for 3"),
        ('jackpots = ["delta"]', 'jackpots = "delta"', 32, "is a list of names"),
        ('jackpots = ["delta"]', "jackpots = [1]", 32, "is a list of names"),
        ('jackpots = ["delta"]', "jackpots = 7", 32, "is a list of names"),
        ('jackpots = ["delta"]', 'jackpots = ["delta", "delta"]', 32, "twice"),
        ('jackpots = ["delta"]', 'jackpots = ["gamma"]', 32, "no link “gamma”"),
        ('jackpots = ["delta"]', "", 5, "Link delta needs a table"),
        ('game = "mississippi-stud"', 'game = "solitaire-stud"', 32, "no jackpot sensor"),
        ('kind = "progressive"', 'kind = "mystery"', 7, "there are: progressive, house"),
        ('kind = "progressive"', 'kind = "house"', 7, "House jackpots"),
        ('kind = "house"', 'kind = "house"\nenvy = "yes"', 25, "is true or false"),
        ('kind = "house"', "kind = 3", 24, "is no “kind”"),
        ('paytable = "MS Stud-01"', "paytable = 5", 8, "no pay table"),
        ('paytable = "MS Stud-01"', 'paytable = "Quick"', 8, "no pay table"),
        ('paytable = "MS Stud-01"', 'paytable = "ML03"', 8, "links of several"),
        ('paytable = "MS Stud-01"', 'paytable = "3 Card Bonus 4"', 8, "nothing to link"),
        ('paytable = "MS Stud-01"', "", 5, "needs a pay table"),
        ('wager = "$1"', 'wager = "$0"', 9, "whole cents above $0"),
        ('wager = "$1"', 'wager = "$500"', 9, "outside the limits"),
        ('wager = "$1"', "wager = 1", 9, "does not fit “wager”"),
        ('fixed_pays = "tray"', 'fixed_pays = "meter"', 11, "come from the tray"),
        ('fixed_pays = "tray"', 'fixed_pays = "house"', 11, "there are: tray, meter"),
        ("folded_hands_qualify = true", "folded_hands_qualify = 1", 12, "is true or false"),
        ('award_order = "clockwise"', 'award_order = ["clockwise"]', 13, "is no “award_order”"),
        ('name = "Progressive"', "", 14, "needs a name and a seed"),
        ('name = "Progressive"', 'name = "a:b"', 14, "a name of its own"),
        ('seed = "$5,000"\ncontribution', 'seed = "lots"\ncontribution', 16, "not an amount"),
        ('contribution = "20%"\nreserve', "contribution = 0.2\nreserve", 17, "does not fit “contribution”"),
        ('reserve = "2%"', 'reserve = "90%"', 14, "add up to 110%"),
        ('maximum = "$90,000"', 'maximum = "$4,000"', 19, "below the seed"),
        ('maximum = "$90,000"', 'maximun = "$9,000"', 19, "not known here"),
        ('[[link.level]]\nname = "Prize"', '[link.level]\nname = "Prize"', 26, "under [[link.level]]"),
        ('name = "Prize"', 'name = "Prize"\ncontribution = "2%"', 24, "does not rise with wagers"),
        ('console = "touch"', 'console = "abacus"', 33, "there are: keypad, touch"),
        ('id = "flush"', 'id = "delta"', 23, "another link already"),
        ('id = "flush"', 'id = "no blanks"', 23, "letters, digits and dashes"),
        ('paytables = { three_card_bonus = "3 Card Bonus 4" }', 'paytables = "x"', 34, "named by wager"),
        ('executive_from = "$10,000"', 'executive_from = "much"', 4, "not an amount"),
        ("[approvals]\nexecutive_from", "[[approvals]]\nexecutive_from", 3, "must be a section"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else None,
)  # fmt: skip
def test_a_wrong_link_is_named_with_its_line(old, new, line, words):
    assert old in GOOD
    found = checked(GOOD.replace(old, new, 1)).mistakes
    named = [mistake for mistake in found if mistake.startswith(f"floor.toml:{line}: ") and words in mistake]
    assert named, found
    assert all(mistake.endswith(".") for mistake in found)


NONSENSE = ('"nonsense"', '""', "-1", "0", "1.5", "true", "[]", '["x"]', "[[1]]", "{ a = 1 }", "1979-05-27", '"$0"')


@pytest.mark.parametrize("number", [n for n, line in enumerate(GOOD.splitlines()) if " = " in line])
def test_whatever_stands_in_a_line_no_file_ends_in_anything_but_sentences(number):
    lines = GOOD.splitlines()
    key = lines[number].partition(" = ")[0]
    for value in NONSENSE:
        text = "\n".join([*lines[:number], f"{key} = {value}", *lines[number + 1 :]])
        for mistake in checked(text).mistakes:
            assert re.fullmatch(r"floor\.toml:\d+: [“A-Z].*[.…]", mistake, re.DOTALL), mistake


@pytest.mark.parametrize("kind", ["house", "approvals", "timers", "thresholds", "link", "table", "games"])
@pytest.mark.parametrize("value", NONSENSE)
def test_nor_does_a_section_that_is_none(kind, value):
    rest = re.sub(rf"(?m)^\[\[?{kind}\b[^\[]*(\[\[{kind}\.[^\[]*)*", "", GOOD)
    try:
        found = checked(f"{kind} = {value}\n{rest}").mistakes
    except CardroomError as error:
        found = [error.message]
    assert all("floor.toml:" in mistake for mistake in found)


# --- recommendations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('seed = "$5,000"\ncontribution', 'seed = "$0"\ncontribution', 16, "a seed of $0 is not recommended"),
        ('seed = "$5,000"\ncontribution', 'seed = "$0"\ncontribution', 18, "the reserve is the only seed"),
        ('seed = "$5,000"\ncontribution', 'seed = "$10"\ncontribution', 16, "below the largest fixed award"),
        ('contribution = "20%"\nreserve', 'contribution = "21%"\nreserve', 17, "above the preset 20%"),
        ('wager = "$1"', 'wager = "$5"', 16, "the preset seed makes $25,000"),
    ],
    ids=["no seed", "reserve only", "below fixed", "above preset", "not scaled"],
)
def test_what_the_sheets_do_not_recommend_is_warned_of_with_its_line(old, new, line, words):
    assert old in GOOD
    found = checked(GOOD.replace(old, new, 1))
    assert found.mistakes == []
    assert found.floor is not None
    assert [w for w in found.warnings if w.startswith(f"floor.toml:{line}: delta, Progressive: ") and words in w], found


def test_a_meter_that_pays_everything_should_get_seventy_percent():
    text = """\
[[link]]
id = "beat"
paytable = "Two Way Bad Beat 1"
fixed_pays = "meter"
[[link.level]]
name = "Bad Beat"
seed = "$2,500"
contribution = "60%"
[[table]]
id = "edge"
game = "straight-edge-1"
jackpots = ["beat"]
"""
    (warning,) = checked(text).warnings
    assert warning.startswith("floor.toml:8: beat, Bad Beat: all pays come off the meter and only 60%")
    assert checked(text.replace("60%", "70%")).warnings == []


def test_a_preset_that_nobody_has_recorded_is_noted_and_not_warned_of():
    found = checked(GOOD.replace('preset_contribution = "20%"\n', ""))
    assert found.warnings == []
    assert found.notes == ["floor.toml:17: delta, Progressive: no preset contribution is recorded to compare with."]
