"""The clocks of the tables, in virtual time."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.house.engine.table_wait import Wait
from cardroom.house.kernel.people import Whose
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.runtime.table_clocks import AGAIN, COMMIT
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet, Choose, CloseBets
from cardroom.table.events import BetsClosed, Folded, Raised, RoundClosed

from ..floors import TABLES, base_of, floor_text
from ..virtual_time import run
from .timed import Timed, timed

BETS, DECISION, PAUSE = 12, 20, 4
TIMERS = {"bets": BETS, "decision": DECISION, "pause": PAUSE, "idle": 3_600}


def floor(*tables: str, least: bool = False, **more) -> str:
    timers = TIMERS | ({"out_of_time": '"least"'} if least else {})
    return floor_text(tables, timers=timers, **more)


async def seated(found: Timed, table: str, *people: str, chips: int = 500) -> None:
    for seat, person in enumerate(people, 1):
        await found.seat(person, table, seat, chips)
    await found.betting(table)


# --- bets -------------------------------------------------------------------------------------------------------------


def test_the_first_bet_starts_the_clock_and_when_it_is_up_the_bets_close(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(60)
            assert found.deadline("edge-1") is None, "nobody has bet"
            await found.bet("ann", "edge-1")
            assert found.deadline("edge-1") == 60 + BETS
            await found.deciding("edge-1")
            ((closed, _),) = found.happened(BetsClosed)
            assert closed == 60 + BETS

    run(story())


def test_when_everyone_has_bet_a_second_is_left_and_who_takes_it_back_gives_the_old_time_back(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "edge-1")
            await found.until(13)
            await found.bet("bob", "edge-1")
            assert found.deadline("edge-1") == 14
            await found.until(13.5)
            await found.bet("bob", "edge-1", 0)
            assert found.deadline("edge-1") == 22
            await found.until(15)
            await found.seat("cid", "edge-1", 3)
            await found.bet("bob", "edge-1")
            assert found.deadline("edge-1") == 22, "Cid has not bet"
            await found.do("cid", c.StandUp("edge-1"))
            assert found.deadline("edge-1") == 16
            await found.deciding("edge-1")
            assert [at for at, _ in found.happened(BetsClosed)] == [16]

    run(story())


def test_someone_who_bets_and_takes_it_back_all_the_time_holds_nobody(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "edge-1")
            for number in range(13):
                await found.until(10 + 0.95 * number)
                await found.bet("bob", "edge-1", 5 if number % 2 == 0 else 0)
                sooner = min(11 + 0.95 * number, 10 + BETS)
                assert found.deadline("edge-1") == (pytest.approx(sooner) if number % 2 == 0 else 10 + BETS)
            await found.deciding("edge-1")
            assert [at for at, _ in found.happened(BetsClosed)] == [10 + BETS]

    run(story())


ACTS = st.lists(
    st.tuples(st.floats(0.05, 3), st.sampled_from(["ann", "bob", "cid"]), st.sampled_from(["bet", "back", "stand"])),
    max_size=60,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(acts=ACTS)
def test_no_toggling_sitting_or_standing_holds_the_bets_open(tmp_path_factory, acts):
    """Whoever leaves a bet on the layout is dealt to when the time is up that there was at the first bet."""

    async def story():
        async with timed(tmp_path_factory.mktemp("house"), floor("edge-1")) as found:
            await seated(found, "edge-1", "eve", "ann", "bob")
            await found.until(10)
            await found.bet("eve", "edge-1")
            for wait, person, act in acts:
                await asyncio.sleep(wait)
                if found.table("edge-1").round_people:
                    break
                deadline = found.deadline("edge-1")
                assert deadline is not None
                assert deadline <= 10 + BETS
                is_seated = any(sitter.person == person for sitter in found.table("edge-1").seats.values())
                if not is_seated:
                    await found.seat(person, "edge-1", {"ann": 2, "bob": 3, "cid": 4}[person], 100)
                elif act == "stand":
                    await found.do(person, c.StandUp("edge-1"))
                else:
                    await found.bet(person, "edge-1", 5 if act == "bet" else 0)
            await found.until(10 + BETS + 0.1)
            assert found.happened(BetsClosed)[0][0] <= 10 + BETS

    run(story())


def test_a_clock_that_runs_out_over_an_empty_layout_has_held_nobody(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "edge-1")
            await found.bet("ann", "edge-1", 0)
            assert found.deadline("edge-1") == 10 + BETS
            await found.until(15)
            await found.bet("ann", "edge-1")
            assert found.deadline("edge-1") == 10 + BETS
            await found.bet("ann", "edge-1", 0)
            await found.until(100)
            assert found.deadline("edge-1") is None
            await found.bet("bob", "edge-1")
            assert found.deadline("edge-1") == 100 + BETS, "Ann has time to bet again"

    run(story())


def test_nobody_waits_for_who_has_missed_a_window_and_a_bet_brings_him_back(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "edge-1")
            await found.until(11)
            await found.seat("cid", "edge-1", 3)
            await found.deciding("edge-1")
            assert [(at, event.seat, event.cause) for at, event in found.happened(e.SatOut)] == [(22, 2, "no-bet")]
            assert found.table("edge-1").here == {1, 3}, "Cid came when the time was running"
            await found.do("cid", c.StandUp("edge-1"))
            await found.choose("ann", "edge-1", "fold")
            await found.betting("edge-1")
            begun = found.seconds()
            await found.bet("ann", "edge-1")
            assert found.deadline("edge-1") == begun + 1, "all who are there have bet"
            await found.bet("bob", "edge-1", 0)
            assert found.table("edge-1").here == {1, 2}
            assert found.deadline("edge-1") == begun + BETS

    run(story())


def test_the_house_hurries_where_all_who_play_wish_it_and_goes_as_fast_as_the_slowest(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            for person, pace, left in (("ann", c.Pace.QUICK, 1), ("bob", c.Pace.QUICK, 0.1), ("bob", c.Pace.CALM, 1)):
                await found.do(person, c.SetPace("edge-1", pace))
                begun = found.seconds()
                await found.bet("ann", "edge-1")
                await found.bet("bob", "edge-1")
                assert found.deadline("edge-1") == pytest.approx(begun + left, abs=0.05)
                await found.deciding("edge-1")
                for player in ("ann", "bob"):
                    await found.choose(player, "edge-1", "fold")
                over = found.seconds()
                await found.betting("edge-1")
                assert found.seconds() - over == pytest.approx(PAUSE * left, abs=0.2)
            with pytest.raises(CardroomError, match="calm speed already"):
                await found.do("bob", c.SetPace("edge-1", c.Pace.CALM))
            await found.do("bob", c.StandUp("edge-1"))
            assert found.table("edge-1").is_quick, "nobody is left who wishes otherwise"

    run(story())


def test_who_sits_down_and_wishes_it_quick_does_not_wait_for_the_pause_that_began_before(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await found.seat("ann", "edge-1", 1)
            await found.until(1)
            assert not found.table("edge-1").is_playing
            await found.do("ann", c.SetPace("edge-1", c.Pace.QUICK))
            await found.betting("edge-1")
            assert found.seconds() == pytest.approx(1, abs=0.2)

    run(story())


def test_a_table_that_everyone_has_left_begins_no_round_until_one_comes_back(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await found.seat("ann", "edge-1", 1)
            await found.do("ann", c.SitOut("edge-1"))
            with pytest.raises(CardroomError, match="not waited for already"):
                await found.do("house", c.SitOut("edge-1", 1, c.Absence.GONE))
            await found.until(100)
            assert not found.table("edge-1").is_playing
            await found.do("ann", c.ComeBack("edge-1"))
            await found.betting("edge-1")
            assert found.seconds() == pytest.approx(100 + PAUSE, abs=0.2)
            with pytest.raises(CardroomError, match="waited for as it is"):
                await found.do("ann", c.ComeBack("edge-1"))

    run(story())


# --- decisions --------------------------------------------------------------------------------------------------------


def test_a_seat_s_clock_is_not_moved_by_what_others_do_and_each_street_has_its_own(tmp_path):
    async def story():
        async with timed(tmp_path, floor("delta-1")) as found:
            await seated(found, "delta-1", "ann", "bob", "cid")
            await found.until(10)
            for person in ("ann", "bob", "cid"):
                await found.bet(person, "delta-1")
            await found.deciding("delta-1")
            third = 11 + DECISION
            assert found.deadlines("delta-1") == dict.fromkeys((1, 2, 3), third)
            await found.until(20)
            await found.choose("bob", "delta-1", "1x")
            assert found.deadlines("delta-1") == {1: third, 3: third}
            await found.until(30)
            await found.choose("ann", "delta-1", "1x")
            assert found.deadlines("delta-1") == {3: third}
            await found.until(third + 0.1)
            assert [(at, event.seat) for at, event in found.happened(Folded)] == [(third, 3)]
            fourth = third + DECISION
            assert found.deadlines("delta-1") == {1: fourth, 2: fourth}
            await found.until(fourth + 0.1)
            assert [(at, event.seat) for at, event in found.happened(Folded)][1:] == [(fourth, 1), (fourth, 2)]
            assert found.deadlines("delta-1") == {}

    run(story())


def test_where_a_person_deals_the_clock_runs_while_a_folded_hand_waits_to_be_taken_in(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1", more='dealer = "human"')) as found:
            for seat, person in enumerate(("ann", "bob"), 1):
                await found.seat(person, "edge-1", seat)
            await found.do("house", c.BeginRound("edge-1"))
            await found.bet("ann", "edge-1")
            await found.bet("bob", "edge-1")
            await found.until(60)
            assert found.deadline("edge-1") is None, "the dealer closes the bets"
            while (act := found.table("edge-1").round.next_act()) is not None:
                await found.do("house", c.AtTable("edge-1", act))
            await found.until(65)
            await found.choose("ann", "edge-1", "fold")
            assert found.table("edge-1").round.next_act() is not None
            assert found.deadlines("edge-1") == {2: 60 + DECISION}
            await found.until(60 + DECISION + 0.1)
            assert [event.seat for _, event in found.happened(Folded)] == [1, 2]

    run(story())


def test_a_slow_disk_shortens_nobody_s_time(tmp_path):
    """From when a decision is told until it is taken away there is never less time than was promised."""
    chance = random.Random(1)

    async def chatter(found: Timed):
        """Someone at the table who keeps it being written about: memory is ahead of the disk most of the time."""
        for _ in range(60):
            await asyncio.sleep(0.7)
            await found.do("cid", c.TopUp("edge-1", 5 * DOLLAR))

    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob", "cid")
            talking = asyncio.create_task(chatter(found))
            for _ in range(4):
                await found.betting("edge-1")
                await found.bet("ann", "edge-1")
                await found.deciding("edge-1")
            await talking
        asked = [at for at, record in found.told for part in record.parts if _has(part, BetsClosed)]
        folded = [at for at, _ in found.happened(Folded)]
        assert len(folded) >= 3
        assert all(out - begun >= DECISION - 0.001 for begun, out in zip(asked, folded, strict=False))

    run(story(), delay=lambda: chance.uniform(0, 3))


def test_a_choice_in_the_last_second_counts_though_the_disk_is_slow(tmp_path):
    """The clock rings while the next street is known here and nowhere else: nobody is folded on it."""
    slow = [0.0]

    async def story():
        async with timed(tmp_path, floor("delta-1")) as found:
            await seated(found, "delta-1", "ann")
            await found.until(10)
            await found.bet("ann", "delta-1")
            await found.deciding("delta-1")
            await found.until(30)
            slow[0] = 5.0
            await found.choose("ann", "delta-1", "1x")
            assert found.seconds() == 35
            slow[0] = 0.0
            assert found.deadlines("delta-1") == {1: 35 + DECISION}
            await found.until(54)
            assert not found.happened(Folded)

    run(story(), delay=lambda: slow[0])


def _has(part, kind: type) -> bool:
    return any(isinstance(event, kind) for event in part.events)


# --- restart and outage -----------------------------------------------------------------------------------------------


def test_clocks_go_on_after_a_restart_and_the_time_without_a_server_is_nobody_s_loss(tmp_path):
    async def story():
        async with timed(tmp_path, floor("delta-1")) as found:
            await seated(found, "delta-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "delta-1")
            await found.bet("bob", "delta-1")
            await found.deciding("delta-1")
            await found.until(25)
            await found.choose("ann", "delta-1", "1x")
            assert found.deadlines("delta-1") == {2: 31}
        await asyncio.sleep(3_600)
        async with timed(tmp_path, floor("delta-1")) as found:
            assert found.deadlines("delta-1") == {2: 6 + COMMIT}
            await found.until(7)
            assert not found.happened(Folded)
        await asyncio.sleep(60)
        async with timed(tmp_path, floor("delta-1"), gap=timedelta(seconds=59)) as found:
            assert found.deadlines("delta-1") == {2: pytest.approx(COMMIT - 2)}, "the former server ran a second longer"
            await found.until(COMMIT + 1)
            assert [event.seat for _, event in found.happened(Folded)] == [2]
            assert found.deadlines("delta-1") == {1: found.happened(Folded)[0][0] + DECISION}

    run(story())


def test_the_bets_stay_open_as_long_as_was_promised_over_a_restart(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.until(10)
            await found.bet("ann", "edge-1")
            await found.until(14)
        await asyncio.sleep(1_000)
        async with timed(tmp_path, floor("edge-1")) as found:
            assert found.deadline("edge-1") == BETS - 4 + COMMIT
            await found.bet("bob", "edge-1")
            assert found.deadline("edge-1") == 1

    run(story())


def test_while_the_database_is_away_no_clock_rings_and_then_all_have_their_time(tmp_path):
    async def story():
        async with timed(tmp_path, floor("delta-1", "edge-1")) as found:
            await seated(found, "delta-1", "ann", "bob")
            await found.seat("cid", "edge-1", 1)
            await found.seat("dan", "edge-1", 2)
            await found.betting("edge-1")
            await found.until(10)
            await found.bet("ann", "delta-1")
            await found.bet("bob", "delta-1")
            await found.deciding("delta-1")
            await found.until(15)
            await found.bet("cid", "edge-1")
            moved = []
            found.service.clocks.moved.add(lambda: moved.append(found.seconds()))
            await found.until(20)
            found.service.clocks.pause()
            await found.until(500)
            assert not found.happened(Folded)
            found.service.clocks.credit(timedelta(seconds=480))
            assert moved == [500]
            assert found.deadlines("delta-1") == {1: 511, 2: 511}
            assert found.deadline("edge-1") == 480 + 15 + BETS
            await found.until(502)
            await found.bet("cid", "edge-1", 10)
            assert found.deadline("edge-1") == 480 + 15 + BETS
            await found.until(512)
            assert [(at, event.seat) for at, event in found.happened(Folded)] == [(511, 1), (511, 2)]

    run(story())


def test_a_ring_that_the_database_misses_is_not_lost(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann")
            await found.until(10)
            await found.bet("ann", "edge-1")
            await found.deciding("edge-1")
            clocks, submit = found.service.clocks, found.service.clocks.submit
            tried = []

            async def away(command: c.AnyCommand) -> object:
                tried.append((found.seconds(), command.command))
                raise CardroomError("database-away", "Not now.")

            clocks.submit = away
            await found.until(11 + DECISION + 2.5 * AGAIN)
            assert tried == [(11 + DECISION + AGAIN * number, Choose(1, "fold")) for number in range(3)]
            clocks.submit = submit
            await found.until(11 + DECISION + 4 * AGAIN)
            assert [at for at, _ in found.happened(Folded)] == [11 + DECISION + 3 * AGAIN]

    run(story())


# --- no stall ---------------------------------------------------------------------------------------------------------


def test_who_cannot_pay_for_the_least_bet_folds(tmp_path):
    async def story():
        async with timed(tmp_path, floor("delta-1", least=True)) as found:
            await seated(found, "delta-1", "ann", "bob", chips=10)
            await found.bet("ann", "delta-1", 5)
            await found.bet("bob", "delta-1", 10)
            await found.deciding("delta-1")
            await found.until(1_000)
            assert [event.seat for _, event in found.happened(Raised)][:1] == [1], "the least that Ann can bet"
            assert sorted(event.seat for _, event in found.happened(Folded)) == [1, 2]
            assert found.happened(RoundClosed)

    run(story())


def test_whatever_the_least_bet_is_refused_for_the_hand_is_folded_in_the_end(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1", least=True)) as found:
            await seated(found, "edge-1", "ann")
            await found.bet("ann", "edge-1")
            await found.deciding("edge-1")
            submit = found.service.clocks.submit

            async def stumbling(command: c.AnyCommand) -> object:
                if isinstance(command, c.AtTable) and command.command == Choose(1, "1x"):
                    raise ZeroDivisionError
                return await submit(command)

            found.service.clocks.submit = stumbling
            await found.until(100)
            assert [event.seat for _, event in found.happened(Folded)] == [1]

    run(story())


@pytest.mark.slow
@pytest.mark.parametrize("least", [False, True])
@pytest.mark.parametrize("stories", [3, pytest.param(20, marks=pytest.mark.soak)])
def test_no_table_ever_stalls_however_few_chips_there_are(tmp_path_factory, stories, least):
    """Players with next to nothing bet what they have and do not decide: every round that is dealt comes to its end."""

    @settings(max_examples=stories, database=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 10**6))
    def play(seed):
        _play_with_few_chips(tmp_path_factory.mktemp("house"), seed, least=least)

    play()


def _play_with_few_chips(folder, seed, *, least):
    chance = random.Random(seed)
    longest = BETS + 3 * DECISION + 1

    async def play(found: Timed, table: str):
        for person in ("ann", "bob"):
            await found.seat(f"{person}-{table}", table, 1 + (person == "bob"), chance.choice((5, 6, 10, 15, 25)))
        for _ in range(4):
            await found.betting(table)
            begun, settings_ = found.seconds(), found.table(table).plan.settings
            for person in (f"ann-{table}", f"bob-{table}"):
                stakes = {base_of(table): settings_.minimum * chance.choice((1, 1, 2))}
                wagers = [name for name in settings_.offered if chance.random() < 0.3]
                stakes |= {name: settings_.jackpot_wagers.get(name, settings_.side_minimum) for name in wagers}
                if not await _try(found, person, _bet(found, table, person, stakes)):
                    await _try(found, person, _bet(found, table, person, {base_of(table): settings_.minimum}))
            if not found.table(table).round.state.seats:
                return  # nobody has chips to bet with
            round_id = found.table(table).round_id
            await asyncio.sleep(longest)
            assert found.table(table).round_id != round_id or not found.table(table).is_playing, (begun, table)

    async def story():
        text = floor(*TABLES, least=least, service="$0")
        async with timed(folder, text) as found:
            await asyncio.gather(*(play(found, table) for table in TABLES))
            assert found.happened(RoundClosed)

    run(story(), delay=lambda: chance.choice((0, 0, 0.01, 0.2)))


def _bet(found: Timed, table: str, person: str, stakes: dict[str, int]) -> c.AtTable:
    return c.AtTable(table, Bet(found.table(table).seat_of(person), stakes))


async def _try(found: Timed, person: str, command: c.AnyCommand) -> bool:
    try:
        await found.do(person, command)
    except CardroomError:
        return False
    return True


# --- one answer -------------------------------------------------------------------------------------------------------


def test_a_wait_says_who_has_to_do_what_since_when_and_until_when(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            assert found.waits("edge-1").until is None, "nobody has bet"
            await found.until(60)
            await found.bet("ann", "edge-1")
            wait = found.waits("edge-1")
            times = found.seconds(wait.since), found.deadline("edge-1")
            assert (wait.what, wait.whose, times) == (Wait.BETS, None, (60, 60 + BETS))
            await found.deciding("edge-1")
            wait = found.waits("edge-1")
            times = found.seconds(wait.since), found.deadline("edge-1"), found.deadlines("edge-1")
            assert (wait.what, wait.whose, wait.seats) == (Wait.DECISIONS, Whose.PLAYERS, (1,))
            assert times == (60 + BETS, None, {1: 60 + BETS + DECISION})

    run(story())


def test_a_wait_that_is_not_on_disk_has_no_end_yet(tmp_path):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann", "bob")
            await found.bet("ann", "edge-1")
            assert found.deadline("edge-1") is not None
            closing = asyncio.create_task(found.do("house", c.AtTable("edge-1", CloseBets())))
            await asyncio.sleep(0.1)
            wait = found.waits("edge-1")
            assert (wait.what, wait.until, wait.deadlines) == (Wait.DECISIONS, None, {}), "not the clock of the bets"
            await closing
            assert found.deadlines("edge-1").keys() == {1}

    run(story(), delay=lambda: 0.5)


# --- cost -------------------------------------------------------------------------------------------------------------


def test_a_table_that_nothing_happened_at_is_not_looked_at_again(tmp_path, monkeypatch):
    async def story():
        async with timed(tmp_path, floor("edge-1")) as found:
            await seated(found, "edge-1", "ann")
            await found.bet("ann", "edge-1")
            clocks, table = found.service.clocks, found.table("edge-1")
            looked = []
            monkeypatch.setattr("cardroom.house.runtime.table_clocks.timed_wait", lambda *of: looked.append(of))
            for _ in range(3):
                clocks.wind(table, found.service.house.position)
            assert not looked

    run(story())
