"""The watcher, in virtual time: each alert by its real cause, once, and over when the cause is."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from cardroom.house.audit.log_audit import Audit
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.alerts.state import Alert
from cardroom.house.features.alerts.text import alert_in_words
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.log.events import AlertRaised
from cardroom.house.runtime.alert_watcher import SOONEST, Watcher
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.lab.hold_band_watch import HoldWatch
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.verification_marks import Mark, leave_mark
from cardroom.house.views.staff.pit import Hold, PitBoard
from cardroom.jackpots import commands as j
from cardroom.lab.exposure.exposure_queries import TableAnswer, TableQuestion, answer_question
from cardroom.money import DOLLAR
from cardroom.table.commands import CloseBets

from ..floors import floor_text
from ..virtual_time import BEGINS, VirtualTime, run
from .felt import cards
from .timed import Timed, timed

HUMAN = 'dealer = "human"'
STAFF = {"dora": Role.DEALER, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE, "ada": Role.ACCOUNTING, "cage": Role.CAGE}
WATCH = '[alerts]\ndealer = 100\nsupervisor = 50\nterminal = 40\nplayers = 30\ntray = "50%"\n'


def says(at: Timed, alert: Alert) -> str:
    return alert_in_words(alert.cause, alert.place, at.service.house)


def alerts(at: Timed) -> dict[tuple[AlertKind, str], bool]:
    """What stands, and whether its cause is still there."""
    return {(alert.kind, alert.place): alert.ended is None for alert in at.service.house.alerts.values()}


def waits_since(at: Timed) -> datetime:
    """As the first tile of the pit tells it."""
    board = PitBoard(at.service.house, at.service.watcher.known)
    return board.view(Role.SUPERVISOR, now()).tables[0].waits.since


async def settle(at: Timed, seconds: float = 5) -> None:
    """The watcher has looked."""
    await at.until(at.seconds() + seconds)


async def slip(at: Timed, kind: str, dollars: int) -> None:
    """A fill or a credit of delta-1 through all of its stages."""
    await at.do("dora", c.AskSlip("delta-1", SlipKind(kind), {DOLLAR: dollars}))
    number = at.service.house.last_slip
    await at.do("sue", c.ApproveSlip(number))
    steps = (("cage", c.SendFill), ("dora", c.ReceiveFill))
    for name, step in steps if kind == "fill" else (("dora", c.SendCredit), ("cage", c.ReceiveCredit)):
        await at.do(name, step(number))


def virtual_loop() -> VirtualTime:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualTime)
    return loop


async def leap(at: Timed, seconds: float) -> None:
    """Much time is gone at once, as for a machine that slept; then the watcher has looked."""
    virtual_loop().moment += max(seconds, 0)
    await settle(at, 10)


def tell(story, tmp_path, tables=None, more=WATCH):
    async def told():
        text = more + "\n" + floor_text(tables or {"delta-1": HUMAN, "delta-2": 'cards = "real"', "edge-1": ""})
        async with timed(tmp_path, text) as at:
            for name, role in STAFF.items():
                await at.do("house", c.Enrol(name, name.title(), role))
            await story(at)

    run(told())


def test_a_table_that_waits_for_its_dealer_is_stalled_until_he_goes_on(tmp_path):
    async def story(at: Timed):
        await at.seat("ann", "delta-1", 1)
        await settle(at, 90)
        assert alerts(at) == {}
        await at.do("dora", c.BeginRound("delta-1"))
        await leap(at, 300)
        assert alerts(at) == {}  # nobody is kept waiting while nobody has bet
        await at.bet("ann", "delta-1")
        await settle(at, 90)
        assert alerts(at) == {}
        await settle(at, 15)
        stalled = (AlertKind.STALLED, "delta-1")
        assert alerts(at) == {stalled: True}
        (alert,) = at.service.house.alerts.values()
        assert "waited for its dealer longer than 100 seconds" in says(at, alert)
        await leap(at, 200)
        assert len(at.happened(AlertRaised)) == 1
        await at.do("dora", c.AtTable("delta-1", CloseBets()))
        await settle(at)
        assert alerts(at) == {stalled: False}
        await at.do("sue", c.AcknowledgeAlert("1", "relieved"))
        assert alerts(at) == {}

    tell(story, tmp_path)


def test_a_table_waits_for_its_dealer_since_the_first_sat_down_there_and_not_since_it_stood_empty(tmp_path):
    async def story(at: Timed):
        await leap(at, 500)
        await at.seat("ann", "delta-1", 1)
        sat = now()
        await settle(at, 90)
        assert alerts(at) == {}
        assert waits_since(at) == sat
        await at.seat("bob", "delta-1", 2)
        await at.do("ann", c.StandUp("delta-1"))
        await settle(at, 15)
        assert alerts(at) == {(AlertKind.STALLED, "delta-1"): True}, "who comes to others ends no stall, nor who goes"
        await at.seat("cyd", "delta-1", 3)
        await settle(at)
        assert (alerts(at), waits_since(at)) == ({(AlertKind.STALLED, "delta-1"): True}, sat)
        for name in ("bob", "cyd"):
            await at.do(name, c.StandUp("delta-1"))
        await leap(at, 500)
        assert alerts(at) == {(AlertKind.STALLED, "delta-1"): False}, "nobody is kept waiting"
        await at.seat("ann", "delta-1", 1)
        await settle(at, 50)
        assert alerts(at) == {(AlertKind.STALLED, "delta-1"): False}

    tell(story, tmp_path)


def test_a_call_and_a_held_table_that_no_supervisor_comes_to_are_stalled(tmp_path):
    async def story(at: Timed):
        await at.do("dora", c.CallSupervisor("delta-1", "a dispute"))
        await at.do("dora", c.SuspendTable("edge-1", "a dispute"))
        await settle(at, 45)
        assert alerts(at) == {}
        await settle(at, 10)
        assert set(alerts(at)) == {(AlertKind.CALL, "delta-1"), (AlertKind.STALLED, "edge-1")}
        await at.do("sue", c.AnswerCall("delta-1"))
        await at.do("sue", c.ResumeTable("edge-1"))
        await settle(at)
        assert set(alerts(at).values()) == {False}

    tell(story, tmp_path)


def test_whoever_answers_a_call_has_not_moved_the_game_on(tmp_path):
    async def story(at: Timed):
        await at.seat("ann", "delta-1", 1)
        await settle(at, 120)
        await at.do("sue", c.AcknowledgeAlert("1", "A dealer is on the way."))
        for patience in (20, 60):
            await at.do("dora", c.CallSupervisor("delta-1", "a dispute"))
            await settle(at, patience)
            await at.do("sue", c.AnswerCall("delta-1"))
            await settle(at)
        raised = [(event.cause.kind, event.alert) for _, event in at.happened(AlertRaised)]
        assert raised == [(AlertKind.STALLED, "1"), (AlertKind.CALL, "2")]
        assert alerts(at) == {(AlertKind.STALLED, "delta-1"): True, (AlertKind.CALL, "delta-1"): False}
        assert at.service.house.alerts["1"].note == "A dealer is on the way."

    tell(story, tmp_path)


def test_an_award_is_pending_until_it_is_handed_over(tmp_path):
    async def story(at: Timed):
        await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2)))
        for press in (j.PressSeat(table="delta-2", seat=1), j.PressHand(table="delta-2", line="straight_flush")):
            await at.do("dora", c.AtConsole("delta", press))
        await settle(at)
        assert alerts(at) == {(AlertKind.AWARD, "delta-2"): True}
        (alert,) = at.service.house.alerts.values()
        assert "straight flush, seat 1, $500" in says(at, alert)
        await at.do("sue", c.AcknowledgeAlert("1"))
        proof = {"cards": cards("9s 8s"), "community": cards("10s Js Qs")}
        await at.do("sue", c.VerifyHand("delta", "delta-2", 1, "straight_flush", **proof))
        for press in (j.Confirm(table="delta-2"), j.SwipeCard(table="delta-2", card=j.StaffCard.SUPERVISOR)):
            await at.do("sue", c.AtConsole("delta", press))
        await settle(at)
        assert alerts(at) == {(AlertKind.AWARD, "delta-2"): True}  # acknowledged, and its money not handed over yet
        win = at.service.house.links["delta"].state.tables["delta-2"].wins[-1]
        await at.do("sue", c.HandOver("delta", win, j.Till.TRAY))
        await settle(at)
        assert alerts(at) == {}

    tell(story, tmp_path)


def test_a_tray_is_low_below_its_share_or_the_largest_pay_out_until_it_is_filled(tmp_path):
    async def story(at: Timed):
        await slip(at, "credit", 10_000)
        await settle(at)
        assert alerts(at) == {}  # exactly half of it is left
        await slip(at, "credit", 1)
        await settle(at)
        assert alerts(at) == {(AlertKind.TRAY, "delta-1"): True}
        await slip(at, "fill", 1)
        await settle(at)
        assert alerts(at) == {(AlertKind.TRAY, "delta-1"): False}
        at.service.watcher.largest = {"delta-1": 15_000 * DOLLAR}
        await at.do("sue", c.AcknowledgeAlert("1"))
        await settle(at)
        assert alerts(at) == {(AlertKind.TRAY, "delta-1"): True}
        at.service.watcher.largest = {"delta-1": 50_000 * DOLLAR}  # it never held so much: the floor's regret
        await slip(at, "fill", 1)
        await settle(at)
        assert alerts(at) == {(AlertKind.TRAY, "delta-1"): False}

    tell(story, tmp_path)


def test_a_terminal_is_away_while_somebody_is_tapped_in_and_none_shows_the_table(tmp_path):
    async def story(at: Timed):
        there = {"delta-1"}
        at.service.watcher.is_followed = there.__contains__
        await at.do("dora", c.TapIn("delta-1"))
        await leap(at, 100)
        assert alerts(at) == {}
        there.clear()
        at.service.watcher.wake()
        await settle(at, 35)
        assert alerts(at) == {}
        await settle(at, 10)
        assert alerts(at) == {(AlertKind.TERMINAL, "delta-1"): True}
        there.add("delta-1")
        at.service.watcher.wake()
        await settle(at)
        assert alerts(at) == {(AlertKind.TERMINAL, "delta-1"): False}
        there.clear()
        await at.do("dora", c.TapOut("delta-1"))
        await leap(at, 100)
        assert alerts(at) == {(AlertKind.TERMINAL, "delta-1"): False}

    tell(story, tmp_path)


def test_a_deposit_is_due_a_day_before_its_week_is_over_until_it_is_made(tmp_path):
    async def story(at: Timed):
        await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2)))
        await at.do("dora", c.AtConsole("delta", j.EndGame(table="delta-2")))
        await leap(at, timedelta(days=6).total_seconds() - 600)
        due = (AlertKind.DEPOSIT, "delta")
        assert due not in alerts(at)
        await leap(at, 600)
        assert alerts(at)[due]
        name = next(name for name, alert in at.service.house.alerts.items() if alert.kind is AlertKind.DEPOSIT)
        await at.do("ada", c.AcknowledgeDeposit(name))
        undeposited = at.service.house.links["delta"].state.undeposited
        await at.do("ada", c.OnBank("delta", j.RecordDeposit(amount=undeposited // 10_000 * 10_000)))
        await settle(at)
        assert due not in alerts(at)

    tell(story, tmp_path)


def test_a_short_bank_account_closes_its_jackpot_and_the_pit_is_told(tmp_path):
    async def story(at: Timed):
        short = (AlertKind.BANK, "delta")
        await settle(at)
        assert short not in alerts(at)
        await at.do("ada", c.OnBank("delta", j.Reconcile(balance=0)))
        await settle(at)
        assert at.service.house.links["delta"].state.shortfall == 5_000 * DOLLAR
        assert alerts(at)[short]
        name, alert = next((name, one) for name, one in at.service.house.alerts.items() if one.kind is AlertKind.BANK)
        assert "takes no wagers: its bank account is short by $5,000" in says(at, alert)
        await at.do("ada", c.AcknowledgeDeposit(name))
        await at.do("ada", c.OnBank("delta", j.Reconcile(balance=5_000 * DOLLAR)))
        await settle(at)
        assert short not in alerts(at)

    tell(story, tmp_path)


@pytest.mark.parametrize("lasts", [14, 600], ids=["for seconds", "for minutes"])
def test_a_clock_that_is_set_begins_no_day_and_the_pit_is_told(tmp_path, caplog, lasts):
    """Forty days ahead: the house goes on by the time before, and by the clock again when it is right."""

    async def story(at: Timed):
        loop, set_clock = virtual_loop(), (AlertKind.CLOCK, "house")
        day = at.service.house.day
        await settle(at)
        loop.ahead = timedelta(days=40).total_seconds()
        await at.seat("ann", "edge-1", 1)
        assert (at.service.house.day, now()) == (day, BEGINS + timedelta(seconds=loop.moment))
        await settle(at, lasts)
        loop.ahead = 0.0
        await settle(at, 200)
        assert alerts(at)[set_clock] is False, "it stands until somebody has seen it"
        name, alert = next((name, one) for name, one in at.service.house.alerts.items() if one.kind is AlertKind.CLOCK)
        assert "+40 days off" in says(at, alert)
        await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2)))
        assert at.service.house.day == day
        assert "The clock of this machine is +3,456,000 s off" in caplog.text
        assert "The clock of this machine is right again" in caplog.text
        await at.do("sue", c.AcknowledgeAlert(name))
        assert set_clock not in alerts(at)

    tell(story, tmp_path)


def test_a_clock_that_is_set_by_seconds_is_followed(tmp_path):
    async def story(at: Timed):
        loop = virtual_loop()
        loop.ahead = 45.0
        assert now() == BEGINS + timedelta(seconds=loop.moment + 45)
        await settle(at, 100)
        assert (AlertKind.CLOCK, "house") not in alerts(at)

    tell(story, tmp_path)


def test_a_database_whose_clock_differs_is_told(tmp_path):
    async def story(at: Timed):
        at.service.committer.clock_off = -700.0
        at.service.watcher.wake()
        await settle(at)
        (alert,) = (one for one in at.service.house.alerts.values() if one.kind is AlertKind.CLOCK)
        assert says(at, alert).startswith("The database's clock differs from this server's by −12 minutes")

    tell(story, tmp_path)


def test_the_chain_has_to_be_verified_every_day_and_the_command_line_may_do_it(tmp_path):
    async def story(at: Timed):
        service, chain = at.service, (AlertKind.CHAIN, "house")
        await leap(at, timedelta(hours=29, minutes=50).total_seconds())  # the next day's twelfth hour, nearly
        assert alerts(at) == {}
        await leap(at, 600)
        assert alerts(at) == {chain: True}
        await service.flush()
        with service.store.reading() as reader:
            audit = Audit(reader, None, load_keys(service.store.seal_file))
            audit.run()
        assert not audit.findings
        leave_mark(service.store, Mark(audit.house.position, "f" * 64, 0))  # of another log
        await leap(at, 60)
        assert alerts(at) == {chain: True}
        leave_mark(service.store, Mark(audit.house.position, audit.house.head, 0))
        await leap(at, 60)
        assert alerts(at) == {chain: False}
        assert service.house.verified.last == audit.house.position
        leave_mark(service.store, Mark(service.house.position, service.house.head, 3))
        await leap(at, 60)
        assert alerts(at) == {chain: True}  # it was verified, and found wanting
        assert "3 findings" in says(at, next(iter(service.house.alerts.values())))

    tell(story, tmp_path)


def test_glass_that_was_broken_is_an_alert_until_two_people_have_acknowledged_it(tmp_path):
    async def story(at: Timed):
        await at.do("house", c.Enrol("tom", "Tom", Role.TECHNICIAN))
        await at.do("house", c.BreakGlass(c.EnrolStaff("zoe", "Zoe", "accounting")))
        await settle(at, 10)
        glass = (AlertKind.GLASS, "house")
        (name,) = [name for name, alert in at.service.house.alerts.items() if (alert.kind, alert.place) == glass]
        assert "an account for Zoe (zoe) as accounting" in says(at, at.service.house.alerts[name])
        await at.do("eve", c.AcknowledgeAlert(name, "seen"))
        await leap(at, 3_000)
        assert at.service.house.broken_glass
        assert name in at.service.house.alerts, "one is not two"
        await at.do("tom", c.AcknowledgeFault(name, "seen, too"))
        await settle(at, 10)
        assert not at.service.house.broken_glass
        assert glass not in alerts(at)

    tell(story, tmp_path)


def test_a_hold_outside_its_band_is_told_once_a_day(tmp_path):
    async def story(at: Timed):
        hold = Hold(win=-9, expected=0, low=-1, high=1, is_estimate=False, is_outside=True, says="It lost too much.")
        at.service.watcher.known.holds = {"edge-1": hold}
        at.service.watcher.wake()
        await settle(at)
        assert alerts(at) == {(AlertKind.HOLD, "edge-1"): True}
        at.service.watcher.known.holds = {}
        at.service.watcher.wake()
        await settle(at)
        assert alerts(at) == {(AlertKind.HOLD, "edge-1"): False}

    tell(story, tmp_path)


class Lab:
    """Answers at once, in this process."""

    async def exposure(self, question: TableQuestion) -> TableAnswer:
        return answer_question(question)


def test_with_real_cards_the_band_is_an_estimate_and_the_win_is_held_against_it_when_it_is_counted(tmp_path):
    async def story(at: Timed):
        watch = HoldWatch(at.service, Lab())

        async def hold() -> Hold:
            await watch.ask()
            await settle(at)
            return at.service.watcher.known.holds["delta-2"]

        for _ in range(3):
            await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2, 3)))
            await at.do("dora", c.AtConsole("delta", j.EndGame(table="delta-2")))
        await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2, 3)))
        await at.do("sue", c.VoidGame("delta-2", "dropped"))
        before = await hold()
        assert (before.is_estimate, before.win, before.is_outside) == (True, None, False)
        assert before.says.endswith("the win is known when tray and box have been counted.")
        assert (AlertKind.HOLD, "delta-2") not in alerts(at)
        await at.do("sue", c.CloseTable("delta-2"))
        rack = {100 * DOLLAR: 100}
        await at.do("dora", c.CountTray("delta-2", Purpose.CLOSING, rack))
        await at.do("sue", c.CheckCount("delta-2", rack))
        assert (await hold()).win is None, "the box is not counted"
        await at.do("ada", c.CountDrop("delta-2", {100 * DOLLAR: 1}))
        await at.do("eve", c.CheckDrop("delta-2", {100 * DOLLAR: 1}))
        after = await hold()
        jackpot_chips = 9 * DOLLAR  # of three rounds and three seats: the tray holds them for the link
        assert (after.is_estimate, after.win, after.is_outside) == (
            True,
            10_100 * DOLLAR - 20_000 * DOLLAR - jackpot_chips,
            True,
        )
        assert alerts(at)[AlertKind.HOLD, "delta-2"], "closed as it is"

    tell(story, tmp_path)


def test_what_stands_outlasts_a_restart_and_is_not_raised_again(tmp_path):
    async def story():
        text = WATCH + floor_text({"delta-1": HUMAN})
        async with timed(tmp_path, text) as at:
            for name, role in STAFF.items():
                await at.do("house", c.Enrol(name, name.title(), role))
            await at.seat("ann", "delta-1", 1)
            await settle(at, 120)
            before = waits_since(at)
            await at.do("sue", c.AcknowledgeAlert("1"))
        async with timed(tmp_path, text) as at:
            await leap(at, 300)
            assert alerts(at) == {(AlertKind.STALLED, "delta-1"): True}
            assert not at.happened(AlertRaised)
            assert before <= waits_since(at) < before + timedelta(seconds=SOONEST + 1), "as the pit tells it"
            await at.do("dora", c.BeginRound("delta-1"))
            await settle(at)
            assert alerts(at) == {}

    run(story())


def test_rounds_of_the_last_hour_are_known_after_a_restart(tmp_path):
    async def play(at: Timed):
        table = at.table("delta-1")
        await at.do("dora", c.BeginRound("delta-1"))
        await at.bet("ann", "delta-1")
        while table.is_playing:
            step = next_step(at.service.house, table)
            if step.command is not None:
                await at.do("dora", step.command)
            else:
                await at.choose("ann", "delta-1", table.round.options(1)[0].name)

    def rounds(at: Timed) -> list[int]:
        service = at.service
        view = PitBoard(service.house, service.watcher.known).view(Role.SUPERVISOR, now())
        return [tile.rounds for tile in view.tables]

    async def story():
        text = floor_text({"delta-1": HUMAN, "delta-2": 'cards = "real"'})
        async with timed(tmp_path, text) as at:
            await at.do("house", c.Enrol("dora", "Dora", Role.DEALER))
            await at.seat("ann", "delta-1", 1)
            await play(at)
            await leap(at, 3_000)
            await play(at)
            await play(at)
            await at.do("dora", c.CountSensors("delta", "delta-2", (1, 2)))
            assert rounds(at) == [3, 1]
        async with timed(tmp_path, text) as at:
            await settle(at)
            assert rounds(at) == [3, 1]
            await leap(at, 700)  # the first is an hour ago
            assert rounds(at) == [2, 1]

    run(story())


def test_a_look_at_a_quiet_house_writes_nothing(tmp_path):
    async def story(at: Timed):
        await settle(at, 10)
        position = at.service.house.position
        await leap(at, 3_000)
        assert at.service.house.position == position
        watcher: Watcher = at.service.watcher
        assert await watcher.look() == pytest.approx(60)

    tell(story, tmp_path)
