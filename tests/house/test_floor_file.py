"""The floor file: the demonstration stands, and every mistake is named with its line."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.house.floor import Chip, Dealer, Floor, cut_into_chips, floor_file_keys, worth
from cardroom.house.floor.chips import CHIPS, COINS
from cardroom.house.floor.floor_check import DEMONSTRATION, check_floor
from cardroom.jackpots import AwardOrder, Chance
from cardroom.money import CENT, DOLLAR

from ..floors import as_rack, read_floor

GOOD = """\
[house]
name = "Riverside"

[[link]]
id = "delta"
paytable = "MS Stud-01"
[[link.level]]
name = "Progressive"
seed = "$5,000"
contribution = "20%"

[[table]]
id = "ms-1"
game = "mississippi-stud"
minimum = "$5"
maximum = "$100"
jackpots = ["delta"]

[[table]]
id = "edge"
game = "straight-edge-1"
"""


def no_chances(game, table):
    """Links across games need chances; the demonstration's are the textbook ones."""
    if not table.id.startswith("Link"):
        return {}
    of = 2_598_960
    ways = {"royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108}
    ways |= {"straight": 10_200, "three_of_a_kind": 54_912}
    return {hand: Chance(count, of) for hand, count in ways.items()}


def mistakes(text):
    return read_floor(text, "floor.toml", no_chances)[1]


def test_the_demonstration_floor_has_every_game_and_every_kind_of_jackpot():
    floor, found = read_floor(DEMONSTRATION.read_text(encoding="utf-8"), "demonstration", no_chances)
    assert found == []
    assert {plan.settings.game for plan in floor.tables} == set(games())
    by_id = {link.id: link for link in floor.links}
    assert len({table.game for table in by_id["delta"].tables}) == 1 < len(by_id["delta"].tables)
    assert [level.name for level in by_id["river"].levels] == ["Mega", "Major", "Minor"]
    assert len({table.game for table in by_id["river"].tables}) == 2
    assert by_id["house-flush"].is_house
    real = {plan.id for plan in floor.tables if plan.is_real}
    assert len(real) == 2
    for name in ("delta", "bad-beat"):  # real and dealt tables play for one meter
        assert real & {table.id for table in by_id[name].tables} < {table.id for table in by_id[name].tables}
    by_hand = [plan for plan in floor.tables if plan.dealer is Dealer.HUMAN and not plan.is_real]
    assert {plan.is_checked for plan in by_hand} == {False, True}


def test_a_good_floor_has_no_mistakes():
    floor, found = read_floor(GOOD, "floor.toml", no_chances)
    assert found == []
    assert [plan.id for plan in floor.tables] == ["ms-1", "edge"]
    assert floor.tables[0].settings.offered == ("three_card_bonus", "progressive")
    assert floor.tables[1].settings.offered == ("bonus", "insurance")  # no link, no jackpot wager


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (('maximum = "$100"', 'maximum = "$500"'), 16, "never higher"),
        (('name = "Riverside"', 'name = "Riverside"\n[approvals]\nkeep_cards_days = "a week"'), 4, "number of days"),
        (('minimum = "$5"', 'minimum = "five"'), 15, "not an amount"),
        (('game = "straight-edge-1"', 'game = "straight-edge-9"'), 21, "no game"),
        (('id = "edge"', 'id = "ms-1"'), 20, "another table"),
        (('jackpots = ["delta"]', 'jackpots = ["gamma"]'), 17, "no link"),
        (('contribution = "20%"', 'contribution = "120%"'), 10, "100%"),
        (('seed = "$5,000"', 'seed = "-5"'), 9, "not an amount"),
        (('paytable = "MS Stud-01"', 'paytable = "MS Stud-99"'), 6, "no pay table"),
        (('paytable = "MS Stud-01"', 'paytable = "Bonus 1"'), 6, "nothing to link"),
        (('maximum = "$100"', 'maximun = "$100"'), 16, "not known here"),
        (('paytable = "MS Stud-01"', 'paytable = "MS Stud-01"\naward_order = "left"'), 7, "is no “award_order”"),
        (('name = "Riverside"', 'name = "Riverside"\njurisdiction = "atlantis"'), 3, "atlantis"),
        (('name = "Riverside"', 'name = "Riverside'), 2, "not a TOML file"),
        (('"Riverside"', '"Riverside"\n[chips]\n"$1" = "white"\n"five" = "red"'), 5, "not an amount"),
        (('"Riverside"', '"Riverside"\n[chips]\n"$1" = "white"\n"$5" = "reddish"'), 5, "no colour of a chip"),
        (('"Riverside"', '"Riverside"\n[chips]\n"$1" = "white"\n"$5" = "white"'), 5, "like the $1 chip"),
        (('"Riverside"', '"Riverside"\n[chips]\n"$5" = "white"\n5 = "red"'), 5, "twice"),
        (('"Riverside"', '"Riverside"\n[chips]\n"$0" = "white"'), 4, "worth something"),
        (('"Riverside"', '"Riverside"\n[chips]\n'), 3, "named by what they are worth"),
        (('"straight-edge-1"', '"straight-edge-1"\nchips = { "$5" = "mauve" }'), 22, "no colour of a chip"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else None,
)
def test_a_mistake_is_named_with_its_line(change, line, words):
    text = GOOD.replace(*change)
    assert text != GOOD
    try:
        found = mistakes(text)
    except CardroomError as error:
        found = [error.message]
    named = [mistake for mistake in found if mistake.startswith(f"floor.toml:{line}: ") and words in mistake]
    assert named, found


@pytest.mark.parametrize(
    ("word", "order"),
    [
        ("counter-clockwise", AwardOrder.SETTLING),
        ("clockwise", AwardOrder.CLOCKWISE),
        ("as recorded", AwardOrder.AS_RECORDED),
    ],
)
def test_the_order_of_awards_is_the_operators(word, order):
    text = GOOD.replace('paytable = "MS Stud-01"', f'paytable = "MS Stud-01"\naward_order = "{word}"')
    floor, found = read_floor(text, "floor.toml", no_chances)
    assert found == []
    assert floor.links[0].award_order is order


@pytest.mark.parametrize(("line", "without"), [("", ()), ("envy = true", ()), ("envy = false", ("progressive",))])
def test_the_table_knows_whether_its_link_pays_envy(line, without):
    text = GOOD.replace('paytable = "MS Stud-01"', f'paytable = "MS Stud-01"\n{line}')
    floor, found = read_floor(text, "floor.toml", no_chances)
    assert found == []
    assert floor.tables[0].settings.without_envy == without
    assert floor.links[0].envy is not bool(without)


@pytest.mark.parametrize(
    ("lines", "is_offered"),
    [
        ("", True),
        ("side_bets = []", False),
        ("cover_all = true", True),
        ("cover_all = false", False),
        ('side_bets = ["cover_all"]', True),
    ],
)
def test_a_wager_on_the_best_hand_of_the_table_is_switched_on_by_its_id(lines, is_offered):
    floor, found = read_floor(
        f'{GOOD}[[table]]\nid = "best"\ngame = "caribbean-stud"\n{lines}\n', "floor.toml", no_chances
    )
    assert found == []
    assert ("cover_all" in floor.tables[2].settings.offered) is is_offered


def test_lines_that_do_nothing_are_warned_of():
    checked = check_floor(f'{GOOD}cover_all = true\naverage_bet = "$15"\n', "floor.toml", no_chances)
    assert checked.mistakes == []
    assert checked.warnings == [
        "floor.toml:22: Straight Edge Poker, version 1 has no wager “cover_all”: this line does nothing.",
        "floor.toml:23: Stakes are known where Cardroom deals: this line does nothing.",
    ]


def test_all_mistakes_are_found_in_one_pass():
    text = GOOD.replace('"$100"', '"$500"').replace("straight-edge-1", "nothing").replace('"20%"', '"x"')
    assert len(mistakes(text)) == 3


def test_a_table_has_the_chips_of_its_house_or_its_own():
    own = '[chips]\n"$1" = "blue"\n"$5" = "red"\n'
    text = GOOD.replace("[[link]]", f"{own}\n[[link]]", 1) + 'chips = { "$5" = "yellow", "$2.50" = "pink" }\n'
    floor, found = read_floor(text, "floor.toml", no_chances)
    assert found == []
    assert floor.chips_of(floor.tables[0]) == (Chip(DOLLAR, "blue"), Chip(5 * DOLLAR, "red"))
    assert floor.chips_of(floor.tables[1]) == (Chip(DOLLAR * 5 // 2, "pink"), Chip(5 * DOLLAR, "yellow"))
    assert msgspec.json.decode(msgspec.json.encode(floor), type=Floor) == floor
    warned = check_floor(text, "floor.toml", no_chances).warnings
    assert any("steps of $1" in warning for warning in warned), warned
    plain, _ = read_floor(GOOD, "floor.toml", no_chances)
    assert plain.chips_of(plain.tables[0]) == CHIPS


@given(amount=st.integers(0, 10**9).map(lambda cents: cents * CENT))
def test_piles_of_chips_are_worth_the_amount(amount):
    piles = cut_into_chips(amount, CHIPS)
    assert sum(chip.value * count for chip, count in piles) == amount
    assert sum(chip.colour == COINS for chip, _ in piles) <= 1
    assert all(count * chip.value < 500 * DOLLAR for chip, count in piles if chip.value < 500 * DOLLAR)
    assert worth(as_rack(amount, CHIPS)) == amount


# --- keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", floor_file_keys.STRUCTS)
def test_a_section_that_is_a_struct_has_its_fields_for_keys(section):
    struct, parsers = floor_file_keys.STRUCTS[section]
    assert set(parsers) == set(struct.__struct_fields__)


def test_no_key_is_known_that_nobody_reads():
    files = [file for file in Path(floor_file_keys.__file__).parent.glob("*.py") if file.name != "floor_file_keys.py"]
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    named = {
        key
        for section, known in floor_file_keys.KEYS.items()
        if section not in floor_file_keys.STRUCTS
        for key in known
    }
    sections = set(floor_file_keys.STRUCTS)  # `FloorFile.struct` reads them by their class
    assert [key for key in sorted(named - sections) if f'"{key}"' not in sources] == []


@pytest.mark.parametrize("section", sorted(floor_file_keys.KEYS.keys() - {"", "tax_data"}))
def test_the_docs_name_the_keys_of_every_section_and_no_others(section):
    page = (Path(__file__).parents[2] / "docs" / "card-room.md").read_text(encoding="utf-8")
    header = {"link": "[[link]]", "level": "[[link.level]]", "table": "[[table]]"}.get(section, f"[{section}]")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{header}` |"))
    told = set(re.findall(r"`([a-z_]+)`", row))
    known = floor_file_keys.KEYS[section] | (floor_file_keys.KEYS["tax_data"] if section == "winners" else set())
    assert (known - {"tax_data", "level"}, told - known) == (told & known, set())
