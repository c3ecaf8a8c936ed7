"""The cage: cash and chips over the counter, its drawers by the books, and their count by two people a shift."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.house.features.cage.messages import CageMove
from cardroom.house.features.reportable_events.messages import FlagKind
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.reports.cage_papers import cage_counts, cage_journal, count_sheet
from cardroom.house.reports.day_closing import day_closing
from cardroom.house.reports.papers import as_csv, paper_as_pdf
from cardroom.house.views.staff.cage import cage_view
from cardroom.money import CENT, DOLLAR

from .logs import audited, stored

TABLES = {"edge-1": 'dealer = "human"', "edge-2": "", "delta-1": 'cards = "real"'}
CASH = {100 * DOLLAR: 150, 20 * DOLLAR: 250}  # 20,000
CHIPS = {100 * DOLLAR: 80, 25 * DOLLAR: 80}  # 10,000
HOUSE = "play_money = false"


@pytest.fixture
def room(make, floor):
    room = make(floor(TABLES, house=HOUSE))
    for person in ("cage", "carl"):
        room.enrol(person, "cage")
    for person in ("ann", "bob"):
        room.enrol(person)
    return room


def count(room, cash=CASH, chips=CHIPS, why: str = "", by: str = "cage", checks: str = "carl") -> None:
    room.do(by, c.CountCage(cash, chips))
    room.do(checks, c.CheckCageCount(cash, chips, why))


def drawers(room) -> tuple[float, float]:
    return room.dollars("cage-cash"), room.dollars("cage-chips")


# --- the count --------------------------------------------------------------------------------------------------------


def test_the_first_count_says_what_is_in_the_cage_and_nothing_moves_before(room):
    assert room.refused("cage", c.SellChips(100 * DOLLAR)).code == "not-counted"
    assert room.refused("carl", c.CheckCageCount(CASH, CHIPS)).code == "not-counted"
    rest = room.dollars("cage")
    count(room)
    assert drawers(room) == (20_000, 10_000)
    assert room.dollars("cage") == rest - 30_000, "the rest of the house"
    (checked,) = room.events(e.CageCountChecked)
    assert (checked.number, checked.cash_difference, checked.chips_difference, checked.moved) == (1, 0, 0, ())
    room.prove()


def test_one_counts_and_another_finds_the_same(room):
    room.do("cage", c.CountCage(CASH, CHIPS))
    assert room.refused("cage", c.CheckCageCount(CASH, CHIPS)).code == "two-people"
    assert room.refused("carl", c.CheckCageCount(CHIPS | {5 * DOLLAR: 1}, CHIPS)).code == "unknown-note"
    assert room.refused("carl", c.CheckCageCount(CASH | {DOLLAR: 1}, CHIPS)).code == "counts-differ"
    assert room.refused("cage", c.CountCage({}, {})).code == "no-chips"
    assert room.refused("cage", c.CountCage({7 * DOLLAR: 1}, {})).code == "unknown-note"
    assert room.refused("cage", c.CountCage({}, {7 * DOLLAR: 1})).code == "unknown-chip"
    room.turned_away("dealer", c.CountCage(CASH, CHIPS))
    room.turned_away("dealer", c.CheckCageCount(CASH, CHIPS))
    room.do("accounting", c.CheckCageCount(CASH, CHIPS))
    assert drawers(room) == (20_000, 10_000)


def test_a_shift_in_figures(room):
    """20,000 and 10,000; ann buys for 500, a patron redeems 175; 2,000 in cash come in, 1,000 in chips go out."""
    count(room)
    room.do("cage", c.SellChips(500 * DOLLAR, "ann"))
    room.do("cage", c.RedeemChips(175 * DOLLAR))
    room.do("cage", c.BringToCage("from the bank", cash=2_000 * DOLLAR))
    room.do("supervisor", c.Lent("cage", c.TakeFromCage("to the vault", chips=1_000 * DOLLAR)))
    assert drawers(room) == (20_000 + 500 - 175 + 2_000, 10_000 - 500 + 175 - 1_000)
    assert (room.dollars("cash"), room.dollars("chips-out")) == (-325, 325)
    room.do("cage", c.CountCage({100 * DOLLAR: 223, 5 * DOLLAR: 4}, {25 * DOLLAR: 347}))  # 22,320 and 8,675
    assert room.house.cage.pending.cash_difference == -5 * DOLLAR
    room.do("executive", c.CheckCageCount({100 * DOLLAR: 223, 5 * DOLLAR: 4}, {25 * DOLLAR: 347}))
    checked = room.events(e.CageCountChecked)[-1]
    assert (checked.number, checked.cash_difference, checked.chips_difference) == (2, -5 * DOLLAR, 0)
    assert (checked.began_cash, checked.began_chips) == (20_000 * DOLLAR, 10_000 * DOLLAR)
    assert {one.kind: (one.cash // DOLLAR, one.chips // DOLLAR) for one in checked.moved} == {
        CageMove.SOLD: (500, -500), CageMove.REDEEMED: (-175, 175), CageMove.BROUGHT: (2_000, 0),
        CageMove.TAKEN: (0, -1_000),
    }  # fmt: skip
    assert drawers(room) == (22_320, 8_675)
    assert room.dollars("cage-differences") == 5, "what was missing"
    assert room.told("cage")[-1] == (
        "Count 2 of the cage is $22,320 in cash and $8,675 in chips, counted by cage and checked by executive,"
        " $5 short in cash."
    )
    room.prove()


@pytest.mark.parametrize("what", ["cash", "chips"])
def test_a_difference_above_the_threshold_needs_a_reason(make, floor, what):
    room = make(floor(TABLES, house=HOUSE + '\n[thresholds]\ncage_difference = "$10"'))
    room.enrol("cage", "cage")
    room.enrol("carl", "cage")
    count(room)
    near = {DOLLAR: 10, **CASH}, {DOLLAR: 10, **CHIPS}
    far = {DOLLAR: 11, **CASH}, {DOLLAR: 11, **CHIPS}
    for racks, is_far in ((near, False), (far, True)):
        counted = (racks[0], CHIPS) if what == "cash" else (CASH, racks[1])
        room.do("cage", c.CountCage(*counted))
        if is_far:
            assert room.refused("carl", c.CheckCageCount(*counted)).code == "difference-unexplained"
            assert room.refused("carl", c.CheckCageCount(*counted, why=" ")).code == "difference-unexplained"
            room.do("carl", c.CheckCageCount(*counted, why="found under the drawer"))
        else:
            room.do("carl", c.CheckCageCount(*counted))
        count(room, why="again as before")
    room.prove()


def test_a_count_is_made_again_where_something_has_moved_since(room):
    count(room)
    room.do("cage", c.CountCage(CASH, CHIPS))
    room.do("cage", c.SellChips(100 * DOLLAR))
    assert room.refused("carl", c.CheckCageCount(CASH, CHIPS)).code == "cage-changed"
    cash, chips = {100 * DOLLAR: 151, 20 * DOLLAR: 250}, {100 * DOLLAR: 79, 25 * DOLLAR: 80}
    count(room, cash, chips)
    assert room.dollars("cage-differences") == 0


# --- over the counter -------------------------------------------------------------------------------------------------


def test_a_wallet_is_filled_and_paid_out_in_cash_and_its_money_plays(room):
    count(room)
    room.do("cage", c.SellChips(300 * DOLLAR, "ann", to_wallet=True))
    assert (room.money("ann"), drawers(room)) == (300, (20_300, 10_000))
    room.do("ann", c.SitDown("edge-2", 1, 200 * DOLLAR))
    assert room.refused("cage", c.RedeemChips(101 * DOLLAR, "ann", from_wallet=True)).code == "short-of-money"
    room.do("ann", c.StandUp("edge-2"))
    room.do("cage", c.RedeemChips(299 * DOLLAR + 50 * CENT, "ann", from_wallet=True))
    assert (room.money("ann"), room.dollars("cage-cash"), room.dollars("cash")) == (0.5, 20_000.5, -0.5)
    room.prove()


def test_what_is_no_money_of_this_house_is_refused(room):
    count(room)
    assert room.refused("cage", c.SellChips(100 * DOLLAR, to_wallet=True)).code == "no-person"
    assert room.refused("cage", c.SellChips(100 * DOLLAR, "zoe")).code == "unknown-person"
    assert room.refused("cage", c.SellChips(100 * DOLLAR, "dealer")).code == "unknown-person"
    assert room.refused("cage", c.SellChips(100 * DOLLAR + 25 * CENT)).code == "odd-chips"
    assert room.refused("cage", c.SellChips(CENT // 2, "ann", to_wallet=True)).code == "bad-amount"
    assert room.refused("cage", c.SellChips(9_999 * DOLLAR + DOLLAR // 2 + 500 * DOLLAR)).code == "no-person"
    assert room.refused("cage", c.SellChips(10_500 * DOLLAR, "ann")).code == "short-cage"
    assert room.refused("cage", c.RedeemChips(20_001 * DOLLAR, "ann")).code == "short-cage"
    room.enrol("guy", "guest")
    assert room.refused("cage", c.SellChips(100 * DOLLAR, "guy", to_wallet=True)).code == "guest"
    room.turned_away("supervisor", c.SellChips(100 * DOLLAR))


def test_play_money_is_never_cash(make, floor):
    room = make(floor(TABLES))
    room.enrol("cage", "cage")
    room.enrol("carl", "cage")
    room.enrol("ann")
    count(room)
    assert room.refused("cage", c.SellChips(100 * DOLLAR, "ann", to_wallet=True)).code == "play-money"
    room.do("ann", c.IssuePlayMoney())
    assert room.refused("cage", c.RedeemChips(100 * DOLLAR, "ann", from_wallet=True)).code == "play-money"
    room.do("cage", c.SellChips(100 * DOLLAR))  # real chips, to whom they are handed
    assert drawers(room) == (20_100, 9_900)


def test_a_loss_limit_is_not_made_good_by_cash(room):
    count(room)
    room.do("cage", c.SellChips(500 * DOLLAR, "ann", to_wallet=True))
    room.do("ann", c.SetOwnLimits(loss=100 * DOLLAR))
    room.do("cage", c.SellChips(400 * DOLLAR, "ann", to_wallet=True))
    limits = room.house.own_limits["ann"]
    assert limits.money_when_set == 900 * DOLLAR
    room.do("cage", c.RedeemChips(300 * DOLLAR, "ann", from_wallet=True))
    assert room.house.own_limits["ann"].money_when_set == 600 * DOLLAR


def test_it_takes_two_people_to_take_money_out(room):
    count(room)
    take = c.TakeFromCage("to the bank", cash=5_000 * DOLLAR)
    assert room.refused("cage", take).code == "two-people"
    assert room.refused("accounting", take).code == "two-people", "at no other page than the cage's"
    assert room.refused("supervisor", c.Lent("dealer", take)).code == "two-people"
    room.turned_away("dealer", take)
    room.do("accounting", c.Lent("cage", take))
    assert drawers(room) == (15_000, 10_000)
    nothing = c.BringToCage("nothing")
    assert room.refused("cage", nothing).code == "no-amount"
    assert room.refused("cage", c.BringToCage(" ", cash=DOLLAR)).code == "no-reason"


# --- undone -----------------------------------------------------------------------------------------------------------


def test_a_mistake_is_undone_until_the_cage_is_counted(room):
    count(room)
    room.do("cage", c.SellChips(300 * DOLLAR, "ann", to_wallet=True))
    room.do("cage", c.SellChips(200 * DOLLAR))
    before = drawers(room)
    room.do("cage", c.RedeemChips(75 * DOLLAR))
    room.do("cage", c.UndoCageMove(3, "the wrong button"))
    assert drawers(room) == before
    assert room.refused("cage", c.UndoCageMove(3, "again")).code == "undone"
    assert room.refused("cage", c.UndoCageMove(4, "the undoing")).code == "undone"
    assert room.refused("cage", c.UndoCageMove(9, "nothing")).code == "unknown-movement"
    assert room.refused("cage", c.UndoCageMove(2, " ")).code == "no-reason"
    room.do("ann", c.SitDown("edge-2", 1, 300 * DOLLAR))
    assert room.refused("cage", c.UndoCageMove(1, "not hers")).code == "short-of-money"
    room.do("cage", c.UndoCageMove(2, "he has changed his mind"))
    cash, chips = {100 * DOLLAR: 153, 20 * DOLLAR: 250}, CHIPS
    count(room, cash, chips)
    room.do("ann", c.StandUp("edge-2"))
    assert room.refused("cage", c.UndoCageMove(1, "too late")).code == "final"
    room.prove()


# --- reports of cash --------------------------------------------------------------------------------------------------


def test_cash_of_a_day_is_summed_by_person_and_flagged_apart_from_what_is_paid_out(room):
    count(room, CASH, {500 * DOLLAR: 100})
    flags = lambda: [(one.kind, one.person, one.amount // DOLLAR) for one in room.events(e.Flagged)]  # noqa: E731
    room.do("cage", c.SellChips(6_000 * DOLLAR, "ann"))
    room.do("cage", c.SellChips(6_000 * DOLLAR, "bob"))
    room.do("cage", c.SellChips(9_000 * DOLLAR))
    room.do("cage", c.SellChips(3_000 * DOLLAR, "ann"))
    room.do("cage", c.UndoCageMove(4, "she counts again"))
    room.do("cage", c.SellChips(3_500 * DOLLAR, "ann", to_wallet=True))
    assert flags() == []
    room.do("cage", c.RedeemChips(9_000 * DOLLAR, "ann"))
    room.do("cage", c.SellChips(500 * DOLLAR, "ann"))
    assert flags() == [(FlagKind.CASH, "ann", 10_000)]
    assert room.told("flag")[-1].endswith("ann, $10,000, paid in cash at the cage today.")
    room.do("cage", c.RedeemChips(1_500 * DOLLAR, "ann"))
    assert flags()[1:] == [(FlagKind.CASH_OUT, "ann", 10_500)]
    room.now += timedelta(days=1)
    room.do("cage", c.SellChips(4_000 * DOLLAR, "bob"))
    assert len(flags()) == 2, "another day"
    room.prove()


# --- what else goes through the cage ----------------------------------------------------------------------------------


def test_fills_credits_and_counted_drops_move_the_drawers(room):
    rack = {25 * DOLLAR: 8}  # 200

    def slip(kind: SlipKind, table: str) -> int:
        room.do("dealer", c.AskSlip(table, kind, rack))
        room.do("supervisor", c.ApproveSlip(room.house.last_slip))
        return room.house.last_slip

    early = slip(SlipKind.FILL, "edge-1")
    room.do("cage", c.SendFill(early))
    room.do("dealer", c.ReceiveFill(early))
    count(room)
    fill, other = slip(SlipKind.FILL, "edge-1"), slip(SlipKind.FILL, "edge-2")
    room.do("cage", c.SendFill(fill))
    room.do("cage", c.SendFill(other))  # where the house deals chips are pictures
    assert drawers(room) == (20_000, 9_800)
    credit = slip(SlipKind.CREDIT, "edge-1")
    room.do("dealer", c.SendCredit(credit))
    room.do("cage", c.ReceiveCredit(credit))
    assert drawers(room) == (20_000, 10_000)
    room.count_drop("delta-1", 345, by="cage", checks="accounting")
    assert drawers(room) == (20_345, 10_000)
    kinds = [(one.kind, one.reference) for one in room.events(e.CageMoved)]
    assert kinds == [(CageMove.FILL, "2"), (CageMove.CREDIT, "4"), (CageMove.DROP, "delta-1")]
    assert room.refused("cage", c.UndoCageMove(1, "no")).code == "not-by-hand"
    room.prove()


def test_a_fill_takes_chips_that_are_in_the_cage(room):
    count(room, CASH, {100 * DOLLAR: 1})
    room.do("dealer", c.AskSlip("edge-1", SlipKind.FILL, {100 * DOLLAR: 2}))
    room.do("supervisor", c.ApproveSlip(1))
    assert room.refused("cage", c.SendFill(1)).code == "short-cage"
    room.do("cage", c.BringToCage("from the vault", chips=100 * DOLLAR))
    room.do("cage", c.SendFill(1))
    assert drawers(room) == (20_000, 0)


def test_chips_on_the_way_to_a_table_that_closes_are_in_the_cage_again(room, floor):
    count(room)
    for number in (1, 2):
        room.do("dealer", c.AskSlip("edge-1", SlipKind.FILL, {25 * DOLLAR: 4}))
        room.do("supervisor", c.ApproveSlip(number))
        room.do("cage", c.SendFill(number))
    assert drawers(room) == (20_000, 9_800)
    room.open(floor({name: lines for name, lines in TABLES.items() if name != "edge-1"}, house=HOUSE))
    assert drawers(room) == (20_000, 10_000)
    assert [one.number for one in room.events(e.CageMoved)] == [1, 2, 3, 4]
    room.prove()


def test_an_audit_finds_all_of_it_again(room, tmp_path):
    test_a_shift_in_figures(room)
    room.do("cage", c.SellChips(500 * DOLLAR, "ann", to_wallet=True))
    room.do("cage", c.UndoCageMove(room.house.cage.last, "test"))
    stored(room, tmp_path / "house.sqlite").close()
    assert audited(f"sqlite:///{tmp_path / 'house.sqlite'}").findings == []


# --- papers -----------------------------------------------------------------------------------------------------------


def section(paper, title: str) -> list[list[str]]:
    (found,) = (one for one in paper.sections if one.title == title)
    return [[cell.text for cell in row.cells] for row in found.rows]


def test_the_sheet_of_a_count_adds_up_and_the_journal_sums_each_persons_cash(room, tmp_path):
    test_a_shift_in_figures(room)
    room.do("cage", c.SellChips(50 * DOLLAR, "ann"))
    room.do("cage", c.UndoCageMove(room.house.cage.last, "not hers"))
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        last, first = cage_counts(reader, room.house, room.house.day)
        assert (first.number, first.difference, last.number, last.difference) == (1, "", 2, "$5 short in cash")
        sheet = count_sheet(reader, room.house, last.position, room.now)
        journal = cage_journal(reader, room.house, room.house.day, room.now)
        with pytest.raises(CardroomError) as refusal:
            count_sheet(reader, room.house, last.position - 1, room.now)
        assert cage_counts(reader, room.house, "2020-01-01") == []
    store.close()
    assert refusal.value.code == "unknown-count"
    assert sheet.notices == ("DIFFERENCE: $5 short in cash",)
    assert section(sheet, "Cash") == [["$100", "223", "$22,300"], ["$5", "4", "$20"], ["In all", "", "$22,320"]]
    assert section(sheet, "By the books") == [
        ["Count 1", "$20,000", "$10,000"],
        ["Chips sold", "$500", "−$500"],
        ["Chips redeemed", "−$175", "$175"],
        ["Brought in", "$2,000", "–"],
        ["Taken out", "–", "−$1,000"],
        ["Expected", "$22,325", "$8,675"],
        ["Counted", "$22,320", "$8,675"],
        ["Difference", "−$5", "–"],
    ]
    assert [one.name for one in sheet.signatures] == ["Cage (cage)", "Executive (executive)", ""]
    assert section(journal, "Movements")[-1][2:5] == ["", "$2,325", "−$1,325"]
    assert section(journal, "Cash of people") == [
        ["patrons whom nobody knows", "–", "$175"], ["Ann (ann)", "$500", "–"],
    ]  # fmt: skip
    for paper in (sheet, journal):
        assert paper_as_pdf(paper).startswith(b"%PDF")
    assert "Chips redeemed,-175.00,175.00" in as_csv(sheet)


def test_whoever_counts_is_not_told_what_the_books_expect(room):
    assert cage_view(room.house).last is None
    count(room)
    room.do("cage", c.SellChips(100 * DOLLAR, "ann"))
    before = cage_view(room.house)
    assert b"20100" not in msgspec.json.encode(before)
    assert (before.count, before.last.cash, [one.can_be_undone for one in before.movements]) == (
        None, 20_000 * DOLLAR, [True],
    )  # fmt: skip
    room.do("cage", c.CountCage(CASH, CHIPS))
    found = cage_view(room.house).count
    assert (found.differs, found.needs_reason) == (True, True)
    assert found.says == (
        "Cash: $100 less than the $20,100 by the books. Chips: $100 more than the $9,900 by the books."
    )
    room.do("cage", c.UndoCageMove(1, "test"))
    assert [one.can_be_undone for one in cage_view(room.house).movements] == [False, False]


def test_the_close_of_the_day_asks_for_a_count_of_the_cage(room, tmp_path):
    def steps(name: str) -> list:
        store = stored(room, tmp_path / name)
        with store.reading() as reader:
            found = day_closing(reader, room.house, room.house.day, room.now)
        store.close()
        return [step for step in found.steps if step.id == "cage"]

    assert steps("before") == [], "a house may not count its cage at all"
    test_a_shift_in_figures(room)
    (step,) = steps("counted")
    assert step.is_done
    assert [item.what for item in step.items] == ["Count 1", "Count 2"]
    assert "$5 short in cash" in step.items[1].says
    room.now += timedelta(days=1)
    room.do("cage", c.SellChips(50 * DOLLAR))
    assert [(one.is_done, one.items) for one in steps("next")] == [(False, ())]
