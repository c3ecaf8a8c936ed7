"""Keep It Straight: House and Progressive Jackpots, two sensors, and the notes to Appendix C, over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx
import pytest

from cardroom.money import CENT, DOLLAR

from ..floors import floor_text, read_floor
from .pit import Felt, Pit, opened
from .sheet_pages import DEALT, REAL, TOUCH, Hand, Page

Test = TypeVar("Test", bound=Callable[..., object])

# The five points of “House and Progressive Jackpots”, the two of their definition, the seven notes to Appendix C.
PRINTED = {
    *(f"jackpots, point {number}" for number in range(1, 6)),
    "definition, House Jackpot",
    "definition, Progressive Jackpot",
    *(f"Appendix C, note {number}" for number in range(1, 8)),
}
TESTED: set[str] = set()
NOTICE = (
    "House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. Player"
    " wagers do not accrue to any guaranteed player fund. The displayed House Jackpot prize may be modified or"
    " discontinued at any time without prior notice."
)
METER = 'wager = "{wager}"\n[[link.level]]\nname = "{name}"\nseed = "{seed}"\ncontribution = "15%"\nreserve = "1%"\n'
PRIZE = 'kind = "house"\nwager = "$1"\n[[link.level]]\nname = "House"\nseed = "$2,500"\n'
LINKS = {
    "first": 'paytable = "PT-BJS-HCF-SF-01"\n' + METER.format(wager="$1", name="One", seed="$1,000"),
    "second": 'paytable = "PT-BJS-HCF-SF-E02"\n' + METER.format(wager="$1", name="Two", seed="$3,000"),
    "five": 'paytable = "PT-BJS-HCF-SF-E02"\n' + METER.format(wager="$5", name="Five", seed="$5,000"),
    "house": 'paytable = "PT-BJS-HCF-SF-E01"\n' + PRIZE,
}
ACE_HIGH = "7-card or 6-card ace high straight flush"
SEVEN = "3s 4s 5s 6s 7s 8s 9s"
SIX_TO_ACE = "9h 10h Jh Qh Kh Ah 2c"
FIVE_FROM_ACE = "Ad 2d 3d 4d 5d 9c Jc"
FOUR = "2h 3h 4h 5h 8c 10d Kd"


def jackpot_rule(name: str) -> Callable[[Test], Test]:
    assert name in PRINTED
    TESTED.add(name)
    return lambda test: test


def lines(*links: str, kind: str = REAL) -> str:
    cards = 'cards = "real"' if kind == REAL else 'dealer = "human"'
    names = ", ".join(f'"{link}"' for link in links)
    return f'game = "keep-it-straight"\njackpots = [{names}]\ninventory = "$100,000"\n{cards}'


TABLES = {
    "both-1": lines("first", "second"),
    "both-2": lines("first", "second"),
    "five-1": lines("five"),
    "house-1": lines("house"),
    "house-2": lines("house", kind=DEALT),
}


def floor(own: dict[str, str] = TABLES, links: dict[str, str] = LINKS) -> str:
    timers = {"bets": 3000, "decision": 3000, "pause": 3000}
    return floor_text(own, links=(), own_links=links, service="$0", timers=timers)


def mistakes(own: dict[str, str], links: dict[str, str]) -> str:
    found, told = read_floor(floor(own, links), "floor.toml", lambda game, table: {})
    assert found is None
    return "\n".join(map(str, told))


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    with opened(tmp_path_factory.mktemp("pit"), floor()) as found:
        yield found


def at(pit: Pit, table: str, link: str, level: str, *, wager: str = "jackpot_1", kind: str = REAL) -> Felt:
    nothing = Hand("", "")
    page = Page("Keep It Straight", TOUCH, link, "keep-it-straight", wager, level, {}, nothing, nothing, nothing, ())
    return Felt(pit, page, kind, table)


def declared(felt: Felt, seat: int, hand: Hand) -> None:
    felt.do("DeclareHand", **felt.shown(seat, hand))


def amounts(felt: Felt) -> list[tuple[int, float]]:
    return [(win["seat"], win["amount"] / DOLLAR) for win in felt.console["wins"]]


# --- house and progressive jackpots -----------------------------------------------------------------------------------


@jackpot_rule("jackpots, point 1")
@jackpot_rule("jackpots, point 2")
def test_two_sensors_are_two_games_with_two_amounts(pit: Pit) -> None:
    one, two = at(pit, "both-1", "first", "One"), at(pit, "both-1", "second", "Two")
    assert [(console["link"], console["sensor"]) for console in one.view["consoles"]] == [("first", 1), ("second", 2)]
    before = one.meter(), two.meter()
    one.start(1, 2)
    assert (one.meter() - before[0], two.meter() - before[1]) == (30 * CENT, 0)
    two.start(2, 3)
    assert two.meter() - before[1] == 30 * CENT
    assert (one.console["lit"], two.console["lit"]) == ([1, 2], [2, 3])
    code, _ = two.refused("DeclareHand", **two.shown(1, Hand("4-card_straight_flush", FOUR)))
    assert code == "no-wager"
    one.do("DeclareHand", **one.shown(2, Hand("4-card_straight_flush", FOUR)))
    two.do("DeclareHand", **two.shown(2, Hand("4-card_straight_flush", FOUR)))  # the same cards, shown once
    assert (amounts(one), amounts(two)) == ([(2, 40)], [(2, 40)])
    one.press("EndGame")
    assert two.console["round_id"]
    two.press("EndGame")


@jackpot_rule("jackpots, point 3")
def test_a_jackpot_is_of_one_type_wherever_it_is_played(pit: Pit) -> None:
    kinds = {sign["link"]: sign["kind"] for sign in httpx.get(f"{pit.server.url}/api/jackpots").json()}
    assert kinds == {"first": "progressive", "second": "progressive", "five": "progressive", "house": "house"}


@jackpot_rule("jackpots, point 4")
def test_all_jackpots_on_a_table_are_of_one_type() -> None:
    assert "both-9" in mistakes({"both-9": lines("first", "house")}, {name: LINKS[name] for name in ("first", "house")})


@jackpot_rule("jackpots, point 5")
def test_a_sensor_has_one_jackpot_only(pit: Pit) -> None:
    three = {name: LINKS[name] for name in ("first", "second", "five")}
    assert "at most two" in mistakes({"both-9": lines(*three)}, three)
    sensors = [console["sensor"] for console in at(pit, "both-2", "first", "One").view["consoles"]]
    assert len(set(sensors)) == len(sensors)


@jackpot_rule("definition, House Jackpot")
@pytest.mark.parametrize(("table", "kind"), [("house-1", REAL), ("house-2", DEALT)])
def test_a_house_jackpot_does_not_increment_and_posts_its_notice(pit: Pit, table: str, kind: str) -> None:
    felt = at(pit, table, "house", "House", kind=kind)
    seven = Hand("7-card_straight_flush", SEVEN)
    assert NOTICE in felt.sign["notices"]
    felt.start(1, hands={1: seven}, dealer="2c 4d 6h 8c 10c Qd Kc")
    assert felt.meter() == 2_500 * DOLLAR
    felt.play()
    felt.award(1, seven)
    assert amounts(felt) == [(1, 2_500)]
    assert felt.meter() == 2_500 * DOLLAR
    felt.end()


@jackpot_rule("definition, House Jackpot")
def test_a_posted_prize_is_modified_by_two_people_without_notice(pit: Pit) -> None:
    felt = at(pit, "house-1", "house", "House")
    change = {"type": "ChangePrize", "level": "House", "prize": 4_000 * DOLLAR, "why": "a better offer"}
    pit.do("ted", "AskChange", link="house", change=change)
    (request,) = pit.ask("eve", "/api/requests")
    assert [(one["before"], one["after"]) for one in request["figures"]] == [("$2,500", "$4,000")]
    pit.do("eve", "ApproveChange", request=request["request"])
    assert felt.meter() == 4_000 * DOLLAR
    pit.do("ted", "AskChange", link="house", change=change | {"prize": 2_500 * DOLLAR})
    pit.do("eve", "ApproveChange", request=pit.ask("eve", "/api/requests")[0]["request"])


@jackpot_rule("definition, Progressive Jackpot")
def test_a_progressive_increments_after_each_wager_and_takes_one_fixed_wager(pit: Pit) -> None:
    felt = at(pit, "both-2", "first", "One")
    before = felt.meter()
    felt.start(1, 3, 4)
    assert felt.meter() == before + 45 * CENT
    assert felt.sign["wager"] == DOLLAR
    felt.end()


# --- the notes to Appendix C ------------------------------------------------------------------------------------------


@jackpot_rule("Appendix C, note 1")
@jackpot_rule("Appendix C, note 5")
def test_all_pays_are_for_1_and_dollars_are_fixed(pit: Pit) -> None:
    felt = at(pit, "both-1", "first", "One")
    tray = pit.server.service.house.balance("tray:both-1")
    felt.start(1)
    declared(felt, 1, Hand("4-card_straight_flush", FOUR))
    assert amounts(felt) == [(1, 40)]
    felt.end()
    assert pit.server.service.house.balance("tray:both-1") - tray == (1 - 40) * DOLLAR  # the wager stays with the house


@jackpot_rule("Appendix C, note 2")
def test_only_the_highest_hand_is_paid(pit: Pit) -> None:
    felt = at(pit, "both-2", "first", "One")
    felt.start(1)
    code, told = felt.refused("DeclareHand", **felt.shown(1, Hand("4-card_straight_flush", FIVE_FROM_ACE)))
    assert (code, "5-card straight flush" in told) == ("other-hand", True)
    declared(felt, 1, Hand("5-card_straight_flush", FIVE_FROM_ACE))
    code, _ = felt.refused("DeclareHand", **felt.shown(1, Hand("5-card_straight_flush", FIVE_FROM_ACE)))
    assert code == "one-award"
    felt.end()


@jackpot_rule("Appendix C, note 3")
def test_an_ace_is_the_lowest_or_the_highest_of_its_suit(pit: Pit) -> None:
    felt = at(pit, "both-2", "second", "Two")
    felt.start(1, 2)
    declared(felt, 2, Hand("5-card_straight_flush", FIVE_FROM_ACE))
    felt.award(1, Hand("6-card_straight_flush_ace_high", SIX_TO_ACE))
    felt.end()


@jackpot_rule("Appendix C, note 4")
def test_percentages_are_the_only_pays_off_the_meter(pit: Pit) -> None:
    felt = at(pit, "both-1", "first", "One")
    felt.start(1, 2)
    shown = felt.meter()
    declared(felt, 2, Hand("5-card_straight_flush", FIVE_FROM_ACE))
    assert felt.meter() == shown
    win = felt.award(1, Hand("6-card_straight_flush", SIX_TO_ACE))  # 10%
    assert felt.win_page(win)["amount"] == shown // 10 // CENT * CENT
    assert felt.meter() == shown - felt.win_page(win)["amount"]
    felt.end()


@jackpot_rule("Appendix C, note 6")
def test_envy_for_all_others_with_the_wager_once_a_hand_and_never_for_ones_own(pit: Pit) -> None:
    felt = at(pit, "both-2", "second", "Two")
    felt.start(1, 2, 4)
    felt.award(4, Hand("6-card_straight_flush_ace_high", SEVEN))
    felt.award(2, Hand("6-card_straight_flush_ace_high", SIX_TO_ACE))
    due = [(one["hitter"], one["seat"], one["amount"] // DOLLAR) for one in felt.console["envy"]]
    assert due == [(4, 1, 250), (4, 2, 250), (2, 1, 250), (2, 4, 250)]
    felt.end()


@jackpot_rule("Appendix C, note 7")
def test_another_fixed_wager_multiplies_the_pays_on_the_display(pit: Pit) -> None:
    felt = at(pit, "five-1", "five", "Five")
    shown: dict[str, dict[str, Any]] = {line["hand"]: line for line in felt.sign["lines"]}
    assert shown["5-card straight flush"]["pays"] == "$1,250"
    assert (shown[ACE_HIGH]["pays"], shown[ACE_HIGH]["envy"]) == ("100%", 1_250 * DOLLAR)
    felt.start(1)
    declared(felt, 1, Hand("5-card_straight_flush", FIVE_FROM_ACE))
    assert amounts(felt) == [(1, 1_250)]
    felt.end()


def test_every_printed_rule_has_a_test_named_after_it() -> None:
    assert TESTED == PRINTED
