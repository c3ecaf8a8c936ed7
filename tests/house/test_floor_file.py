"""The floor file: the demonstration stands, and every mistake is named with its line."""

import pytest

from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.house.floor import Dealer
from cardroom.house.floor.file import DEMONSTRATION, check_floor, read_floor
from cardroom.jackpots import AwardOrder, Chance

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
    ways = {"royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3744, "flush": 5108}
    ways |= {"straight": 10_200, "three of a kind": 54_912}
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
    assert any(plan.dealer is Dealer.HUMAN and not plan.is_real for plan in floor.tables)


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
    [("", False), ("cover_all = true", True), ("cover_all = false", False), ('side_bets = ["cover_all"]', True)],
)
def test_a_wager_on_the_best_hand_of_the_table_is_switched_on_by_its_id(lines, is_offered):
    floor, found = read_floor(
        f'{GOOD}[[table]]\nid = "best"\ngame = "caribbean-stud"\n{lines}\n', "floor.toml", no_chances
    )
    assert found == []
    assert ("cover_all" in floor.tables[2].settings.offered) is is_offered


def test_where_a_game_has_no_such_wager_its_switch_is_warned_of():
    checked = check_floor(f"{GOOD}cover_all = true\n", "floor.toml", no_chances)
    assert checked.mistakes == []
    assert checked.warnings == [
        "floor.toml:22: Straight Edge Poker, version 1 has no wager “cover_all”: this line does nothing."
    ]


def test_all_mistakes_are_found_in_one_pass():
    text = GOOD.replace('"$100"', '"$500"').replace("straight-edge-1", "nothing").replace('"20%"', '"x"')
    assert len(mistakes(text)) == 3
