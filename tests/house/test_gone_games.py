"""A log that names a game whose file is gone, changed or broken: it still opens, and nobody loses a cent by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.errors import CardroomError
from cardroom.games.catalogue import add_file, forget_file, is_known
from cardroom.house.engine.table_wait import Wait, waits_for
from cardroom.house.floor.floor_check import open_floor
from cardroom.house.floor.floor_file import Absent
from cardroom.house.history.round_histories import find_round
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.reports.log_exports import exported_records
from cardroom.house.runtime.startup import opening_command, with_absent_tables_from_log
from cardroom.house.storage.store import Store
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.players.past_rounds import past_round
from cardroom.house.views.table_frames import table_view
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.table.events import CardsBurned, PacketDealt, RoundOpened, RoundVoided, Surrendered, TakenBack

from ..floors import read_floor
from .conftest import Room
from .logs import audited, stored

HARBOUR = Path(__file__).parents[1] / "outside" / "harbour.py"

FLOOR = """
games = ["harbour.py"]

[[table]]
id = "h1"
game = "harbour-stud"
jackpots = ["beacon"]
best = true

[[table]]
id = "t1"
game = "harbour-tides"

[[table]]
id = "s1"
game = "solitaire-stud"

[[link]]
id = "beacon"
paytable = "Beacon 1"
[[link.level]]
name = "Beacon"
seed = "$500"
contribution = "20%"
"""
PEOPLE = ("ann", "bob", "cleo", "dan")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "harbour.py"
    path.write_text(HARBOUR.read_text(encoding="utf-8"), encoding="utf-8")
    add_file(path)
    yield path
    forget_file(path)


@pytest.fixture
def room(file: Path) -> Room:
    """A round at each table over, and one in the middle: a bet taken back, a hand surrendered, another raised."""
    room = Room(FLOOR.replace("harbour.py", str(file)))
    for seat, person in enumerate(PEOPLE, 1):
        room.guest(person, "h1", seat)
    room.play("h1", *PEOPLE[:2], second=5, both=1, best=1, beacon=1)
    room.enrol("eve", "guest")
    room.do("eve", c.IssuePlayMoney())
    room.do("eve", c.SitDown("t1", 3, 100 * DOLLAR))
    room.begin("t1")
    room.do("eve", c.AtTable("t1", t.Bet(3, {"sun": 10 * DOLLAR, "tide": 5 * DOLLAR})))
    room.deal("t1")
    room.begin("t1")
    room.do("eve", c.AtTable("t1", t.Bet(3, {"moon": 10 * DOLLAR})))
    room.before = {person: room.money(person) for person in (*PEOPLE, "eve")}
    room.begin("h1")
    for person in PEOPLE:
        room.bet(person, "h1", ante=10, second=10, both=5, best=1, beacon=1)
    room.deal("h1")
    for person in PEOPLE:
        room.choose(person, "h1", "take back" if person == "ann" else "keep")
    room.choose("bob", "h1", "surrender")
    room.choose("cleo", "h1", "2x")
    assert room.events(TakenBack)
    assert room.events(Surrendered)
    assert room.events(CardsBurned)
    return room


def start_again(room: Room) -> Room:
    """From the written bytes alone, on the floor as it was."""
    again = room.replayed()
    again.take(again.house.do(SERVICE, opening_command(again.house, again.floor), "", again.now))
    return again


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    forget_file(file)
    add_file(file)


def require_all_back(again: Room) -> None:
    assert {person: again.money(person) for person in again.before} == again.before
    assert not any(account.startswith("layout") and amount for account, amount in again.house.books.items())
    assert sum(again.house.books.values()) == 0


def test_with_its_game_gone_a_house_opens_and_its_rounds_are_void(room, file):
    forget_file(file)
    again = start_again(room)
    require_all_back(again)
    assert [event.cause for event in again.events(RoundVoided)] == [t.VoidCause.RULES_GONE] * 2
    assert [again.house.tables[name].is_open for name in ("h1", "t1", "s1")] == [False, False, True]
    assert not again.house.tables["h1"].seats
    assert again.house.links["beacon"].state.displayed("Beacon") == room_meter_before(room)


def room_meter_before(room: Room) -> int:
    """After the first round: two wagers of a dollar, a fifth of each to the meter."""
    assert room.house.links["beacon"].state.displayed("Beacon") > 500 * DOLLAR
    return 500 * DOLLAR + 2 * DOLLAR // 5


def test_the_rest_of_the_house_goes_on(room, file):
    forget_file(file)
    again = start_again(room)
    again.do("ann", c.SitDown("s1", 1, 50 * DOLLAR))
    again.play("s1", "ann")
    assert again.house.tables["s1"].seed
    again.prove()


def test_until_then_nothing_can_be_done_but_a_misdeal(room, file):
    forget_file(file)
    again = room.replayed()
    assert waits_for(again.house, again.house.tables["h1"]) is Wait.DEALER
    refusal = again.refused("dan", c.AtTable("h1", t.Choose(4, "1x")))
    assert refusal.code == "rules-gone"
    assert again.refused("house", c.BeginRound("t1")).code == "round-open"
    again.do("supervisor", c.AtTable("h1", t.DeclareMisdeal("no rules")))
    assert again.money("bob") == again.before["bob"]


def test_changed_rules_void_the_round_that_was_begun_under_others(room, file):
    change(file, '"win by 9", "30 to 1"', '"win by 9", "31 to 1"')  # of the other game
    change(file, "unqualified=win(EVEN_MONEY", "unqualified=win(Odds(2, 1)")
    again = start_again(room)
    assert [event.cause for event in again.events(RoundVoided)] == [t.VoidCause.RULES_CHANGED]
    assert {person: again.money(person) for person in PEOPLE} == {person: again.before[person] for person in PEOPLE}
    assert not again.house.tables["h1"].is_open
    again.do("supervisor", c.OpenTable("h1", 20_000 * DOLLAR))
    again.do("ann", c.SitDown("h1", 1, 100 * DOLLAR))
    again.play("h1", "ann", second=5)
    again.prove()


def test_rules_that_changed_between_rounds_are_simply_the_new_ones(room, file):
    room.finish("h1")
    room.do("supervisor", c.AtTable("t1", t.DeclareMisdeal("tide is out")))
    change(file, "unqualified=win(EVEN_MONEY", "unqualified=win(Odds(2, 1)")
    again = start_again(room)
    assert again.house.tables["h1"].is_open
    again.play("h1", "ann", second=5)


def test_a_table_without_its_game_stays_closed_and_says_why_until_the_file_is_back(room, file):
    forget_file(file)
    again = start_again(room)
    refusal = again.refused("supervisor", c.OpenTable("h1", 1_000 * DOLLAR))
    assert refusal.message == "Harbour Stud stays closed. The rules of “harbour-stud” are not to be had."
    (line, *_) = LobbyBoard(again.house).tables()
    assert (line.table, line.waits_for) == ("h1", Wait.CLOSED)
    assert line.summary == "The rules of “harbour-stud” are not to be had."
    assert table_view(again.house, again.house.tables["h1"], "ann").events == ()
    assert start_again(again).house.tables.keys() == again.house.tables.keys()
    add_file(file)
    back = start_again(again)
    assert not back.house.tables["h1"].is_open
    back.do("supervisor", c.OpenTable("h1", 1_000 * DOLLAR))
    assert back.house.tables["h1"].is_open


@pytest.mark.parametrize("is_back", [False, True])
def test_the_audit_follows_what_it_cannot_do_again_and_finds_no_fault(room, file, tmp_path, is_back):
    forget_file(file)
    again = start_again(room)
    again.do("house", c.TakeCheckpoint())
    if is_back:
        add_file(file)
    found = audited(str(stored(again, tmp_path / "house.sqlite").engine.url))
    assert [str(finding) for finding in found.findings] == []
    assert found.rounds_of_missing_games == (0 if is_back else 4)
    assert found.house.checkpoint() == again.house.checkpoint()


def test_a_checkpoint_in_the_middle_of_such_a_round_is_no_finding(room, file, tmp_path):
    room.do("house", c.TakeCheckpoint())
    change(file, "unqualified=win(EVEN_MONEY", "unqualified=win(Odds(2, 1)")
    found = audited(str(stored(room, tmp_path / "house.sqlite").engine.url))
    assert [str(finding) for finding in found.findings] == []
    assert found.rounds_under_other_rules == 2


def test_an_export_leaves_cards_sealed_that_nobody_can_turn(room, file, tmp_path):
    forget_file(file)
    store = stored(start_again(room), tmp_path / "house.sqlite")
    with store.reading() as reader:
        assert len(list(exported_records(reader))) > 20


def packets(events) -> list[PacketDealt]:
    return [event for event in events if isinstance(event, PacketDealt)]


def test_a_past_round_is_told_from_the_deck_that_it_was_dealt_from_or_not_at_all(room, file, tmp_path):
    """Other pays leave the deck as it was, which the cards shown prove; other cards do not."""
    store, round_id = stored(room, tmp_path / "house.sqlite"), next(iter(room.events(RoundOpened))).round_id

    def told():
        with store.reading() as reader:
            story = find_round(reader, round_id)
            out = [event for line in exported_records(reader) for part in line.record.parts for event in part.events]
        dealt = packets(each.event for each in story.told)
        assert packets(out)[: len(dealt)] == dealt
        return dealt, story

    def own():
        return packets(past_round(store, room.house, round_id, "ann", is_staff=False).events)

    known, mine = told()[0], own()
    assert None not in [packet.cards for packet in known]
    change(file, "unqualified=win(EVEN_MONEY", "unqualified=win(Odds(2, 1)")
    assert (told()[0], own()) == (known, mine)
    change(file, 'name="Harbour Stud",', 'name="Harbour Stud", deck=Deck(ranks=tuple("3456789JQKA")),')
    hidden, story = told()
    assert story.has_other_rules
    assert [packet.cards for packet in hidden] == [None] * len(known)
    assert story.holds
    with pytest.raises(CardroomError, match="was played under other rules than those at hand"):
        own()


def test_the_floor_file_still_opens_with_the_table_as_the_log_has_it(room, file, tmp_path):
    forget_file(file)
    file.unlink()
    floor_file = tmp_path / "floor.toml"
    floor_file.write_text(FLOOR, encoding="utf-8")
    absent = Absent()
    floor = open_floor(floor_file, lambda game, table: {}, absent=absent).sound
    assert [plan.id for plan in floor.tables] == ["s1"]
    assert absent.files == [f"{floor_file}:2: {file}: cannot be read (No such file or directory)."]
    assert absent.tables["h1"] == f"{floor_file}:6: There is no game “harbour-stud”: table h1 is closed."
    store = stored(room, tmp_path / "house.sqlite")
    kept = with_absent_tables_from_log(floor, absent, store)
    assert {plan.id for plan in kept.tables} == {"h1", "t1", "s1"}
    assert [link.id for link in kept.links] == ["beacon"]
    again = room.replayed()
    done = again.take(again.house.do(SERVICE, opening_command(again.house, kept), "", again.now))
    assert set(done.record.command.closes) == {"h1", "t1"}
    require_all_back(again)


def test_a_game_that_the_log_does_not_know_either_is_refused(file, tmp_path):
    floor_file = tmp_path / "floor.toml"
    floor_file.write_text(FLOOR.replace('"harbour-stud"', '"harbor-stud"'), encoding="utf-8")
    absent = Absent()
    floor = open_floor(floor_file, lambda game, table: {}, absent=absent).sound
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    with pytest.raises(CardroomError, match="There is no game “harbor-stud”"):
        with_absent_tables_from_log(floor, absent, store)


def test_a_floor_file_names_game_files_and_is_told_their_mistakes_with_its_line(file, tmp_path):
    text = FLOOR.replace('games = ["harbour.py"]', 'games = [\n  "harbour.py",\n  "reef.py",\n]')
    (tmp_path / "reef.py").write_text("1 / 0\n", encoding="utf-8")
    floor, mistakes = read_floor(text, str(tmp_path / "floor.toml"), lambda game, table: {})
    assert floor is None
    reef = f"{tmp_path / 'reef.py'}:1: ZeroDivisionError: division by zero"
    assert mistakes == [f"{tmp_path / 'floor.toml'}:4: {reef}"]
    assert is_known("harbour-stud")


def test_a_game_from_outside_is_played_at_a_table_like_any_other(room):
    room.finish("h1")
    assert [event.round_id for event in room.events(e.SeedRevealed)] == ["h1-1", "t1-1", "h1-2"]
    room.prove()


def test_a_round_without_a_decision_leaves_rows_that_the_audit_knows(room, tmp_path):
    """It is over in the record that closes its bets."""
    assert audited(str(stored(room, tmp_path / "house.sqlite").engine.url)).findings == []
