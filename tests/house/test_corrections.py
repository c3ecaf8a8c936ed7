"""A settled round is put right by two people, whether the next one has begun or not, and no cent is lost on the way."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.history.round_lookup import with_logged_round
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.idempotency import new_key
from cardroom.house.reports.day_report import Day
from cardroom.house.reports.dispute_pages import explained_round
from cardroom.house.reports.round_search import find_rounds
from cardroom.house.storage.store import Store
from cardroom.house.views.players.past_rounds import Sieve, rounds_of
from cardroom.house.views.transcript import in_words
from cardroom.money import DOLLAR, show_money
from cardroom.table import commands as t

from ..stores import write
from .conftest import Room
from .logs import audited, stored

TABLE = "edge-2"


class Desk:
    """A room whose log is on disk, and the dealer's terminal, where the supervisor swipes a card."""

    def __init__(self, room: Room, path) -> None:
        self.room, self.written = room, len(room.dones)
        self.store: Store = stored(room, path)

    def sync(self) -> None:
        write(self.store, self.room.dones[self.written :])
        self.written = len(self.room.dones)

    def found(self, round_id: str, seat: int = 1, wager: str = "ante", table: str = TABLE, **more) -> c.CorrectRound:
        self.sync()
        command = c.CorrectRound(table=table, round_id=round_id, seat=seat, wager=wager, **{"why": "misread", **more})
        with self.store.reading() as reader:
            return with_logged_round(reader, self.room.house.documents, command)

    def correct(self, round_id: str, *, key: str = "", **more):
        return self.room.do("supervisor", c.Lent("dealer", self.found(round_id, **more)), key)

    def refused(self, round_id: str, **more) -> str:
        return self.room.refused("supervisor", c.Lent("dealer", self.found(round_id, **more))).code

    def not_found(self, round_id: str, **more) -> str:
        with pytest.raises(CardroomError) as refusal:
            self.found(round_id, **more)
        return refusal.value.code

    def audit(self) -> None:
        self.sync()
        assert audited(str(self.store.engine.url)).findings == []
        self.room.prove()


@pytest.fixture
def desk(room, tmp_path) -> Desk:
    room.guest("ann", TABLE, 1)
    room.guest("bob", TABLE, 2)
    return Desk(room, tmp_path / "house.sqlite")


def back(room, round_id: str, seat: int = 1, wager: str = "ante") -> int:
    """What a wager of the round that lies on the table gave back."""
    state = room.round(TABLE).state
    assert state.round_id == round_id
    return state.seats[seat].paid_back[wager]


def test_a_round_is_put_right_while_the_next_one_runs(desk):
    room = desk.room
    first = room.play(TABLE, "ann", "bob", blind=5)
    booked = back(room, first)
    room.begin(TABLE)
    room.bet("ann", TABLE, 10, blind=10)
    room.deal(TABLE)
    playing, chips, tray = room.state()[1], room.dollars(f"stack:{TABLE}:ann"), room.dollars(f"tray:{TABLE}")
    done = desk.correct(first, due=booked + 15 * DOLLAR)
    (event,) = room.events(e.RoundCorrected)
    assert (event.booked, event.paid, event.due) == (booked, booked, booked + 15 * DOLLAR)
    assert (event.person, event.entered_by, event.approved_by) == ("ann", "dealer", "supervisor")
    assert room.dollars(f"stack:{TABLE}:ann") == chips + 15
    assert room.dollars(f"tray:{TABLE}") == tray - 15
    assert room.state()[1] == playing, "the round in progress is not touched"
    assert done.record.by == "supervisor"
    room.finish(TABLE)
    desk.audit()


def test_nobody_wins_more_than_the_posted_cap_by_a_correction(make, floor, tmp_path):
    """Three jacks win $30 on the ante and $90 on each street, together $300; the cap pays $250 of what is won."""
    room = make(floor(("delta-1",), more='payout_cap = "$250"'))
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd 9h", "Js 2c")
    round_id = room.play("delta-1", "ann", ante=10)
    desk = Desk(room, tmp_path / "house.sqlite")
    for wager, due, has, kept in (
        ("ante", 20, 1_250, -20),  # it wins $10: the cap is reached all the same
        ("ante", 0, 1_240, -10),  # it loses $10, which is no part of what is won
        ("third_street", 0, 1_240 - 100, -20),  # $180 are won, $40 are lost
        ("ante", 1_010, 1_220, 930),
        ("ante", 10, 1_150, -930),
    ):
        desk.correct(round_id, table="delta-1", wager=wager, due=due * DOLLAR)
        assert (room.money("ann"), room.events(e.RoundCorrected)[-1].kept) == (has, kept * DOLLAR)
    assert "$1,010 instead of $0; the posted cap keeps $930 of it back." in in_words(
        room.events(e.RoundCorrected)[3], None
    )
    desk.audit()


def test_a_round_that_has_just_reached_the_cap_wins_no_more_by_a_correction(make, floor, tmp_path):
    """Three jacks win $300, which is what the cap pays."""
    room = make(floor(("delta-1",), more='payout_cap = "$300"'))
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd 9h", "Js 2c")
    round_id = room.play("delta-1", "ann", ante=10)
    desk = Desk(room, tmp_path / "house.sqlite")
    desk.correct(round_id, table="delta-1", wager="ante", due=140 * DOLLAR)
    assert (room.money("ann"), room.events(e.RoundCorrected)[-1].kept) == (1_300, 100 * DOLLAR)


@pytest.mark.parametrize("cap", ["", 'payout_cap = "$250"'])
def test_whoever_looks_the_round_up_finds_what_came_of_it_in_the_end(make, floor, tmp_path, cap):
    """Its page, the list of rounds and the money that moved for it say one and the same."""
    room = make(floor(("delta-1",), more=cap))
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd 9h", "Js 2c")
    round_id = room.play("delta-1", "ann", ante=10, progressive=1)
    desk = Desk(room, tmp_path / "house.sqlite")
    for due in (None, 20, 7):
        if due is not None:
            desk.correct(round_id, table="delta-1", due=due * DOLLAR)
        desk.sync()
        with desk.store.reading() as reader:
            told, (listed,) = explained_round(reader, room.house, round_id), find_rounds(reader, room.house, "delta-1")
        (seat,), (here,) = told.explained.seats, listed.seats
        moved = {one.account: one for one in told.money}
        has = (room.money("ann") - 1_000) * DOLLAR
        assert seat.back - seat.staked == here.net == has - here.jackpots
        assert moved["stack:delta-1:ann"].amount == has
        ante = next(one.arithmetic for one in seat.wagers if one.wager == "ante")
        assert ante.count("Corrected from") == listed.corrections == {None: 0, 20: 1, 7: 2}[due]
    assert told.jackpots[0].endswith("with 1 jackpot wager.")
    assert "Corrected from $40 to $20" in ante
    assert "Corrected from $20 to $7" in ante
    assert "correction of Ante −$33" in moved["stack:delta-1:ann"].words
    room.do("ann", c.StandUp("delta-1"))
    desk.correct(round_id, table="delta-1", due=8 * DOLLAR)
    desk.sync()
    with desk.store.reading() as reader:
        told = explained_round(reader, room.house, round_id)
    assert any(one.words.startswith("The wallet of Ann gets $1: correction of Ante") for one in told.money)


def test_a_second_correction_goes_on_from_the_first(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    money, booked = room.money("ann"), back(room, round_id)
    desk.correct(round_id, due=booked + 20 * DOLLAR)
    desk.correct(round_id, due=booked + 5 * DOLLAR, why="five it is")
    assert room.money("ann") == money + 5
    assert desk.refused(round_id, due=booked + 5 * DOLLAR) == "no-mispay"
    assert [row.round_id for row in room.index(LaterRow)] == [round_id] * 2
    desk.audit()


@pytest.mark.parametrize(("result", "dollars"), [("won", 1), ("lost", -1), ("even", 0)])
def test_a_history_of_rounds_won_or_lost_counts_what_was_corrected(desk, database, result, dollars):
    room, desk.store, desk.written = desk.room, Store(database), 0
    room.stack("Ac Ad 3c 3d 5c 5d 7c", "2c 2d 4c 4d 6c 6d 8c", "Jh Qh Kh Js Qs Ks 9h")  # both lose to the dealer's king
    first = room.play(TABLE, "ann", "bob", blind=5)
    room.play(TABLE, "ann", "bob", blind=5)

    def rounds(result: str | None = None) -> list[str]:
        desk.sync()
        return [one.round_id for one in rounds_of(desk.store, room.house, "ann", sieve=Sieve(result=result))]

    assert first in rounds("lost")
    (lost,) = (one.net for one in rounds_of(desk.store, room.house, "ann") if one.round_id == first)
    desk.correct(first, due=dollars * DOLLAR - lost)
    assert [each for each in ("won", "lost", "even") if first in rounds(each)] == [result]
    assert sorted(rounds("won") + rounds("lost") + rounds("even")) == sorted(rounds())


def test_a_mispay_is_booked_as_it_was_handed_over_and_made_good(desk):
    """The same postings as at the round that lies on the table; in the end everyone has what was due."""
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked, money = back(room, round_id), room.money("ann")
    at_once = room.do("supervisor", c.AtTable(TABLE, t.CorrectMispay(1, "ante", booked + 7 * DOLLAR, "misread")))
    later = desk.correct(round_id, paid=booked + 7 * DOLLAR)
    assert later.record.parts[0].postings == at_once.record.parts[0].postings
    assert room.money("ann") == money
    desk.audit()


def test_no_more_was_handed_over_than_lies_in_the_tray(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked, tray = back(room, round_id), room.house.balance(f"tray:{TABLE}")
    assert desk.refused(round_id, paid=booked + tray + 1) == "short-tray"
    assert desk.refused(round_id, paid=5_000_000 * DOLLAR, due=booked + DOLLAR) == "short-tray"
    desk.correct(round_id, paid=booked + tray)
    desk.audit()


def test_at_a_closed_table_no_more_was_handed_over_or_is_due_than_its_tray_can_have_held(desk):
    """That is what it was opened with, and its fills."""
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked, opened = back(room, round_id), room.house.tables[TABLE].opening_inventory + 500 * DOLLAR
    room.enrol("cage", "cage")
    room.slip("fill", TABLE, 500)
    room.do("supervisor", c.CloseTable(TABLE))
    assert room.house.balance(f"tray:{TABLE}") == 0
    cage, wallet = room.dollars("cage"), room.dollars("wallet:ann")
    assert desk.refused(round_id, paid=booked + opened + 1) == "short-tray"
    assert desk.refused(round_id, paid=5_000_000 * DOLLAR, due=booked + DOLLAR) == "short-tray"
    refusal = room.refused("supervisor", c.Lent("dealer", desk.found(round_id, due=9_999_989 * DOLLAR)))
    assert refusal.message == (
        f"The tray of Edge 2 held {show_money(opened)} at most, with all its fills: $9,999,989 cannot be due."
    )
    assert desk.refused(round_id, due=opened + 1) == "short-tray"
    desk.correct(round_id, paid=booked + opened)
    assert (room.dollars("cage"), room.dollars("wallet:ann")) == (cage, wallet), "and it has been made good"
    desk.correct(round_id, due=opened)
    desk.correct(round_id, due=booked)
    assert (room.dollars("cage"), room.dollars("wallet:ann")) == (cage, wallet)
    desk.audit()


def test_whoever_has_left_gets_it_into_the_wallet_and_a_closed_table_has_the_cage_pay(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked = back(room, round_id)
    room.do("ann", c.StandUp(TABLE))
    wallet = room.dollars("wallet:ann")
    desk.correct(round_id, due=booked + 2 * DOLLAR)
    assert room.dollars("wallet:ann") == wallet + 2
    room.do("supervisor", c.CloseTable(TABLE))
    day, cage = room.house.day, room.dollars("cage")
    desk.sync()
    with desk.store.reading() as reader:
        before = next(one for one in Day(reader, day).tables() if one.table == TABLE).win
    desk.correct(round_id, due=booked + 9 * DOLLAR)
    assert room.dollars("wallet:ann") == wallet + 9
    assert room.dollars("cage") == cage - 7
    desk.sync()
    with desk.store.reading() as reader:
        assert next(one for one in Day(reader, day).tables() if one.table == TABLE).win == before - 7 * DOLLAR
    desk.audit()


def test_it_counts_for_the_day_on_which_it_is_made(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked, day = back(room, round_id), room.house.day
    room.now += timedelta(days=1)
    room.do("accounting", c.CloseDay(day))
    done = desk.correct(round_id, due=booked + 3 * DOLLAR)
    assert done.record.day > day
    desk.audit()


def test_the_cage_keeps_it_for_a_guest_who_is_gone(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked = back(room, round_id)
    room.do("ann", c.StandUp(TABLE))
    room.now += timedelta(days=40)
    room.do("house", c.ExpireGuests(("ann",)))
    assert room.dollars("wallet:ann") == 0
    desk.correct(round_id, due=booked + 4 * DOLLAR)
    assert room.dollars("wallet:ann") == 4
    desk.correct(round_id, due=booked)
    assert room.dollars("wallet:ann") == 0
    desk.audit()


def test_what_cannot_be_corrected_is_refused_and_changes_nothing(desk):
    room = desk.room
    room.guest("cid", "delta-1", 1)
    jackpot = room.play("delta-1", "cid", progressive=1)
    assert desk.not_found(jackpot, table="delta-1", wager="progressive", due=DOLLAR) == "jackpot-wager"
    round_id = room.play(TABLE, "ann", "bob", blind=5)
    booked = back(room, round_id)
    assert desk.not_found(round_id, wager="bonus", due=DOLLAR) == "not-settled"
    assert desk.not_found(round_id, seat=5, due=DOLLAR) == "no-hand"
    assert desk.not_found(round_id, table="delta-1", due=DOLLAR) == "unknown-round"
    assert desk.not_found("edge-2-99", due=DOLLAR) == "unknown-round"
    assert desk.refused(round_id, due=booked) == "no-mispay"
    assert desk.refused(round_id) == "no-mispay"
    assert desk.refused(round_id, due=booked + DOLLAR, why=" ") == "no-reason"
    alone = desk.found(round_id, due=booked + DOLLAR)
    assert room.refused("supervisor", alone).code == "two-people"
    assert room.refused("supervisor", c.Lent("supervisor", alone)).code == "two-people"
    unfound = msgspec.structs.replace(alone, found=None)
    assert room.refused("supervisor", c.Lent("dealer", unfound)).code == "not-looked-up"
    room.do("ann", c.StandUp(TABLE))
    room.turned_away("accounting", alone)
    desk.audit()


def test_nobody_gets_below_nothing(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked = back(room, round_id)
    desk.correct(round_id, due=booked + 100 * DOLLAR)
    room.do("ann", c.StandUp(TABLE))
    room.do("ann", c.SitDown(TABLE, 1, 50 * DOLLAR))
    assert desk.refused(round_id, due=booked) == "short-of-chips"
    desk.correct(round_id, due=booked + 50 * DOLLAR)
    assert room.dollars(f"stack:{TABLE}:ann") == 0
    desk.audit()


def test_two_who_look_at_the_same_time_do_not_pay_twice(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    booked = back(room, round_id)
    one = desk.found(round_id, due=booked + 5 * DOLLAR)
    other = desk.found(round_id, due=booked + 5 * DOLLAR, why="the same")
    room.do("supervisor", c.Lent("dealer", one))
    assert room.refused("executive", c.Lent("dealer", other)).code == "corrected-meanwhile"


def test_the_same_key_corrects_once(desk):
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    due, money = back(room, round_id) + 5 * DOLLAR, room.money("ann")
    key = new_key(room.now, "again")
    desk.correct(round_id, due=due, key=key)
    again = desk.correct(round_id, due=due, key=key)  # looked up again, with the first correction
    assert again.is_repeat
    assert room.money("ann") == money + 5


def test_while_a_round_goes_on_only_what_was_handed_over_is_put_right(make, floor, tmp_path):
    room = make(floor({TABLE: 'dealer = "human"'}, links=()))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, TABLE, seat)
    desk = Desk(room, tmp_path / "house.sqlite")
    room.do("dealer", c.BeginRound(TABLE))
    for person in ("ann", "bob"):
        room.bet(person, TABLE, 5, blind=5)
    while not (seat := next((n for n, one in room.round(TABLE).state.seats.items() if one.paid_back), 0)):
        step = room.round(TABLE).next_act()
        if step is not None:
            room.do("dealer", c.AtTable(TABLE, step))
        else:
            waiting = room.round(TABLE).awaited_seats()[0]
            room.choose(room.house.tables[TABLE].people()[waiting], TABLE, "2x")
    round_id = room.house.tables[TABLE].round_id
    assert room.house.tables[TABLE].is_playing
    booked = room.round(TABLE).state.seats[seat].paid_back["ante"]
    assert desk.refused(round_id, seat=seat, due=booked + DOLLAR) == "round-in-play"
    desk.correct(round_id, seat=seat, paid=booked + DOLLAR)
    assert desk.not_found(round_id, seat=3 - seat, due=DOLLAR) == "not-settled"
    room.do("supervisor", c.AtTable(TABLE, t.DeclareMisdeal("dropped")))
    assert (room.money("ann"), room.money("bob")) == (1000.0, 1000.0)
    desk.audit()


def test_an_audit_finds_a_correction_of_what_was_never_booked(desk):
    """The house believes what the server has looked up; the audit looks it up again."""
    room = desk.room
    round_id = room.play(TABLE, "ann", blind=5)
    found = desk.found(round_id, due=back(room, round_id) + 5 * DOLLAR)
    assert found.found is not None
    false = msgspec.structs.replace(found, found=msgspec.structs.replace(found.found, booked=found.found.booked + 1))
    room.do("supervisor", c.Lent("dealer", false))
    desk.sync()
    (finding,) = audited(str(desk.store.engine.url)).findings
    assert "what is not in the records before it" in finding.what


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_corrected_every_cent_is_somewhere_and_the_audit_passes(tmp_path_factory, data):
    """Random rounds and corrections: everyone has what the rounds gave and the last correction of each wager says."""
    room = Room()
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, TABLE, seat)
    desk = Desk(room, tmp_path_factory.mktemp("log") / "house.sqlite")
    started, results, dues = room.money("ann") + room.money("bob"), 0, {}
    for _ in range(data.draw(st.integers(1, 3))):
        round_id = room.play(TABLE, "ann", "bob", blind=5)
        results += sum(sum(seat.results.values()) for seat in room.round(TABLE).state.seats.values())
        for seat, hand in room.round(TABLE).state.seats.items():
            for wager, booked in hand.paid_back.items():
                dues[round_id, seat, wager] = booked, booked
    names = sorted(dues)
    for _ in range(data.draw(st.integers(1, 6))):
        round_id, seat, wager = name = data.draw(st.sampled_from(names))
        due = data.draw(st.integers(0, 60)) * DOLLAR
        paid = data.draw(st.none() | st.integers(0, 60).map(lambda dollars: dollars * DOLLAR))
        command = desk.found(round_id, seat=seat, wager=wager, due=due, paid=paid)
        try:
            room.do("supervisor", c.Lent("dealer", command))
            dues[name] = dues[name][0], due
        except CardroomError as error:
            assert error.code in ("no-mispay", "short-of-chips")  # noqa: PT017
    corrected = sum(due - booked for booked, due in dues.values())
    assert (room.money("ann") + room.money("bob") - started) * DOLLAR == results + corrected
    desk.audit()
