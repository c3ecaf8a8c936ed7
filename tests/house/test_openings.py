"""The house starts again on another floor: tables come, change and go, and every dollar goes where it belongs."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots.events import AwardPaid
from cardroom.money import DOLLAR
from cardroom.table.events import RoundOpened

TABLES = ("edge-1", "delta-1")


@pytest.fixture
def room(make, floor):
    """Ann at the table without a jackpot, Bob at the one with it."""
    room = make(floor(TABLES))
    room.guest("ann", "edge-1", 3)
    room.guest("bob", "delta-1", 1)
    return room


def refused(room, text: str) -> CardroomError:
    before, written = room.state(), len(room.log)
    with pytest.raises(CardroomError) as refusal:
        room.open(text)
    assert (room.state(), len(room.log)) == (before, written)
    return refusal.value


def test_the_same_floor_again_changes_nothing(room, floor):
    room.play("edge-1", "ann")
    seats = {name: dict(table.seats) for name, table in room.house.tables.items()}
    books = dict(room.house.books)
    done = room.open(floor(TABLES))
    assert [type(event) for part in done.record.parts for event in part.events] == [e.HouseOpened]
    assert not room.events(e.HouseOpened)[-1].is_changed
    assert room.house.books == books
    assert all(table.seats == seats[name] for name, table in room.house.tables.items())
    room.prove()


def test_a_new_table_is_placed_and_opened_with_its_inventory(room, floor):
    cage = room.dollars("cage")
    done = room.open(floor((*TABLES, "solitaire-1")))
    (part,) = (part for part in done.record.parts if part.stream == "table:solitaire-1")
    assert [type(event) for event in part.events] == [e.TablePlaced, e.TableOpened]
    assert (room.dollars("tray:solitaire-1"), room.dollars("cage")) == (20_000, cage - 20_000)
    assert room.events(e.HouseOpened)[-1].is_changed
    room.do("ann", c.SitDown("solitaire-1", 1, 50 * DOLLAR))
    room.play("solitaire-1", "ann")
    room.prove()


def test_a_round_in_progress_goes_on_under_its_old_limits_and_the_next_has_the_new_ones(room, floor):
    room.begin("edge-1")
    room.open(floor(TABLES).replace('minimum = "$5"', 'minimum = "$25"'))
    room.bet("ann", "edge-1", 5)  # the old minimum
    room.deal("edge-1")
    room.finish("edge-1")
    room.begin("edge-1")
    assert "$25" in room.refused("ann", room.bets("ann", "edge-1", 5)).message
    room.bet("ann", "edge-1", 25)
    first, second = (opened.settings for opened in room.events(RoundOpened))
    assert first != second == room.house.tables["edge-1"].settings
    room.prove()


def test_a_round_that_is_being_bet_on_stays_the_game_that_it_is(make, floor):
    """Another game at the same table: even the wagers that follow from the ante are the old game's."""
    room = make(floor(("edge-1",), links=()))
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.open(floor(("edge-1",), links=()).replace('"straight-edge-1"', '"solitaire-stud"'))
    room.bet("ann", "edge-1", 10)
    assert set(room.round("edge-1").state.seats[1].stakes) == {"ante"}
    room.deal("edge-1")
    room.finish("edge-1")
    room.play("edge-1", "ann")
    assert room.round("edge-1").state.game.id == "solitaire-stud"
    room.prove()


def test_a_restart_in_the_middle_of_a_hand_takes_new_limits_and_the_same_cards(room, floor):
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    again = room.replayed()
    again.open(floor(TABLES).replace('minimum = "$5"', 'minimum = "$25"'))
    room.finish("edge-1")
    again.finish("edge-1")
    assert again.round("edge-1").events == room.round("edge-1").events
    again.prove()


def test_a_table_that_is_gone_gives_everyone_what_is_theirs(room, floor):
    room.play("edge-1", "ann")
    money = room.money("ann")
    done = room.open(floor(("delta-1",)))
    (part,) = (part for part in done.record.parts if part.stream == "table:edge-1")
    kinds = [type(event) for event in part.events]
    assert kinds == [e.StoodUp, e.DropCollected, e.TableClosed, e.TableRemoved]
    assert "edge-1" not in room.house.tables
    assert (room.money("ann"), room.dollars("wallet:ann")) == (money, money)
    assert not [account for account in room.house.books if ":edge-1" in account]
    assert room.refused("ann", c.SitDown("edge-1", 1, 50 * DOLLAR)).code == "unknown-table"
    room.prove()


def test_a_table_with_a_round_in_play_is_not_taken_away(room, floor):
    room.begin("edge-1")
    assert "put it back until that is over" in refused(room, floor(("delta-1",))).message
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    assert refused(room, floor(("delta-1",))).code == "round-in-play"
    room.finish("edge-1")
    room.open(floor(("delta-1",)))
    assert "edge-1" not in room.house.tables


def test_a_table_that_waits_for_an_award_is_not_taken_away(make, floor):
    room = make(floor(TABLES, service="$0"))
    room.guest("bob", "delta-1", 1)
    room.stack("10s Js Qs", "9s 8s")
    room.play("delta-1", "bob", progressive=1)
    assert room.is_jackpot_open("delta-1")
    assert refused(room, floor(("edge-1",), service="$0")).code == "round-in-play"


def test_a_table_that_comes_back_counts_its_rounds_on(room, floor):
    """No round ever has another one's name: seeds, rows and links go by it."""
    assert room.play("delta-1", "bob", progressive=1) == "delta-1-1"
    room.open(floor(("edge-1", "delta-2")))
    room.house.go_on_from(room.house.checkpoint())
    room.open(floor(TABLES))
    room.do("bob", c.SitDown("delta-1", 1, 100 * DOLLAR))
    assert room.play("delta-1", "bob", progressive=1) == "delta-1-2"
    room.prove()


def test_money_is_where_it_was_whatever_floors_follow_each_other(room, floor):
    def all_money() -> float:
        """What is not with players is the house's, wherever it lies."""
        return room.money("ann") + room.money("bob")

    had = all_money()
    for tables in (("delta-1",), TABLES, (*TABLES, "edge-2"), ("edge-2", "caribbean-1"), TABLES):
        room.open(floor(tables))
        assert all_money() == had
        assert set(room.house.tables) == set(tables)
        trays = sum(room.dollars(f"tray:{name}") + room.dollars(f"drop:{name}") for name in tables)
        links = sum(amount for account, amount in room.house.books.items() if account.startswith("link:")) / DOLLAR
        assert room.dollars("cage") == -(trays + links + had)
        room.prove()


def test_a_floor_that_nobody_has_given_the_house_cannot_be_opened(room):
    with pytest.raises(CardroomError, match="is missing"):
        room.do("house", c.OpenHouse("0" * 64))


# --- links ------------------------------------------------------------------------------------------------------------

WITHOUT = {"delta-1": "jackpots = []"}
BOTH, ONE = {"delta-1": "", "delta-2": ""}, {"delta-1": "jackpots = []", "delta-2": ""}


@pytest.fixture
def dealt(make, floor):
    """Bob has a wager on the jackpot, and his hand is dealt."""

    def at(tables):
        room = make(floor(tables))
        room.guest("bob", "delta-1", 1)
        room.stack("10s Js Qs", "9s 8s")
        room.begin("delta-1")
        room.bet("bob", "delta-1", 5, progressive=1)
        room.deal("delta-1")
        return room

    return at


@pytest.mark.parametrize(("before", "after"), [(BOTH, ONE), (("delta-1",), WITHOUT)], ids=["left", "gone"])
def test_a_table_does_not_leave_its_link_in_the_middle_of_a_round(dealt, floor, before, after):
    """Whether the link itself stays on the floor or not: the hand may still win."""
    room = dealt(before)
    text = floor(after, links=("delta",) if after is ONE else ())
    assert refused(room, text).message == (
        "In the floor file table delta-1 is no longer on link delta, and it has a round in play:"
        " put it back until that is over."
    )
    room.finish("delta-1")
    assert room.events(AwardPaid)
    if after is ONE:
        room.open(text)
    else:  # and then its money keeps the jackpot in the file
        assert "that players have played for" in refused(room, text).message
    room.play("delta-1", "bob")
    room.prove()


def test_nor_while_a_wager_on_the_jackpot_lies_on_the_layout(make, floor):
    room = make(floor(BOTH))
    room.guest("bob", "delta-1", 1)
    room.begin("delta-1")
    room.bet("bob", "delta-1", 5, progressive=1)
    assert refused(room, floor(ONE)).code == "round-in-play"


def test_a_table_that_joins_a_link_in_the_middle_of_a_round_plays_for_it_from_the_next_one(make, floor):
    room = make(floor(ONE))
    room.guest("bob", "delta-1", 1)
    room.begin("delta-1")
    room.bet("bob", "delta-1")
    room.open(floor(BOTH))
    room.deal("delta-1")
    room.finish("delta-1")
    assert room.dollars("link:delta:meter:Progressive") == 5_000
    room.play("delta-1", "bob", progressive=1)
    assert room.dollars("link:delta:meter:Progressive") == 5_000.20
    room.prove()
