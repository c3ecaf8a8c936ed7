"""A win that is backed out: what it says of the envy it gave, and what players give back."""

from __future__ import annotations

import pytest

from cardroom.house.features.awards.rows import WinRow
from cardroom.house.history.round_lookup import with_logged_round
from cardroom.house.log import commands as c
from cardroom.house.reports.day_report import Day
from cardroom.house.reports.win_pages import win_page
from cardroom.jackpots.commands import BackOut, EndGame, EnvyFate, Till
from cardroom.jackpots.events import WinBackedOut
from cardroom.money import DOLLAR
from cardroom.table.commands import Seat

from .felt import REAL, win_on_the_felt
from .logs import audited, stored

WON, ENVY = 500.06, 300  # of the meter; to each of two others
END = c.AtConsole("delta", EndGame(table="delta-1"))


def back_out(room, envy: EnvyFate | None) -> None:
    room.do("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card", envy_fate=envy)))
    room.do("executive", c.ApproveChange(next(iter(room.house.requests))))


def returned(seat: Seat, dollars: float, person: str | None = None) -> c.TakeReturn:
    return c.TakeReturn("delta", "delta-1", seat, round(dollars * 100) * DOLLAR // 100, person)


@pytest.fixture
def real(make, floor):
    room = make(floor({"delta-1": REAL}, service="$0"))
    room.enrol("cage", "cage")
    win_on_the_felt(room, lit=(1, 2, 3))
    return room


@pytest.fixture
def paid(real):
    real.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    real.do("dealer", END)
    return real


def test_whoever_asks_says_what_becomes_of_the_envy(paid):
    refusal = paid.refused("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card")))
    assert (refusal.code, refusal.message) == (
        "envy-undecided",
        "Win delta-1 gave envy: seat 2 $300, seat 3 $300. Say whether it is left with them or asked back.",
    )
    back_out(paid, EnvyFate.ASKED_BACK)
    (event,) = paid.events(WinBackedOut)
    assert (event.envy, event.envy_fate) == ({2: ENVY * DOLLAR, 3: ENVY * DOLLAR}, EnvyFate.ASKED_BACK)


def test_what_is_given_back_makes_good_what_the_house_stood_for(paid, tmp_path):
    meter, cage = "link:delta:meter:Progressive", "cage"
    patrons, before = paid.dollars("patrons:delta-1"), paid.dollars(cage)
    back_out(paid, EnvyFate.ASKED_BACK)
    assert paid.dollars(meter) == pytest.approx(5_000.60)
    assert paid.dollars("link:delta:adjustments") == pytest.approx(-WON)
    assert paid.refused("cage", returned(2, 300.01)).code == "too-much"
    assert paid.refused("cage", c.TakeReturn("delta", "delta-1", 4, 1)).code == "too-much", "nothing is owed by it"
    paid.turned_away("dealer", returned(1, 1))
    paid.do("cage", returned(1, 500))
    paid.do("supervisor", returned(1, 0.06))
    paid.do("cage", returned(2, 300))
    assert paid.refused("cage", returned(1, 0.01)).code == "too-much", "all of it is back"
    assert paid.dollars("link:delta:adjustments") == 0
    assert paid.dollars(cage) == pytest.approx(before + 300)
    assert paid.dollars("patrons:delta-1") == pytest.approx(patrons - WON - 300)
    store = stored(paid, tmp_path / "house.sqlite")
    with store.reading() as reader:
        page = win_page(reader, paid.house, "delta", "delta-1")
        told = [row.what for row in Day(reader, paid.house.day).events()]
        assert reader.row(WinRow, link="delta", win="delta-1") is not None
    assert page.owed_back == {3: 300 * DOLLAR}
    assert page.notices[1:] == ("The envy of it is asked back", "To be given back: seat 3 $300")
    texts = {one.what: one.text for one in page.particulars}
    assert (texts["Envy paid"], texts["Given back"]) == ("seat 2 $300, seat 3 $300", "seat 1 $500.06, seat 2 $300")
    assert "delta: Seat 2 gives back $300 of win delta-1." in told
    assert any(text.endswith("the envy of it, $300 to seat 2, $300 to seat 3, is asked back.") for text in told)
    assert audited(str(store.engine.url)).findings == []
    paid.prove()


def test_envy_that_is_left_is_not_taken_back(paid):
    back_out(paid, EnvyFate.LEFT)
    assert paid.refused("cage", returned(2, 300)).code == "too-much"
    paid.do("cage", returned(1, WON))


def test_what_nobody_has_handed_over_is_not_owed(real):
    """The winner never had it: it goes back without standing in the adjustments."""
    patrons = real.dollars("patrons:delta-1")
    back_out(real, None)
    assert real.dollars("link:delta:adjustments") == 0
    assert real.dollars("patrons:delta-1") == pytest.approx(patrons - WON)
    assert real.refused("cage", returned(1, 1)).code == "too-much"
    real.do("dealer", END)
    real.prove()


def test_a_win_that_stands_takes_nothing_back(paid):
    assert paid.refused("cage", returned(1, 1)).code == "not-backed-out"


def test_where_cardroom_deals_it_comes_off_the_stack_or_out_of_the_wallet(room, tmp_path):
    """Of who held the seat then, as the log has it, wherever he is now."""
    for seat, person in ((1, "ann"), (3, "bob")):
        room.guest(person, "delta-1", seat)
    room.stack("4d 5d 6d", "2d 3d", "9c Js")
    room.play("delta-1", "ann", "bob", progressive=1)
    back_out(room, EnvyFate.ASKED_BACK)
    room.do("bob", c.StandUp("delta-1", 3))
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        found = [with_logged_round(reader, room.house.documents, returned(seat, 300)) for seat in (1, 3)]
        assert with_logged_round(reader, room.house.documents, returned(2, 300)).person is None
    assert [command.person for command in found] == ["ann", "bob"]
    before = {person: room.money(person) for person in ("ann", "bob")}
    known = len(room.dones)
    for command in found:
        room.do("supervisor", command)
    assert {person: room.money(person) for person in before} == {name: held - 300 for name, held in before.items()}
    room.do("bob", c.SitDown("delta-1", 3, room.house.balance("wallet:bob")))
    again = looked_up_now(room, store, known, returned(1, 100))
    room.do("supervisor", again)
    assert room.refused("supervisor", returned(2, 1)).code == "too-much"
    room.prove()


def looked_up_now(room, store, known: int, command: c.TakeReturn) -> c.TakeReturn:
    from ..stores import write

    write(store, room.dones[known:])
    assert audited(str(store.engine.url)).findings == []
    with store.reading() as reader:
        return with_logged_round(reader, room.house.documents, command)


def test_a_forged_holder_of_a_seat_is_found_by_the_audit(room, tmp_path):
    for seat, person in ((1, "ann"), (3, "bob")):
        room.guest(person, "delta-1", seat)
    room.stack("4d 5d 6d", "2d 3d", "9c Js")
    room.play("delta-1", "ann", "bob", progressive=1)
    back_out(room, EnvyFate.ASKED_BACK)
    room.do("supervisor", returned(1, 100, "bob"))
    store = stored(room, tmp_path / "house.sqlite")
    findings = [str(one) for one in audited(str(store.engine.url)).findings]
    assert any("says who held seat 1" in one for one in findings), findings


def test_a_level_that_starts_again_is_a_line_of_the_day(make, floor, tmp_path):
    """The royal flush takes the whole meter; its back-out takes the new start back."""
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.stack("10d Jd Qd", "Ad Kd")
    room.play("delta-1", "ann", progressive=1)
    back_out(room, None)
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        (report,) = (one for one in Day(reader, room.house.day).jackpots() if one.link == "delta")
    seed = room.house.links["delta"].state.config.levels[0].seed
    lines = [(line.win, line.level, line.seed) for line in report.reseeds]
    assert lines == [("delta-1", "Progressive", seed), ("delta-1", "Progressive", -seed)]
    assert report.reseeds[0].reserve == -report.reseeds[1].reserve > 0
    posted = sum(
        entry.amount
        for done in room.dones
        for part in done.record.parts
        for posting in part.postings
        for entry in posting.entries
        if entry.account == "link:delta:seed_fund:Progressive"
    )
    assert posted == -seed, "of the opening, and of nothing else that still stands"
