"""Any round is found by table, seat and time, and explained card by card; of one in progress only what anyone sees."""

from __future__ import annotations

import re

import msgspec
import pytest
import sqlalchemy as sa

from cardroom.cli import main
from cardroom.errors import CardroomError
from cardroom.games.catalogue import games
from cardroom.house.engine.next_step import next_step
from cardroom.house.log import commands as c
from cardroom.house.reports.day_report import Day
from cardroom.house.reports.dispute_pages import explained_round
from cardroom.house.reports.round_search import PAGE, find_rounds
from cardroom.jackpots.commands import EndGame, Till
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.table.text.round_explanation import quote

from .felt import REAL, win_on_the_felt
from .logs import audited, stored

TABLE = "edge-2"
A_CARD = re.compile(r"\b(?:10|[2-9JQKA])[cdhs]\b")


class Looking:
    def __init__(self, room, path) -> None:
        self.room, self.store = room, stored(room, path)

    def find(self, table: str = TABLE, **more):
        with self.store.reading() as reader:
            return find_rounds(reader, self.room.house, table, **more)

    def explain(self, round_id: str):
        with self.store.reading() as reader:
            return explained_round(reader, self.room.house, round_id)


@pytest.fixture
def evening(room, tmp_path) -> Looking:
    """Thirty rounds of two people; the second sits out every other one."""
    room.guest("ann", TABLE, 1, chips=900)
    room.guest("bob", TABLE, 3, chips=900)
    for number in range(30):
        room.begin(TABLE)
        room.bet("ann", TABLE, 5, blind=5)
        if number % 2:
            room.bet("bob", TABLE, 5, blind=5)
        room.deal(TABLE)
        room.finish(TABLE, lambda names: names[0])
    return Looking(room, tmp_path / "house.sqlite")


def test_rounds_are_found_by_table_seat_and_time(evening):
    latest = evening.find()
    assert [one.round_id for one in latest] == [f"{TABLE}-{number}" for number in range(30, 30 - PAGE, -1)]
    assert [one.round_id for one in evening.find(before=latest[-1].position)] == [
        f"{TABLE}-{number}" for number in range(30 - PAGE, 0, -1)
    ]
    assert {int(one.round_id.rpartition("-")[2]) % 2 for one in evening.find(seat=3)} == {0}
    assert len(evening.find(seat=3)) == 15
    (twelfth,) = [one for one in latest if one.round_id == f"{TABLE}-12"]
    around = evening.find(around=twelfth.began)
    assert [one.round_id for one in around[:6]] == [f"{TABLE}-{number}" for number in range(16, 10, -1)]
    assert (twelfth.seats[0].name, twelfth.seats[0].net, twelfth.is_over) == ("Ann", -10 * DOLLAR, True)
    assert evening.find(seat=5) == []


def test_a_page_reads_what_it_shows_however_long_the_log_is(evening):
    """Every question to the database is answered by an index; the time is found by halving, not by reading on."""
    asked: list[tuple[str, object]] = []
    engine = evening.store.engine
    sa.event.listen(engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    (middle,) = [one for one in evening.find() if one.round_id == f"{TABLE}-15"]
    asked.clear()
    evening.find(seat=3, around=middle.began)
    evening.explain(middle.round_id)
    questions = [(text, values) for text, values in asked if text.startswith("SELECT")]
    assert len(questions) < 60
    with engine.connect() as connection:
        for text, values in questions:
            plan = " ".join(row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values))
            assert not re.search(r"SCAN (rounds|played|later|records|events)\b", plan), (text, plan)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_rule_that_is_quoted_is_a_whole_sentence(game):
    rules = games()[game]
    for number in rules.rules:
        assert quote(rules, number).text.endswith((".", "!", "?"))


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_explains_what_it_paid(make, floor, tmp_path, game):
    """Every settled wager has its rule, its arithmetic and what came back; a hand is made by cards that are held."""
    room = make(floor((f"{game}-1",), links=()))
    table = f"{game}-1"
    base = games()[game].base_wager.id
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, table, seat)
    for _ in range(3):
        room.begin(table)
        for person, seat in (("ann", 1), ("bob", 2)):
            room.do(person, c.AtTable(table, t.Bet(seat, {base: 10 * DOLLAR})))
        room.deal(table)
        room.finish(table)
    looking = Looking(room, tmp_path / "house.sqlite")
    round_id = room.house.tables[table].round_id
    told = looking.explain(round_id)
    assert told.is_over
    assert all(check.holds for check in told.checks)
    state = room.round(table).state
    for seat in told.explained.seats:
        paid = {wager.wager: wager.back for wager in seat.wagers}
        assert paid == state.seats[seat.seat].paid_back
        assert all(wager.arithmetic and wager.rule.number for wager in seat.wagers)
        assert all(wager.rule.text for wager in seat.wagers), [wager.rule for wager in seat.wagers]
        assert all(wager.rule.text.endswith(".") for wager in seat.wagers), "a whole sentence, also of half a rule"
    held = {card for hand in told.explained.hands for card in hand.cards}
    assert held
    for hand in told.explained.hands:
        assert set(hand.made_by) <= held
    assert any(hand.hand for hand in told.explained.hands)
    assert sum(one.amount for one in told.money) == 0


def test_of_a_round_in_progress_no_card_is_told_that_lies_face_down(room, tmp_path):
    room.guest("ann", TABLE, 1)
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, blind=5)
    room.deal(TABLE)
    looking = Looking(room, tmp_path / "house.sqlite")
    told = looking.explain(f"{TABLE}-1")
    assert (told.is_over, told.seed) == (False, "")
    assert not A_CARD.search(msgspec.json.encode(told).decode())
    assert [(hand.cards, hand.hand) for hand in told.explained.hands] == [((), "")] * 2
    assert not looking.find()[0].is_over


def test_a_figure_that_differed_is_told_with_what_became_of_it(make, floor, tmp_path):
    """And nothing of it before the hand is settled: what is due tells of the cards."""
    room = make(floor({TABLE: 'dealer = "human"\npays = "checked"'}, links=()))
    for seat, person in ((1, "ann"), (2, "bob")):
        room.guest(person, TABLE, seat, chips=900)
    room.begin(TABLE)
    for person in ("ann", "bob"):
        room.bet(person, TABLE, 5, blind=5)

    def deal_on() -> None:
        while (step := next_step(room.house, room.house.tables[TABLE])).command is not None:
            room.do("dealer", step.command)

    deal_on()
    for person in ("ann", "bob"):
        room.choose(person, TABLE, "2x")
    deal_on()
    first = room.round(TABLE).next_act().seat
    room.do("dealer", c.PaySeat(TABLE, first, 777 * DOLLAR))
    assert Looking(room, tmp_path / "stopped.sqlite").explain(f"{TABLE}-1").irregular == ()
    room.do("supervisor", c.CorrectPayout(TABLE, "miscounted", handed_over=True))
    (told,) = Looking(room, tmp_path / "corrected.sqlite").explain(f"{TABLE}-1").irregular
    assert told.startswith(f"Seat {first}: Dealer counted out $777, $")
    assert told.endswith("was due. The chips were handed over, and made good: miscounted.")
    room.do("dealer", c.PaySeat(TABLE, room.round(TABLE).next_act().seat, 888 * DOLLAR))
    room.do("supervisor", c.AtTable(TABLE, t.DeclareMisdeal("the cards were mixed up")))
    irregular = Looking(room, tmp_path / "void.sqlite").explain(f"{TABLE}-1").irregular
    assert any("Dealer counted out $888" in words and words.endswith("never put right.") for words in irregular)


def test_a_decision_that_the_clock_has_made_is_told_as_such(room, tmp_path):
    """The house itself decides for nobody before the time is up."""
    for seat, person in ((1, "ann"), (3, "bob")):
        room.guest(person, TABLE, seat)
    room.begin(TABLE)
    for person in ("ann", "bob"):
        room.bet(person, TABLE, 5, blind=5)
    room.deal(TABLE)
    room.choose("ann", TABLE, "fold")
    room.do("house", c.AtTable(TABLE, t.Choose(3, "fold")))
    told = Looking(room, tmp_path / "house.sqlite").explain(f"{TABLE}-1")
    folds = [line for line in told.told if "folds" in line.text]
    assert [line.text for line in folds] == ["Seat 1 folds.", "Seat 3 folds: the time was up."]
    assert all(line.cite for line in folds)
    notes = {hand.seat: hand.note for hand in told.explained.hands}
    assert (notes[1], notes[3]) == ("folded", "folded: the time was up")
    assert all(check.holds for check in told.checks)


def test_rounds_with_real_cards_are_found_with_what_their_jackpots_know(make, floor, tmp_path):
    room = make(floor({"delta-1": REAL}))
    for _ in range(3):
        room.do("dealer", c.CountSensors("delta", "delta-1", (2, 5)))
        room.do("supervisor", c.VoidGame("delta-1", "dropped"))
    win_on_the_felt(room)
    looking = Looking(room, tmp_path / "house.sqlite")
    found = looking.find("delta-1")
    assert [(one.round_id, [here.seat for here in one.seats]) for one in found] == [
        ("delta-1-4", [1, 2]), ("delta-1-3", [2, 5]), ("delta-1-2", [2, 5]), ("delta-1-1", [2, 5]),
    ]  # fmt: skip
    assert [one.round_id for one in looking.find("delta-1", seat=1)] == ["delta-1-4"]
    told = looking.explain("delta-1-4")
    assert [hand.name for hand in told.explained.hands] == ["Seat 1", "The community, for seat 1"]
    assert any("straight flush" in line.lower() for line in told.jackpots)
    assert any("dropped" in line for line in looking.explain("delta-1-2").jackpots)


def test_every_real_round_in_the_list_opens_and_a_void_one_says_so(make, floor, tmp_path, capsys):
    """Rounds of different lengths, some void, one still on: in the list, on their page and on the command line."""
    room = make(floor({"delta-1": REAL, "edge-1": ""}))
    ends = ("won", "void", "over", "over", "void", "won", "over", "on")
    for end in ends:
        if end == "won":
            room.do("supervisor", c.HandOver("delta", win_on_the_felt(room), Till.TRAY))
        else:
            room.do("dealer", c.CountSensors("delta", "delta-1", (2, 5)))
        if end == "void":
            room.do("supervisor", c.VoidGame("delta-1", "dropped"))
        if end in ("won", "over"):
            room.do("dealer", c.AtConsole("delta", EndGame(table="delta-1")))
    looking = Looking(room, tmp_path / "house.sqlite")
    found = looking.find("delta-1")[::-1]
    assert [one.round_id for one in found] == [f"delta-1-{number}" for number in range(1, len(ends) + 1)]
    assert [(one.is_over, one.is_void) for one in found] == [(end != "on", end == "void") for end in ends]
    for one in found:
        told = looking.explain(one.round_id)
        assert (told.round_id, told.is_over, told.is_void) == (one.round_id, one.is_over, one.is_void)
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["audit", "round", one.round_id, "--database", str(looking.store.engine.url)])
        assert f"round {one.round_id}," in capsys.readouterr().out
    for nothing in ("delta-1-99", "edge-1-1", "delta-1", "\x00"):
        with pytest.raises(CardroomError, match="There is no"):
            looking.explain(nothing)
    with looking.store.reading() as reader:
        (report,) = (table for table in Day(reader, room.house.day).tables() if table.table == "delta-1")
    assert (report.rounds, report.voids) == (ends.count("won") + ends.count("over"), ends.count("void"))
    assert audited(str(looking.store.engine.url)).findings == []


def test_the_money_of_a_round_is_that_of_its_wagers_and_its_jackpots(room, tmp_path):
    """A jackpot's wager leaves the layout for its jackpot; an award and envy come on top of what the wagers gave."""
    for seat, person in ((1, "ann"), (3, "bob")):
        room.guest(person, "delta-1", seat)
    room.stack("4d 5d 6d", "2d 3d", "9c Js")
    round_id = room.play("delta-1", "ann", "bob", progressive=1)
    looking = Looking(room, tmp_path / "house.sqlite")
    told = looking.explain(round_id)
    (listed,) = looking.find("delta-1")
    amounts = {one.account: one.amount for one in told.money}
    for seat, here in zip(told.explained.seats, listed.seats, strict=True):
        person = {1: "ann", 3: "bob"}[seat.seat]
        assert here.jackpots > 0
        assert amounts[f"stack:delta-1:{person}"] == seat.back - seat.staked + here.jackpots == here.net + here.jackpots
        assert room.money(person) * DOLLAR == 1000 * DOLLAR + here.net + here.jackpots
    assert sum(amounts.values()) == 0
    words = " ".join(one.words for one in told.money)
    assert "Jackpot Delta gives $498.04: jackpot wager taken in +$2, amount won, win delta-1" in words
    assert "Ante won +$505" in words
    assert "Ante lost +$5" in words
    assert [wager.verdict for wager in told.explained.seats[1].wagers] == ["lost"] * 5
    assert told.jackpots[0].endswith("starts round delta-1-1 with 2 jackpot wagers.")
    assert words.count("jackpot wager taken in") == 1, "and not once more on its way there"
