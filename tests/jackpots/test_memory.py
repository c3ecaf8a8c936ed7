"""A link lives for years: what it remembers has bounds, what it forgets is refused with a sentence, totals go on."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import LevelConfig, Link, LinkFigures, LinkState, Source, Who
from cardroom.jackpots.commands import AnyCommand, ChangeRates, Reason, Reconcile, RecordDeposit, StartGame
from cardroom.jackpots.engine.bank_account import bank_position, bank_reconciliation
from cardroom.jackpots.engine.link_state import ROUNDS_REMEMBERED, replay
from cardroom.jackpots.engine.wins import WINS_REMEMBERED
from cardroom.jackpots.reports.meter_reports import level_meters
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.money import CENT, DOLLAR


def test_the_last_hundred_rounds_of_each_table_cannot_be_started_again(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2")))
    floor.game("ms-2", [1])
    for _ in range(ROUNDS_REMEMBERED + 1):
        floor.game("ms-1", [1])
    assert [len(rounds) for rounds in floor.state.rounds.values()] == [1, 100]
    for used, table in (("r1", "ms-2"), ("r3", "ms-1"), ("r102", "ms-1")):
        with pytest.raises(CardroomError, match="is not a new round"):
            floor.do(StartGame(table=table, round_id=used, wagers={}))
    floor.do(StartGame(table="ms-1", round_id="r2", wagers={}))  # the 101st back
    assert floor.replayed() == floor.state


@pytest.fixture(scope="module")
def long_lived(make, pit):
    """More wins of both kinds than a link remembers: one jackpot and one of the tray a game."""
    floor = pit(make.stud())
    floor.start("ms-1", [1, 2])
    for _ in range(WINS_REMEMBERED + 2):
        floor.qualify("ms-1", 2, "flush")
        floor.qualify("ms-1", 1, "straight_flush")
        floor.approve("ms-1")
        floor.end("ms-1")
        floor.start("ms-1", [1, 2])
    return floor


def test_the_newest_wins_of_both_kinds_are_remembered(long_lived):
    kept = sorted(win.number for win in long_lived.state.wins.values())
    assert kept == list(range(5, 2 * WINS_REMEMBERED + 5))
    assert long_lived.state.wins_recorded == 2 * WINS_REMEMBERED + 4
    by_source = [win.source for win in long_lived.state.wins.values()]
    assert by_source.count(Source.TRAY) == by_source.count(Source.METER) == WINS_REMEMBERED


def test_what_is_counted_since_the_beginning_does_not_go_with_them(long_lived):
    (level,) = level_meters(long_lived.state)
    assert level.hits == WINS_REMEMBERED + 2
    assert level.won == proof(long_lived.state).awards
    assert proof(long_lived.state).holds


def test_a_win_that_is_too_old_is_corrected_by_hand(long_lived):
    words = r"Win stud-1 is too old: link stud remembers its last 500 jackpots .* for another reason"
    with pytest.raises(CardroomError, match=words):
        long_lived.back_out("stud-1")
    with pytest.raises(CardroomError, match=words):
        long_lived.adjust("Progressive", -CENT, Reason.AMOUNT_WON, win="stud-1")
    for never in ("stud-0", "stud-9999", "stud-01", "river-1"):
        with pytest.raises(CardroomError, match=f"has no recorded win “{never}”"):
            long_lived.back_out(never)


def test_a_win_of_a_game_in_progress_is_never_forgotten(make, pit, monkeypatch):
    monkeypatch.setattr("cardroom.jackpots.engine.wins.WINS_REMEMBERED", 2)
    floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2")))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "flush")
    for _ in range(3):
        floor.game("ms-2", [1], seat_1="flush")
    assert [*floor.state.wins] == ["stud-1", "stud-3", "stud-4"]
    floor.end("ms-1")
    assert [*floor.state.wins] == ["stud-3", "stud-4"]
    assert floor.replayed() == floor.state


def test_a_copy_shares_nothing_that_changes(make, pit):
    floor = pit(make.mega_link())
    floor.start("ms-1", [1, 2])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.press_next("ms-1")
    before, text = floor.state.copy(), msgspec.json.encode(floor.state)
    assert before == floor.state
    floor.approve("ms-1")
    floor.end("ms-1")
    floor.do(Reconcile(balance=DOLLAR))
    floor.change_rates("Mega", 100, 0)
    assert msgspec.json.encode(before) == text
    assert before != floor.state


def test_a_link_goes_on_from_a_state_and_names_only_its_own_documents(make, pit):
    floor = pit(make.stud())
    link = Link(floor.state.copy())
    assert link.configs == {}
    (changed,) = link.do(
        ChangeRates(level="Progressive", contribution=100, reserve=0, why="x"), Who(floor.now, "sue", "eve")
    )
    assert link.configs == {changed.config: link.state.config}
    assert replay([*floor.events, changed], floor.configs | link.configs) == link.state


def test_verifying_a_change_names_no_document(make, pit):
    floor = pit(make.stud())
    command = ChangeRates(level="Progressive", contribution=100, reserve=0, why="x")
    assert floor.link.can(command, floor.who("sue", "eve"))
    assert len(floor.link.configs) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "RecordDeposit", "amount": 0}',
        '{"type": "RecordDeposit", "amount": 5, "by": "mallory"}',
        '{"type": "PressSeat", "table": "ms-1", "seat": 13}',
        '{"type": "PressHand", "table": "", "line": "flush"}',
        '{"type": "ChangeRates", "level": "Mega", "contribution": 10001, "reserve": 0, "why": "x"}',
        '{"type": "BackOut", "win": "", "why": "x"}',
        '{"type": "Adjust", "level": "Mega", "change": 1, "reason": "amount-won", "why": ""}',
    ],
)
def test_what_comes_over_a_wire_is_bounded(text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=AnyCommand)


def test_the_last_statement_of_the_bank_and_what_was_booked_since(make, pit):
    """A statement $3 above the books stays $3 above them, until the next one."""
    floor = pit(make.stud())
    assert bank_position(floor.state, floor.now) == bank_reconciliation(floor.state, None, floor.now)
    (reconciled,) = floor.do(Reconcile(balance=5_003 * DOLLAR), "acc")
    assert reconciled.difference == 3 * DOLLAR
    said = floor.state.statement
    assert (said.at, said.balance, said.difference) == (floor.now, 5_003 * DOLLAR, 3 * DOLLAR)
    floor.game("ms-1", range(1, 8))
    floor.do(RecordDeposit(amount=100 * CENT), "acc")
    (by_the_books,) = floor.do(Reconcile(), "acc")
    assert by_the_books.difference is None
    found = bank_position(floor.state, floor.now)
    assert (found.booked, found.balance, found.difference) == (5_001 * DOLLAR, 5_004 * DOLLAR, 3 * DOLLAR)
    late = bank_position(floor.state, floor.now + timedelta(days=8))
    assert (late.required, late.shortfall) == (5_001_54 * CENT, 0)
    assert floor.replayed() == floor.state


def test_figures_of_a_day_go_on_from_a_checkpoint(make, pit):
    floor = pit(make.mega_link())
    whole, broken = (LinkFigures.beginning_with(floor.state) for _ in range(2))
    acts = [
        floor.start("ms-1", [1, 2]),
        floor.qualify("ms-1", 2, "straight_flush"),
        floor.press_next("ms-1"),
        floor.press_next("ms-1"),
        floor.press_next("ms-1"),
        floor.press_next("ms-1"),
        floor.end("ms-1"),
        floor.back_out("river-1"),
        floor.adjust("Major", -CENT, Reason.AMOUNT_WON, win="river-1"),
        floor.change(tables=floor.config.tables[1:]),
    ]
    for events in acts:
        for event in events:
            whole.count(event, floor.state)
            broken.count(event, floor.state)
        broken = msgspec.json.decode(msgspec.json.encode(broken), type=LinkFigures)
    assert broken == whole
    assert [name for name, _ in broken.in_order(floor.config)] == ["ms-2", "cs-1", "ms-1"]
    activity, major = whole.tables["ms-1"], whole.levels["Major"]
    assert (activity.wagers, activity.won_from_meter, activity.backed_out_to_meter) == (
        2,
        1_000_13 * CENT,
        1_000_12 * CENT,
    )
    assert (major.beginning, major.ending) == (1_000 * DOLLAR, floor.balance("meter:Major"))
    assert [(line.hitter, line.seat) for line in whole.envy] == [(2, 1)]


def test_corrections_say_where_the_win_was(make, pit):
    floor = pit(make.house_jackpot())
    floor.game("kis-1", [1], seat_1="7-card_straight_flush")
    (event,) = floor.back_out("straight-1")
    assert (event.table, event.source, event.level, event.amount) == ("kis-1", Source.HOUSE, "House", 2_500 * DOLLAR)
    stud = pit(make.stud())
    stud.game("ms-1", [1], seat_1="straight_flush")
    (event,) = stud.adjust("Progressive", -CENT, Reason.MALFUNCTION, win="stud-1")
    assert event.table == "ms-1"
    (event,) = stud.adjust("Progressive", -CENT, Reason.MALFUNCTION)
    assert event.table == ""


def test_an_event_names_its_configuration_and_the_state_holds_it(make, pit):
    floor = pit(make.stud())
    floor.change(levels=(LevelConfig(name="Progressive", seed=DOLLAR),))
    opened, changed = (event.config for event in floor.events)
    assert opened != changed
    assert floor.configs[changed] == floor.config
    assert floor.state.config_hash == changed
    with pytest.raises(KeyError):
        LinkState(floor.config).apply(floor.events[-1])
