"""Where people deal real cards an award off the meter is handed over, from the tray or by a slip of the cage."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.house.engine.day_figures import TableFigures
from cardroom.house.features.awards.rows import WinRow
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log import commands as c
from cardroom.house.reports.hand_pays import hand_pay_slip, hand_pay_slip_as_pdf, hand_pays
from cardroom.house.views.table_frames import displays
from cardroom.jackpots import Win
from cardroom.jackpots.commands import BackOut, Confirm, EndGame, PressHand, PressSeat, StaffCard, SwipeCard, Till
from cardroom.jackpots.engine.wins import wins_to_remember
from cardroom.jackpots.events import AwardHandedOver, WinPrinted
from cardroom.money import DOLLAR

from ..stores import audit_store
from .felt import REAL, win_on_the_felt
from .logs import stored

STRAIGHT_FLUSH = ("10s Js Qs", "9s 8s", "2c 7d")  # seat 1 has 10% of the meter: $500.04
WON = 500_040_000
END = c.AtConsole("delta", EndGame(table="delta-1"))


@pytest.fixture
def won(make, floor):
    """A straight flush approved at a console where cards are dealt here, and the game not ended."""
    text = floor(("delta-1",), service="$0", more='dealer = "human"\ninventory = "$20,000"')
    room = make(text)
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.stack(*STRAIGHT_FLUSH)
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", 5, progressive=1)
    room.deal("delta-1")
    room.deal_by_hand("delta-1")
    for person, press in (
        ("dealer", PressSeat(table="delta-1", seat=1)),
        ("dealer", PressHand(table="delta-1", line="straight_flush")),
        ("dealer", Confirm(table="delta-1")),
        ("supervisor", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)),
    ):
        room.do(person, c.AtConsole("delta", press))
    return room


@pytest.fixture
def real(make, floor):
    """The same with real cards."""
    room = make(floor({"delta-1": REAL}, service="$0", more='inventory = "$20,000"'))
    room.enrol("ann", "guest")
    room.enrol("cage", "cage")
    win_on_the_felt(room)
    return room


def win_of(room) -> Win:
    return room.house.links["delta"].state.wins["delta-1"]


def test_from_the_tray_the_tray_is_lighter_and_the_prize_money_is_in_the_cage(real):
    tray, cage, total = real.dollars("tray:delta-1"), real.dollars("cage"), sum(real.house.books.values())
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    assert real.dollars("tray:delta-1") == pytest.approx(tray - 500.04)
    assert real.dollars("cage") == pytest.approx(cage + 500.04)
    assert sum(real.house.books.values()) == total == 0
    handed = win_of(real).handed_over
    assert (handed.till, handed.by, handed.slip) == (Till.TRAY, "supervisor", 0)
    real.prove()


def test_what_the_tray_gave_for_a_prize_is_not_the_tables_loss(real):
    def figures() -> TableFigures:
        (row,) = (row for row in real.index(FigureRow) if row.stream == "table:delta-1")
        return msgspec.json.decode(row.figures, type=TableFigures)

    def win(day: TableFigures) -> int:
        gained = day.tray + day.closed_with - day.opening + day.drop + day.credits - day.fills
        return gained - (day.jackpot_chips or 0)

    before = figures()
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    after = figures()
    assert (before.jackpot_chips - after.jackpot_chips, win(after)) == (WON, win(before))


def test_the_cages_slips_are_numbered_through_and_move_no_money_of_the_house(real):
    tray, cage = real.dollars("tray:delta-1"), real.dollars("cage")
    real.do("executive", c.HandOver("delta", "delta-1", Till.CAGE))
    assert (real.dollars("tray:delta-1"), real.dollars("cage")) == (tray, cage)
    assert (win_of(real).handed_over.slip, real.house.slips) == (1, 1)
    assert real.replayed().house.slips == 1
    assert real.told()[-1] == ("delta: Win delta-1 is handed over by hand-pay slip 1 of the cage: $500.04.")
    real.prove()


def test_a_hand_pay_in_cash_comes_out_of_the_cages_drawers_and_a_check_does_not(real):
    rack = {100 * DOLLAR: 5}, {25 * DOLLAR: 1}
    real.do("executive", c.HandOver("delta", "delta-1", Till.CAGE))
    real.do("cage", c.CountCage(*rack))
    real.do("accounting", c.CheckCageCount(*rack))
    assert real.refused("cage", c.PayHandPay("delta", "delta-1")).code == "short-cage"
    real.do("cage", c.BringToCage("from the bank", cash=DOLLAR))
    other = real.replayed()
    real.do("cage", c.PayHandPay("delta", "delta-1"))
    assert real.dollars("cage-cash") == pytest.approx(0.96)
    other.do("cage", c.PayHandPay("delta", "delta-1", by_check=True))
    assert other.dollars("cage-cash") == 501
    assert sum(real.house.books.values()) == sum(other.house.books.values()) == 0
    real.prove()
    other.prove()


def test_the_game_does_not_end_before_the_money_is_handed_over(real):
    refusal = real.refused("dealer", END)
    assert refusal.code == "not-handed-over"
    assert refusal.message.startswith(
        "Not yet: $500.04 for the straight flush of seat 1 (win delta-1) is to be handed over, from the tray or by"
        " hand-pay slip."
    )
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    real.do("dealer", END)
    assert not real.is_jackpot_open("delta-1")


def test_an_award_that_is_backed_out_is_not_waited_for(real):
    real.do("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card")))
    real.do("executive", c.ApproveChange(next(iter(real.house.requests))))
    assert real.refused("supervisor", c.HandOver("delta", "delta-1", Till.TRAY)).code == "backed-out"
    real.do("dealer", END)


def test_a_win_is_handed_over_once_by_those_who_approve(real):
    for person in ("dealer", "accounting", "technician", "auditor"):
        assert real.turned_away(person, c.HandOver("delta", "delta-1", Till.TRAY)).command == "HandOver"
    assert real.refused("ann", c.HandOver("delta", "delta-1", Till.TRAY)).code == "not-allowed"
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    again = real.refused("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    assert (again.code, again.message) == (
        "handed-over", "Win delta-1 was handed over by hand-pay slip 1 of the cage already."
    )  # fmt: skip
    assert real.refused("supervisor", c.HandOver("delta", "delta-9", Till.TRAY)).code == "unknown-win"
    assert real.refused("supervisor", c.HandOver("gamma", "delta-1", Till.TRAY)).code == "unknown-link"


def test_where_the_house_deals_the_money_is_on_the_stack_already(won):
    assert won.refused("supervisor", c.HandOver("delta", "delta-1", Till.TRAY)).code == "dealt-cards"
    won.do("dealer", END)


def test_every_print_but_the_first_is_a_reprint(won):
    for person in ("dealer", "technician", "auditor"):
        assert won.turned_away(person, c.PrintWin("delta", "delta-1")).command == "PrintWin"
    assert won.refused("ann", c.PrintWin("delta", "delta-1")).code == "not-allowed"
    for person in ("supervisor", "accounting", "executive"):
        won.do(person, c.PrintWin("delta", "delta-1"))
    assert [(event.number, event.by) for event in won.events(WinPrinted)] == [
        (1, "supervisor"), (2, "accounting"), (3, "executive")
    ]  # fmt: skip
    assert (win_of(won).printed.number, win_of(won).printed.by) == (3, "executive")
    (row,) = (row for row in won.index(WinRow) if row.win == "delta-1")
    assert msgspec.json.decode(row.body, type=Win) == win_of(won)
    assert won.refused("supervisor", c.PrintWin("delta", "delta-7")).code == "unknown-win"
    won.prove()


def test_the_log_with_all_of_it_is_in_order(real, tmp_path):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    real.do("supervisor", c.PrintWin("delta", "delta-1"))
    real.do("house", c.TakeCheckpoint())
    real.do("dealer", END)
    assert len(real.events(AwardHandedOver)) == 1
    store = stored(real, tmp_path / "house.sqlite")
    assert not audit_store(store).findings
    store.engine.dispose()


def test_a_sign_tells_nobody_who_handed_over_or_printed(real):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    real.do("accounting", c.PrintWin("delta", "delta-1"))
    (sign,) = displays(real.house, real.house.tables["delta-1"])
    (win,) = sign.won
    assert (win.handed_over, win.printed, win.proof) == (None, None, None)
    told = msgspec.json.encode(sign).decode()
    assert not [person for person in real.house.people if f'"{person}"' in told]


# --- hand-pays --------------------------------------------------------------------------------------------------------


def test_the_cage_pays_a_slip_with_one_press_and_never_twice(real):
    patrons, total = real.dollars("patrons:delta-1"), sum(real.house.books.values())
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    assert real.dollars("link:delta:hand_pays") == pytest.approx(500.04)
    assert real.dollars("patrons:delta-1") == pytest.approx(patrons - 500.04)
    (owed,) = hand_pays(real.house).owed
    assert (owed.slip, owed.win, owed.seat, owed.amount, owed.written_by) == (
        1,
        "delta-1",
        1,
        WON,
        "Supervisor (supervisor)",
    )

    real.do("cage", c.PayHandPay("delta", "delta-1"))
    assert real.dollars("link:delta:hand_pays") == 0
    assert real.dollars("patrons:delta-1") == pytest.approx(patrons)
    assert sum(real.house.books.values()) == total == 0
    found = hand_pays(real.house)
    assert (found.owed, [one.paid_by for one in found.done], found.paid_in_all) == ((), ["Cage (cage)"], WON)
    assert real.refused("cage", c.PayHandPay("delta", "delta-1")).code == "hand-pay-paid"
    assert real.told()[-1] == "delta: The cage pays hand-pay slip 1 of win delta-1: $500.04."
    assert "cage" in win_of(real).people
    real.prove()


def test_only_the_cage_pays_slips_and_only_where_one_is_written(real):
    assert real.refused("cage", c.PayHandPay("delta", "delta-1")).code == "no-hand-pay"
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    assert real.refused("cage", c.PayHandPay("delta", "delta-1")).code == "no-hand-pay"
    for person in ("dealer", "supervisor", "executive", "accounting", "technician", "auditor"):
        assert real.turned_away(person, c.PayHandPay("delta", "delta-1")).command == "PayHandPay"
    assert hand_pays(real.house).owed == ()
    assert real.refused("cage", c.PayHandPay("delta", "delta-9")).code == "unknown-win"


def test_the_slip_of_a_win_that_is_backed_out_is_worth_nothing(real):
    """Who has a slip and no money owes nothing; what the cage owed goes where the award came from."""
    level = real.house.links["delta"].state.displayed("Progressive")
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    real.do("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card")))
    real.do("executive", c.ApproveChange(next(iter(real.house.requests))))
    assert real.house.links["delta"].state.displayed("Progressive") > level
    assert (real.dollars("link:delta:hand_pays"), win_of(real).owed_back()) == (0, {})
    assert real.refused("cage", c.PayHandPay("delta", "delta-1")).code == "backed-out"
    (void,) = hand_pays(real.house).done
    assert (void.paid_at, void.is_backed_out) == (None, True)
    real.prove()


def test_a_paid_slip_that_is_backed_out_is_to_be_given_back(real):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    real.do("cage", c.PayHandPay("delta", "delta-1"))
    real.do("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card")))
    real.do("executive", c.ApproveChange(next(iter(real.house.requests))))
    assert win_of(real).owed_back() == {1: WON}
    real.prove()


def test_what_the_cage_owes_is_remembered_however_many_wins_come_after_it(real):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    owed = win_of(real)
    later = {f"delta-{n}": msgspec.structs.replace(owed, id=f"delta-{n}", number=n, handed_over=None)
             for n in range(2, 1_200)}  # fmt: skip
    assert {"delta-1", "delta-1199"} <= wins_to_remember({"delta-1": owed, **later}, ()).keys()


def test_the_slip_says_whether_it_is_paid(real):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    at = win_of(real).at
    slip = hand_pay_slip(real.house, "delta", "delta-1", at)
    assert (slip.title, slip.figures, slip.notices) == ("Hand-pay slip 1", "$500.04", ())
    assert [signature.whose for signature in slip.signatures] == ["Winner", "Cage"]
    real.do("cage", c.PayHandPay("delta", "delta-1"))
    (notice,) = hand_pay_slip(real.house, "delta", "delta-1", at).notices
    assert notice.startswith("PAID ")
    assert hand_pay_slip_as_pdf(slip).startswith(b"%PDF")
