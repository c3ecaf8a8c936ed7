"""Reports and displays, as data."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import LevelConfig, LinkFigures, LinkState, Source, display
from cardroom.jackpots.commands import Reason
from cardroom.jackpots.reports.meter_reports import Period, level_meters, meter_reading, posted_prizes
from cardroom.jackpots.reports.play_reports import coin_in_and_win, envy_list, last_hits
from cardroom.jackpots.reports.regulator_figures import (
    fixed_prizes,
    games_report,
    odds_based_prizes,
    payout_caps,
    proof,
    validate_payout_caps,
)
from cardroom.jackpots.setup.recommendations import recommendations
from cardroom.jackpots.text.transcript import event_in_words
from cardroom.money import CENT, DOLLAR


def shift(floor, name: str, begins: int, ends: int) -> Period:
    opened = floor.events[0].at
    return Period(name, opened + timedelta(hours=begins), opened + timedelta(hours=ends))


def figures(floor, period: Period | None = None) -> LinkFigures:
    """A fold beside the link's own, as a house keeps one for each day."""
    state = LinkState(floor.configs[floor.events[0].config])
    found = LinkFigures.beginning_with(state)
    for event in floor.events:
        state.apply(event, floor.configs)
        if period is not None and event.at < period.begins:
            found = LinkFigures.beginning_with(state)
        elif period is None or period.holds(event):
            found.count(event, state)
    return found


def test_a_meter_reading_begins_with_its_amount_and_explains_every_change(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", [1, 2], seat_2="straight_flush")
    floor.adjust("Progressive", 3 * DOLLAR, Reason.MALFUNCTION)
    reading = meter_reading(floor.events, "Progressive")
    assert reading.beginning == 5_000 * DOLLAR
    assert [change.amount for change in reading.changes] == [20 * CENT, 20 * CENT, -500_04 * CENT, 3 * DOLLAR]
    assert [change.why for change in reading.changes] == [
        "contribution of seat 1, table ms-1",
        "contribution of seat 2, table ms-1",
        "amount won, win stud-1, seat 2, table ms-1",
        "correction of a malfunction: for the test; asked by sue, approved by eve",
    ]
    assert reading.ending == floor.balance("meter:Progressive") == reading.changes[-1].balance
    assert reading.displayed == 4_503_36 * CENT
    assert all(change.cite for change in reading.changes)


def test_readings_of_shifts_join_without_a_gap(make, pit):
    floor = pit(make.stud())
    for _ in range(4):
        floor.game("ms-1", [1, 5], seat_5="royal_flush")
        floor.now += timedelta(hours=8)
    readings = [meter_reading(floor.events, "Progressive", shift(floor, str(n), 8 * n, 8 * n + 8)) for n in range(5)]
    assert readings[0].beginning == 5_000 * DOLLAR
    assert all(earlier.ending == later.beginning for earlier, later in pairwise(readings))
    assert readings[-1].ending == floor.balance("meter:Progressive")


def test_a_reading_holds_when_the_clock_is_set_back(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", [1])
    floor.now += timedelta(hours=2)
    floor.game("ms-1", [1])
    floor.now -= timedelta(hours=1, minutes=30)
    floor.game("ms-1", [1])
    readings = [meter_reading(floor.events, "Progressive", shift(floor, "", n, n + 1)) for n in range(3)]
    assert [len(reading.changes) for reading in readings] == [2, 0, 1]
    assert all(earlier.ending == later.beginning for earlier, later in pairwise(readings))


def test_coin_in_and_win_by_table_and_shift(make, pit):
    floor = pit(make.mega_link())
    floor.game("ms-1", [1, 2, 3], seat_1="straight_flush", seat_3="flush")
    floor.now += timedelta(hours=8)
    floor.start("ms-1", [1, 2])
    floor.void("ms-1")
    floor.game("cs-1", [1, 2], seat_2="full_house")
    day, swing = shift(floor, "day", 0, 8), shift(floor, "swing", 8, 16)
    lines = {(line.table, line.shift): line for line in coin_in_and_win(floor.events, [day, swing], floor.state)}
    first = lines["ms-1", "day"]
    assert (first.wagers, first.coin_in, first.accrued) == (3, 3 * DOLLAR, 3 * 24_5 * CENT // 10)  # 24.5% of $1
    assert (first.won_from_meter, first.won_from_tray, first.envy) == (1_000_18 * CENT, 40 * DOLLAR, 600 * DOLLAR)
    assert (first.wins, first.won) == (2, 1_640_18 * CENT)
    assert lines["ms-1", "swing"].coin_in == lines["ms-1", "swing"].accrued == 0
    assert lines["cs-1", "swing"].won_from_tray == 50 * DOLLAR
    assert lines["ms-2", "day"].wagers == 0
    assert sum(line.accrued for line in lines.values()) == proof(floor.state).contributions


def test_wins_backed_out_are_subtracted_in_the_shift_of_the_back_out(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", [1, 2], seat_1="straight_flush", seat_2="flush")  # 500.04 off the meter, $40 from the tray
    floor.now += timedelta(hours=8)
    floor.game("ms-1", [1])
    for win in ("stud-1", "stud-2"):
        floor.back_out(win)
    day, swing = shift(floor, "day", 0, 8), shift(floor, "swing", 8, 16)
    first, second = coin_in_and_win(floor.events, [day, swing], floor.state)
    assert (first.won_from_meter, first.won_from_tray, first.backed_out) == (500_04 * CENT, 40 * DOLLAR, 0)
    assert (second.won_from_meter, second.won_from_tray, second.wins) == (0, 0, 0)
    assert (second.backed_out_to_meter, second.backed_out_to_tray) == (500_04 * CENT, 40 * DOLLAR)
    assert (second.backed_out, second.won) == (540_04 * CENT, -540_04 * CENT)
    lines = [games_report(figures(floor, period), floor.config)[0] for period in (day, swing)]
    assert [(line.accrued, line.paid_from_prizes, line.backed_out) for line in lines] == [
        (44 * CENT, 500_04 * CENT, 0),
        (22 * CENT, 0, 500_04 * CENT),
    ]
    assert [line.adjustment for line in lines] == [499_60 * CENT, -500_26 * CENT]


def test_a_win_that_was_good_after_all_is_won_on_the_day_it_is_taken_off_the_meter_again(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", [1], seat_1="straight_flush")
    floor.back_out("stud-1")
    floor.adjust("Progressive", -500_02 * CENT, Reason.AMOUNT_WON, win="stud-1")
    (line,) = coin_in_and_win(floor.events, [shift(floor, "day", 0, 24)], floor.state)
    assert (line.won_from_meter, line.backed_out_to_meter) == (2 * 500_02 * CENT, 500_02 * CENT)
    assert line.won - line.envy == 500_02 * CENT


def test_posted_prizes_backed_out_are_the_houses_again(make, pit):
    house = pit(make.house_jackpot())
    house.game("kis-1", [1], seat_1="7-card_straight_flush")
    house.back_out("straight-1")
    (line,) = coin_in_and_win(house.events, [shift(house, "day", 0, 24)], house.state)
    assert (line.won_from_house, line.backed_out_to_house, line.won) == (2_500 * DOLLAR, 2_500 * DOLLAR, 0)


def test_the_last_25_hits_newest_first(make, pit):
    floor = pit(make.stud())
    for _ in range(30):
        floor.game("ms-1", [1, 2], seat_1="straight_flush", seat_2="flush")
    hits = last_hits(floor.state.wins.values())
    assert len(hits) == 25
    assert hits[0].at > hits[1].at > hits[-1].at
    assert {hit.line for hit in hits} == {"straight_flush"}  # the tray's pays are not hits
    assert last_hits(floor.state.wins.values(), 1) == hits[:1]


def test_win_page_and_envy_list(make, pit):
    floor = pit(make.mega_link())
    floor.game("ms-1", [1, 2, 4], seat_4="straight_flush")
    floor.game("cs-1", [3], seat_3="flush")
    page = floor.win_page("river-1")
    assert (page.link, page.table, page.game, page.round_id, page.seat) == (
        "river",
        "ms-1",
        "mississippi-stud",
        "r1",
        4,
    )
    assert len(page.procedure) == 3
    assert (page.hand, page.pays, page.level, page.paid_from) == ("straight flush", "100% Major", "Major", "meter")
    assert (page.displayed, page.amount, page.meter_after) == (1_000_18 * CENT, 1_000_18 * CENT, 1_000_01 * CENT)
    assert (page.approved_by, page.card) == ("sue", "supervisor")
    assert [(line.seat, line.amount) for line in page.envy] == [(1, 300 * DOLLAR), (2, 300 * DOLLAR)]
    assert [line.seat for line in envy_list(floor.events, "ms-1")] == [1, 2]
    assert envy_list(floor.events, "cs-1") == []
    tray = floor.win_page("river-2")
    assert tray.procedure == ()
    assert (tray.paid_from, tray.level, tray.amount, tray.meter_after) == ("tray", "", 40 * DOLLAR, 0)
    floor.back_out("river-1")
    assert floor.win_page("river-1").is_backed_out


def test_level_meters(make, pit):
    floor = pit(make.mega_link())
    floor.game("ms-1", [1], seat_1="four_of_a_kind")
    mega, _, minor = level_meters(floor.state)
    assert (mega.current, mega.seed, mega.contribution, mega.reserve) == (
        10_000_12 * CENT,
        10_000 * DOLLAR,
        1_200,
        2 * CENT,
    )
    assert (minor.hits, minor.won, minor.current) == (1, 250_04 * CENT, 250 * DOLLAR)


def test_the_proof_of_the_books(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", range(1, 8), seat_3="royal_flush")
    found = proof(floor.state)
    assert (found.seeds, found.contributions) == (10_000 * DOLLAR, 154 * CENT)
    assert (found.awards, found.meters, found.reserves) == (5_001_40 * CENT, 5_000_14 * CENT, 0)
    assert found.went_to == found.came_from


def test_the_games_report_is_adjusted_for_progressives_only(make, pit):
    floor = pit(make.stud())
    floor.game("ms-1", [1, 2], seat_1="straight_flush", seat_2="flush")
    (line,) = games_report(figures(floor), floor.config)
    assert (line.accrued, line.paid_from_prizes) == (44 * CENT, 500_04 * CENT)
    assert line.adjustment == 499_60 * CENT
    house = pit(make.house_jackpot())
    house.game("kis-1", [1], seat_1="7-card_straight_flush")
    assert games_report(figures(house), house.config) == []


def test_the_second_highest_odds_based_prize(make):
    """WAC 230-15-455: kept at the bank where more than one is above $25,000."""
    paytable = make.stud().paytable
    assert [prize // DOLLAR for prize in fixed_prizes(paytable, 5 * DOLLAR)] == [1_500, 250, 200, 150, 45]
    small = odds_based_prizes(fixed_prizes(paytable, DOLLAR))
    assert (small.second_highest, small.required_at_bank) == (50 * DOLLAR, 0)
    large = odds_based_prizes([30_000 * DOLLAR, 150_000 * DOLLAR, 26_000 * DOLLAR])
    assert large.required_at_bank == 30_000 * DOLLAR
    assert odds_based_prizes([150_000 * DOLLAR]).required_at_bank == 0
    assert odds_based_prizes([]).second_highest is None


def test_payout_caps():
    """WAC 230-15-490, with its own example of $300 at 5,000 to 1."""
    assert payout_caps(DOLLAR, 300 * DOLLAR, 5_000).player == 15_000 * DOLLAR
    assert payout_caps(10 * DOLLAR, 300 * DOLLAR, 5_000).player == 50_000 * DOLLAR
    assert payout_caps(5 * DOLLAR, 100 * DOLLAR, 8).player == 800 * DOLLAR
    validate_payout_caps(50_000 * DOLLAR, 100_000 * DOLLAR, 10 * DOLLAR, 300 * DOLLAR, 5_000)
    with pytest.raises(CardroomError, match=r"A limit of \$49,999 a player is below the \$50,000 allowed"):
        validate_payout_caps(49_999 * DOLLAR, 100_000 * DOLLAR, 10 * DOLLAR, 300 * DOLLAR, 5_000)
    with pytest.raises(CardroomError, match="a table is below"):
        validate_payout_caps(50_000 * DOLLAR, 60_000 * DOLLAR, 10 * DOLLAR, 300 * DOLLAR, 5_000)
    with pytest.raises(CardroomError, match="always paid in full"):
        validate_payout_caps(DOLLAR, DOLLAR, DOLLAR, DOLLAR, 49)
    with pytest.raises(CardroomError, match="Give a minimum and a maximum"):
        payout_caps(0, DOLLAR, 50)


# --- displays ---------------------------------------------------------------------------------------------------------


def test_a_house_jackpot_display_carries_the_notice_word_for_word(make, pit):
    floor = pit(make.house_jackpot())
    shown = display(floor.state, "kis-1")
    notice = (
        "House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
        "Player wagers do not accrue to any guaranteed player fund. "
        "The displayed House Jackpot prize may be modified or discontinued at any time without prior notice."
    )
    assert shown.notices == (notice,)
    assert display(pit(make.stud()).state, "ms-1").notices == ()


def test_changes_of_a_posted_prize_are_dated(make, pit):
    floor = pit(make.house_jackpot(2_500))
    floor.now += timedelta(days=3)
    floor.change(levels=(LevelConfig(name="House", seed=3_000 * DOLLAR),))
    first, second = posted_prizes(floor.events, floor.configs)
    assert (first.prize, second.prize, second.by) == (2_500 * DOLLAR, 3_000 * DOLLAR, "sue")
    assert second.since - first.since >= timedelta(days=3)
    assert floor.state.posted_since == second.since
    assert floor.cents() == 3_000_00


def test_a_display_shows_pays_for_the_wager_in_force_and_the_maximum(make, pit):
    levels = make.one_level(5_000, 2_000, 200, maximum=9_000 * DOLLAR)
    shown = display(pit(make.stud(wager=5 * DOLLAR, levels=levels)).state, "ms-1")
    lines = {line.id: line for line in shown.lines}
    assert (lines["straight_flush"].pays, lines["straight_flush"].amount) == ("10%", 500 * DOLLAR)
    assert (lines["full_house"].pays, lines["royal_flush"].envy) == ("$250", 5_000 * DOLLAR)
    assert shown.notices == ("Progressive: the maximum prize is $9,000.",)
    assert msgspec.json.decode(msgspec.json.encode(shown))["levels"][0]["name"] == "Progressive"


# --- recommendations --------------------------------------------------------------------------------------------------


def codes(config) -> set[str]:
    return {advice.code for advice in recommendations(config) if advice.is_warning}


def test_recommendations_of_the_sheets(make):
    preset = {"preset_contribution": 2_000, "preset_seed": 5_000 * DOLLAR}
    assert codes(make.stud(levels=make.one_level(5_000, 2_000, 200, **preset))) == set()
    assert codes(make.stud(levels=make.one_level(0, 2_000, 200))) == {"no-seed", "reserve-as-seed"}
    assert codes(make.stud(levels=make.one_level(299, 2_000, 0))) == {"seed-below-fixed"}
    assert codes(make.stud(levels=make.one_level(5_000, 2_001, 0, **preset))) == {"above-preset"}
    assert codes(make.stud(wager=5 * DOLLAR, levels=make.one_level(5_000, 2_000, 0, **preset))) == {
        "seed-not-multiplied"
    }
    assert codes(make.stud(levels=make.one_level(4_999, 2_000, 0, **preset))) == {"seed-below-preset"}
    assert codes(make.bad_beat(fixed_pays=Source.METER, levels=make.one_level(1_000, 6_999, 0))) == {"may-run-dry"}
    assert codes(make.bad_beat(fixed_pays=Source.METER, levels=make.one_level(1_000, 7_000, 0))) == set()
    assert recommendations(make.house_jackpot()) == []


def test_without_a_preset_it_says_so_instead_of_warning(make):
    (note,) = recommendations(make.stud())
    assert (note.code, note.is_warning) == ("no-preset", False)
    notes = {advice.code for advice in recommendations(make.stud(wager=5 * DOLLAR))}
    assert notes == {"no-preset", "no-preset-seed"}


def test_every_event_is_told_in_a_sentence(make, pit):
    floor = pit(make.bad_beat(fixed_pays=Source.METER, levels=make.one_level(100, 7_000, 0)))
    floor.game("se-1", [1, 2], seat_1="7-card_straight", seat_2="6-card_straight")
    floor.start("se-1", [1])
    floor.void("se-1")
    floor.adjust("Progressive", DOLLAR, Reason.MALFUNCTION)
    floor.back_out("edge-1")
    told = [event_in_words(event) for event in floor.events]
    assert all(text.endswith(".") for text in told)
    assert "Win edge-1 is paid: $250, $148.60 of it advanced by the house." in told
    assert "Table se-1, seat 1 has a 7-card straight, paid by the meter." in told
