"""Every numbered rule of the sheets' progressive pages, by name.

The five pages say the same things under different numbers: a test runs once a page and is named after the page's rule.
Dealing (rules such as "follow house procedures"), and what depends on cards, is played in test_real_rounds.py.
"""

from __future__ import annotations

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.paytable import line_name
from cardroom.jackpots import Chance, Console, LinkTable, Source, display, envy_due, link_config
from cardroom.jackpots.commands import (
    Confirm,
    KeySwitch,
    PressHand,
    PressJackpot,
    PressSeat,
    StaffCard,
    SwipeCard,
    TurnKey,
)
from cardroom.jackpots.events import AwardPaid, AwardRecorded, EnvyPaid, WinSigned
from cardroom.money import CENT, DOLLAR

BAD_BEAT = {
    "optional": 1,
    "wins": 2,
    "reseed": 3,
    "place": 4,
    "start": 5,
    "deal": 6,
    "settle": 7,
    "winners": 8,
    "envy": 9,
}
MISSISSIPPI = {"optional": 1, "wins": 2, "tables": 3, "reseed": 4, "place": 5, "start": 6, "deal": 7, "settle": 8}
MULTI_GAME = {"optional": 1, "wins": 2, "tables": 3, "link": 4, "reseed": 5, "place": 6, "start": 7, "deal": 8}
PAGES = {
    "bad beat, keypad": (Console.KEYPAD, BAD_BEAT),
    "bad beat, touch": (Console.TOUCH, BAD_BEAT),
    "mississippi, keypad": (Console.KEYPAD, MISSISSIPPI | {"winners": 9, "envy": 10}),
    "mississippi, touch": (Console.TOUCH, MISSISSIPPI | {"winners": 9, "envy": 10}),
    "multi-game link": (Console.TOUCH, MULTI_GAME | {"settle": 9, "winners": 10, "envy": 11}),
}
# What wins on each page: everything, and a fixed pay of so many for 1; and the envy of the first.
HANDS = {
    "bad beat": ("7-card_straight", "5-card_straight", 25, 100),
    "mississippi": ("royal_flush", "full_house", 50, 1_000),
    "multi-game link": ("royal_flush", "full_house", 50, 1_000),
}


class Table:
    """A pit with a page's link, and its table."""

    def __init__(self, make, pit, page: str, **fields) -> None:
        self.console, self.rules = PAGES[page]
        self.family = page.split(",", maxsplit=1)[0]
        self.full, self.fixed, self.fixed_pay, self.envy = HANDS[self.family]
        match self.family:
            case "bad beat":
                config, self.name = make.bad_beat(self.console, **fields), "se-1"
            case "mississippi":
                config, self.name = make.stud(tables=make.mississippi("ms-1", console=self.console), **fields), "ms-1"
            case _:
                config, self.name = make.mega_link(**fields), "ms-1"
        self.floor = pit(config)
        self.is_keypad = self.console is Console.KEYPAD


def rule(part: str, letter: str = "", *, only: Console | None = None, but: tuple[str, ...] = ()):
    """Parametrize over the pages that have this rule, named after its number there."""
    chosen = [
        pytest.param(page, id=f"{page}, rule {numbers[part]}{letter}")
        for page, (console, numbers) in PAGES.items()
        if part in numbers and only in (None, console) and page not in but
    ]
    return pytest.mark.parametrize("page", chosen)


@rule("optional")
def test_the_wager_is_optional(make, pit, page):
    table = Table(make, pit, page)
    table.floor.game(table.name, [])  # a game without any
    table.floor.game(table.name, [2])
    assert [seat for seat in range(1, 8) if table.floor.balance(f"player:{table.name}:{seat}")] == [2]


@rule("wins")
def test_only_a_hand_of_the_pay_table_wins(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    with pytest.raises(CardroomError, match="has no line “two_pair”; it pays:"):
        table.floor.qualify(table.name, 1, "two_pair")


@rule("wins")
def test_only_the_best_award_of_a_hand_is_paid(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    table.floor.qualify(table.name, 1, table.full)
    with pytest.raises(CardroomError, match="only the best award is paid"):
        table.floor.qualify(table.name, 1, table.fixed)


@rule("tables")
def test_the_sample_pay_tables_are_those_of_the_catalogue(make, pit, page):
    table = Table(make, pit, page)
    wager = find_game("mississippi-stud").wager("progressive")
    assert table.floor.config.paytable in wager.paytables


@rule("link")
def test_linked_games_have_the_same_probability(make, pit, page):
    first, *others = Table(make, pit, page).floor.config.tables
    rarer = first.chances | {"royal_flush": Chance(3, 2_598_960)}
    with pytest.raises(CardroomError, match="4 in 2,598,960 at ms-2; linked games must have the same probability"):
        make.mega_link(tables=[msgspec.structs.replace(first, chances=rarer), *others])


@rule("reseed")
def test_a_full_award_reseeds_the_meter(make, pit, page):
    table = Table(make, pit, page)
    table.floor.game(table.name, [1, 2], seat_1=table.full)
    level = table.floor.config.levels[0]
    assert table.floor.cents() * CENT == level.seed + 2 * DOLLAR * level.reserve // 10_000


@rule("place")
def test_the_wager_goes_on_the_sensor_before_the_game_starts(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    with pytest.raises(CardroomError, match="is in a game; end it first"):
        table.floor.start(table.name, [1, 2])
    with pytest.raises(CardroomError, match="Seat 2 has no jackpot wager"):
        table.floor.qualify(table.name, 2, table.full)


@rule("start")
def test_the_start_counts_the_lit_sensors_and_the_meter_rises_at_once(make, pit, page):
    table = Table(make, pit, page)
    before = table.floor.balance(f"meter:{table.floor.config.levels[0].name}")
    table.floor.start(table.name, [1, 4, 5])
    level = table.floor.config.levels[0]
    risen = table.floor.balance(f"meter:{level.name}") - before
    assert risen == 3 * level.contribution * (DOLLAR // 10_000)
    assert table.floor.events[-1].rule.number == f"{table.rules['start']}"


@rule("deal")
def test_the_jackpot_has_no_part_in_the_dealing(make, pit, page):
    """A game without a jackpot hand is started and ended on the console, and nothing else happens to it."""
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    books = dict(table.floor.state.books)
    assert [type(event).__name__ for event in table.floor.end(table.name)] == ["GameEnded"]
    assert table.floor.state.books == books


@rule("settle")
def test_progressive_wagers_are_reconciled_with_the_others(make, pit, page):
    """A hand qualifies as its seat is settled; the game cannot end before its award is recorded."""
    table = Table(make, pit, page)
    table.floor.start(table.name, [1, 2])
    table.floor.qualify(table.name, 2, table.fixed)
    table.floor.qualify(table.name, 1, table.full)
    with pytest.raises(CardroomError, match=rf"the {line_name(table.full)} of seat 1 is not recorded"):
        table.floor.end(table.name)


@rule("settle", but=("bad beat, keypad", "bad beat, touch"))
def test_whether_folded_hands_qualify_is_the_casinos_choice(make, pit, page):
    yes, no = (LinkTable(id="ms-1", game="mississippi-stud", folded_hands_qualify=choice) for choice in (True, False))
    assert (yes.folded_hands_win, no.folded_hands_win) == (True, False)


@rule("settle", but=("mississippi, keypad", "mississippi, touch", "multi-game link"))
def test_a_folded_bad_beat_hand_loses(make, pit, page):
    assert LinkTable(id="se-1", game="straight-edge-2", folded_hands_qualify=True).folded_hands_win is False


@rule("winners", "a")
def test_percentages_come_off_the_displayed_meter(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    shown = table.floor.cents()
    table.floor.qualify(table.name, 1, table.full)
    (win,) = table.floor.approve(table.name)
    assert win.amount == shown * CENT
    assert win.source is Source.METER


@rule("winners", "b")
def test_other_hands_are_paid_from_the_tray(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1])
    shown = table.floor.cents()
    events = table.floor.qualify(table.name, 1, table.fixed)  # at once: no console
    assert [type(event).__name__ for event in events] == ["HandQualified", "AwardRecorded", "AwardPaid"]
    assert table.floor.balance(f"tray:{table.name}") == -table.fixed_pay * DOLLAR
    assert table.floor.cents() == shown


@rule("winners", "b")
def test_or_from_the_meter_where_the_sheet_lets_the_casino_choose(make, pit, page):
    if page.startswith("bad beat"):
        table = Table(make, pit, page, fixed_pays=Source.METER)
        table.floor.game(table.name, [1], seat_1=table.fixed)
        assert table.floor.cents() == 1_000_20 - 25_00
    else:
        with pytest.raises(CardroomError, match="only Two Way Bad Beat lets the casino choose the meter"):
            Table(make, pit, page, fixed_pays=Source.METER)


@rule("winners", "c")
def test_several_awards_are_paid_from_the_dealers_right(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [2, 5])
    for seat in (5, 2):
        table.floor.qualify(table.name, seat, table.full)
    presses = {
        True: [(PressHand, {"line": table.full}), (TurnKey, {"to": KeySwitch.JPH}), (PressJackpot, {"seat": 2})],
        False: [(PressSeat, {"seat": 2}), (PressHand, {"line": table.full}), (Confirm, {})],
    }
    *before, (kind, fields) = presses[table.is_keypad]
    for earlier, its_fields in before:
        table.floor.press(earlier, table.name, **its_fields)
    with pytest.raises(
        CardroomError, match=rf"Seat 5 with a {line_name(table.full)} is paid first \(counter-clockwise"
    ):
        table.floor.press(kind, table.name, **fields)


@rule("winners", "d")
def test_a_hand_button_pressed_again_goes_out(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    if not table.is_keypad:
        with pytest.raises(CardroomError, match="Choose the winner's seat first"):
            table.floor.press(PressHand, table.name, line=table.full)
        table.floor.press(PressSeat, table.name, seat=3)
    lit = [table.floor.press(PressHand, table.name, line=table.full)[0].lit for _ in range(3)]
    assert lit == [True, False, True]


@rule("winners", "e")
def test_nothing_is_recorded_before_a_supervisor_has_acted(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    table.floor.qualify(table.name, 3, table.full)
    if not table.is_keypad:
        table.floor.press(PressSeat, table.name, seat=3)
    table.floor.press(PressHand, table.name, line=table.full)
    assert table.floor.state.wins == {}
    kind, fields = (PressJackpot, {"seat": 3}) if table.is_keypad else (SwipeCard, {"card": StaffCard.SUPERVISOR})
    with pytest.raises(CardroomError, match=r"must be at JPH|come before the card"):
        table.floor.press(kind, table.name, **fields)


@rule("winners", "f", only=Console.KEYPAD)
def test_jpot_with_the_key_at_jph_records_the_win(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    table.floor.qualify(table.name, 3, table.full)
    shown = table.floor.cents()
    table.floor.press(PressHand, table.name, line=table.full)
    table.floor.press(TurnKey, table.name, by="sue", to=KeySwitch.JPH)
    (event,) = table.floor.press(PressJackpot, table.name, by="sue", seat=3)
    assert isinstance(event, AwardRecorded)
    assert (event.seat, event.by, event.amount) == (3, "sue", shown * CENT)
    assert table.floor.cents() == shown
    page_printed = table.floor.win_page(event.win)
    assert (page_printed.amount, page_printed.paid_at) == (shown * CENT, None)


@rule("winners", "f", only=Console.TOUCH)
def test_confirm_and_a_card_record_the_win_and_change_the_meter(make, pit, page):
    table = Table(make, pit, page, executive_from=0)
    table.floor.start(table.name, [3])
    table.floor.qualify(table.name, 3, table.full)
    shown = table.floor.cents()
    table.floor.press(PressSeat, table.name, seat=3)
    table.floor.press(PressHand, table.name, line=table.full)
    table.floor.press(Confirm, table.name, by="sue")
    (signed,) = table.floor.press(SwipeCard, table.name, by="sue", card=StaffCard.SUPERVISOR)
    assert isinstance(signed, WinSigned)
    with pytest.raises(CardroomError, match="needs the executive's card"):
        table.floor.press(SwipeCard, table.name, by="sue", card=StaffCard.SUPERVISOR)
    recorded, paid = table.floor.press(SwipeCard, table.name, by="eve", card=StaffCard.EXECUTIVE)
    assert isinstance(recorded, AwardRecorded)
    assert isinstance(paid, AwardPaid)
    assert (recorded.amount, paid.amount) == (shown * CENT, shown * CENT)
    assert table.floor.cents() < shown
    assert table.floor.win_page(recorded.win).paid_at == paid.at


@rule("winners", "g", only=Console.KEYPAD)
def test_the_key_back_at_run_changes_the_meter(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    table.floor.qualify(table.name, 3, table.full)
    table.floor.press(PressHand, table.name, line=table.full)
    table.floor.press(TurnKey, table.name, to=KeySwitch.JPH)
    table.floor.press(PressJackpot, table.name, seat=3)
    _, paid = table.floor.press(TurnKey, table.name, to=KeySwitch.RUN)
    assert isinstance(paid, AwardPaid)
    assert paid.rule.number == f"{table.rules['winners']}g"
    level = table.floor.config.levels[0]
    assert table.floor.cents() * CENT == level.seed + 2 * CENT


@rule("winners", "h", only=Console.KEYPAD)
def test_game_over_resets_the_keypad(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    table.floor.press(PressHand, table.name, line=table.full)
    table.floor.end(table.name)
    assert table.floor.state.tables[table.name].console.line == ""
    assert table.floor.state.in_progress == []
    assert table.floor.events[-1].rule.number == f"{table.rules['winners']}h"


@rule("winners", "g", only=Console.TOUCH)
def test_end_game_resets_the_display(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [3])
    table.floor.press(PressSeat, table.name, seat=3)
    table.floor.end(table.name)
    assert table.floor.state.tables[table.name].console.seat is None
    assert table.floor.events[-1].rule.number == f"{table.rules['winners']}g"


def check_back_out(table: Table, letter: str) -> None:
    table.floor.start(table.name, [3])
    shown = table.floor.cents()
    table.floor.qualify(table.name, 3, table.full)
    (win,) = table.floor.approve(table.name)
    if not table.is_keypad:
        table.floor.press(PressSeat, table.name, seat=3)
    table.floor.press(PressHand, table.name, line=table.full)
    if table.is_keypad:
        table.floor.press(TurnKey, table.name, to=KeySwitch.JPH)
    kind, fields = (PressJackpot, {"seat": 3}) if table.is_keypad else (Confirm, {})
    with pytest.raises(CardroomError, match="Seat 3 has not qualified"):  # pressing it again takes nothing back
        table.floor.press(kind, table.name, **fields)
    (event,) = table.floor.back_out(win.win)
    assert event.rule.number == f"{table.rules['winners']}{letter}"
    assert table.floor.cents() == shown


@rule("winners", "i", only=Console.KEYPAD)
def test_a_win_recorded_by_jpot_is_backed_out_by_hand_only(make, pit, page):
    check_back_out(Table(make, pit, page), "i")


@rule("winners", "h", only=Console.TOUCH)
def test_a_win_recorded_by_card_is_backed_out_by_hand_only(make, pit, page):
    check_back_out(Table(make, pit, page), "h")


@rule("envy", "a")
def test_all_others_with_the_wager_get_envy_and_the_hitter_does_not(make, pit, page):
    table = Table(make, pit, page)
    table.floor.game(table.name, [1, 2, 4], seat_2=table.full)
    paid = [(event.seat, event.amount) for event in table.floor.events if isinstance(event, EnvyPaid)]
    assert paid == [(1, table.envy * DOLLAR), (4, table.envy * DOLLAR)]


@rule("envy", "a")
def test_envy_stays_at_the_table_of_the_hand(make, pit, page):
    table = Table(make, pit, page)
    others = [other.id for other in table.floor.config.tables if other.id != table.name]
    for other in others:
        table.floor.start(other, [5])
    table.floor.game(table.name, [1, 2], seat_2=table.full)
    assert all(table.floor.paid_to(other, 5) == -1_00 for other in others)


@rule("envy", "b")
def test_what_a_hand_gives_in_envy_stands_until_it_is_paid(make, pit, page):
    """That the hand itself stays up is played in test_real_rounds.py."""
    table = Table(make, pit, page)
    table.floor.start(table.name, [1, 2])
    table.floor.qualify(table.name, 2, table.full)
    table.floor.approve(table.name)
    due = [(win.seat, win.line, seat, amount) for win, seat, amount in envy_due(table.floor.state, table.name)]
    assert due == [(2, table.full, 1, table.envy * DOLLAR)]


@rule("envy", "c")
def test_envy_is_paid_at_the_end_once_for_each_hand(make, pit, page):
    table = Table(make, pit, page)
    table.floor.start(table.name, [1, 2, 3])
    for seat in (3, 2):
        table.floor.qualify(table.name, seat, table.full)
    table.floor.approve(table.name)
    assert table.floor.balance(f"tray:{table.name}") == 0
    events = table.floor.end(table.name)
    assert [event.seat for event in events[:-1]] == [1, 2, 1, 3]
    assert table.floor.balance(f"player:{table.name}:1") == (2 * table.envy - 1) * DOLLAR


def test_bad_beat_envy_is_on_table_1_only(make, pit):
    """Two Way Bad Beat, note under the pay tables."""
    assert make.bad_beat().envy
    assert not make.bad_beat(paytable="Two Way Bad Beat 2").envy
    with pytest.raises(CardroomError, match="prints no envy pays"):
        make.bad_beat(paytable="Two Way Bad Beat 2", envy=True)


# --- Keep It Straight: House and Progressive Jackpots, and the notes to Appendix C ------------------------------------


def straight(make, pit, paytable="PT-BJS-HCF-SF-01", **fields):
    fields = {
        "levels": make.one_level(1_000, 1_500, 100),
        "tables": [LinkTable(id="kis-1", game="keep-it-straight")],
    } | fields
    return pit(link_config("straight", paytable, **fields))


def test_keep_it_straight_two_jackpots_on_two_sensors(make, pit):
    tables = [LinkTable(id="kis-1", game="keep-it-straight", sensor=sensor) for sensor in (1, 2)]
    assert [table.wager.id for table in tables] == ["jackpot_1", "jackpot_2"]
    with pytest.raises(CardroomError, match="at most two jackpot sensors"):
        straight(make, pit, tables=[LinkTable(id="kis-1", game="keep-it-straight", sensor=3)])


def test_keep_it_straight_house_jackpot_does_not_increment(make, pit):
    floor = pit(make.house_jackpot())
    floor.start("kis-1", range(1, 7))
    assert floor.cents() == 2_500_00
    assert floor.balance("wagers:kis-1") == 6 * DOLLAR


def test_keep_it_straight_progressive_increments_after_each_wager(make, pit):
    floor = straight(make, pit)
    floor.start("kis-1", [1, 2, 3])
    assert floor.cents() == 1_000_45


def test_appendix_c_note_1_all_pays_are_for_1(make, pit):
    floor = straight(make, pit)
    floor.game("kis-1", [1], seat_1="4-card_straight_flush")
    assert floor.paid_to("kis-1", 1) == 40_00 - 1_00  # the wager is gone


def test_appendix_c_note_2_only_the_highest_hand_is_paid(make, pit):
    floor = straight(make, pit)
    floor.start("kis-1", [1])
    floor.qualify("kis-1", 1, "5-card_straight_flush")
    with pytest.raises(CardroomError, match="only the best award"):
        floor.qualify("kis-1", 1, "4-card_straight_flush")


def test_appendix_c_note_4_only_percentages_come_off_the_meter(make, pit):
    floor = straight(make, pit)
    floor.game("kis-1", [1, 2], seat_1="5-card_straight_flush", seat_2="6-card_straight_flush")
    assert floor.cents() == 1_000_30 - 100_03
    with pytest.raises(CardroomError, match="come from the tray"):
        straight(make, pit, fixed_pays=Source.METER)


def test_appendix_c_note_5_dollars_are_fixed(make, pit):
    floor = straight(make, pit, "PT-BJS-HCF-SF-02")
    floor.game("kis-1", [1], seat_1="5-card_straight_flush")
    assert floor.paid_to("kis-1", 1) == 900_00 - 1_00


def test_appendix_c_note_6_envy_for_others_and_not_for_ones_own_hand(make, pit):
    floor = straight(make, pit, "PT-BJS-HCF-SF-E02")
    ace_high = "6-card_straight_flush_ace_high"
    floor.game("kis-1", [1, 2, 3], seat_1=ace_high, seat_3=ace_high)
    assert floor.paid_to("kis-1", 2) == 500_00 - 1_00
    assert floor.paid_to("kis-1", 3) == 1_000_45 + 250_00 - 1_00
    assert floor.paid_to("kis-1", 1) == 1_000_03 + 250_00 - 1_00


def test_appendix_c_note_7_another_wager_multiplies_the_pays_on_the_display(make, pit):
    floor = straight(make, pit, "PT-BJS-HCF-SF-E02", wager=5 * DOLLAR)
    lines = {line.hand: line for line in display(floor.state, "kis-1").lines}
    assert lines["5-card straight flush"].pays == "$1,250"
    assert lines["7-card or 6-card ace high straight flush"].envy == 1_250 * DOLLAR
