"""Tables among friends: hosted by players, known to those who are told, over by themselves; and names of one's own."""

from datetime import timedelta

import msgspec
import pytest

from cardroom.games import games
from cardroom.house.features.rounds.rows import PlayedRow, RoundRow
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.alert_detection import Look, causes
from cardroom.house.views.staff.pit import Known, PitBoard
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet
from cardroom.table.engine.betting import with_equal_wagers

from .logs import audited, stored

FIRST = "friends-1"


@pytest.fixture
def room(make, floor):
    room = make(floor(("edge-1",)))
    for person in ("ann", "bob", "cid"):
        room.enrol(person, "guest")
        room.do(person, c.IssuePlayMoney())
    return room


def host(room, person: str = "ann", game: str = "solitaire-stud") -> str:
    room.do(person, c.HostTable(game, 5 * DOLLAR, 50 * DOLLAR, "Friday night"))
    return next(table.id for table in room.house.tables.values() if table.host == person)


def invite(room, table: str, *people: str) -> None:
    for person in people:
        room.do("house", c.Admit(table, person))


def sit(room, table: str, *people: str) -> None:
    if room.house.tables[table].plan.is_private:
        invite(room, table, *people)
    for seat, person in enumerate(people, 1):
        room.do(person, c.SitDown(table, seat, 200 * DOLLAR))


def test_the_limit_that_a_host_chooses_holds_for_side_bets_too(room):
    settings = room.house.tables[host(room)].plan.settings
    assert (settings.minimum, settings.maximum, settings.side_maximum) == (5 * DOLLAR, 50 * DOLLAR, 50 * DOLLAR)


def test_an_evening_among_friends_ends_with_all_money_where_it_belongs(room):
    table = host(room)
    sit(room, table, "ann", "bob")
    room.play(table, "ann", "bob")
    assert room.refused("bob", c.EndTable(table)).code == "not-host"
    assert room.refused("ann", c.HostTable("solitaire-stud", DOLLAR, DOLLAR, "x")).code == "hosting-already"
    room.begin(table)
    room.bet("ann", table)
    room.deal(table)
    room.do("ann", c.EndTable(table))
    assert table in room.house.tables, "the hand in play is finished first"
    room.finish(table)
    assert table not in room.house.tables
    left = {account: amount for account, amount in room.house.books.items() if table in account}
    assert left == {}
    assert sum(room.house.books.values()) == 0
    assert room.house.rounds_of_removed == {}
    assert host(room) == "friends-2", "an id never comes again"


@pytest.mark.parametrize("is_dealt", [True, False])
def test_an_audit_follows_it_to_its_end_also_in_the_middle_of_a_round(room, tmp_path, is_dealt):
    table = host(room)
    sit(room, table, "ann", "bob")
    room.play(table, "ann", "bob")
    room.begin(table)
    for person in ("ann", "bob"):
        room.bet(person, table)
    if is_dealt:
        room.deal(table)
    room.do("ann", c.EndTable(table))
    room.finish(table)
    assert table not in room.house.tables
    assert all(row.is_over for row in room.index(PlayedRow)), "the last round is in everybody's history"
    assert all(row.last and row.seed for row in room.index(RoundRow))
    store = stored(room, tmp_path / "house.sqlite")
    store.engine.dispose()
    found = audited(str(store.engine.url))
    assert [str(finding) for finding in found.findings] == []
    assert found.rounds == 2


def test_it_outlives_a_restart_though_it_is_on_no_floor_file(room, floor):
    table = host(room)
    sit(room, table, "ann")
    room.begin(table)
    room.bet("ann", table)
    room.deal(table)
    room.open(floor(("edge-1", "edge-2")))
    room.finish(table)
    room.do("ann", c.StandUp(table))
    room.do("house", c.EndTable(table))
    assert table not in room.house.tables


def test_it_is_no_tile_of_the_pit_and_raises_no_alert_but_stands_in_the_day_s_figures(room):
    for table in (host(room), "edge-1"):
        sit(room, table, "ann" if table == FIRST else "bob")
        room.begin(table)
        room.bet("ann" if table == FIRST else "bob", table)
        room.deal(table)
    later = room.now + timedelta(hours=1)
    view = PitBoard(room.house, Known()).view(Role.SUPERVISOR, later)
    look = Look(at=later, holds={}, largest={}, is_followed=None)
    assert {tile.table for tile in view.tables} == {cause.place for cause in causes(room.house, look)} == {"edge-1"}
    assert room.house.figures[room.house.day].tables[FIRST].drop == 200 * DOLLAR


def test_a_host_asks_people_to_leave_hands_over_and_is_followed(room):
    table = host(room)
    sit(room, table, "ann", "bob", "cid")
    assert room.refused("bob", c.KickOut(table, 3)).code == "not-host"
    assert room.refused("ann", c.KickOut(table, 1)).code == "own-seat"
    room.do("ann", c.KickOut(table, 2))
    assert room.house.balance(accounts.wallet("bob")) == 1_000 * DOLLAR
    assert room.refused("bob", c.SitDown(table, 2, 50 * DOLLAR)).code == "kicked-out"
    room.do("ann", c.HandHostOver(table, 3))
    assert room.refused("ann", c.EndTable(table)).code == "not-host"
    room.do("cid", c.StandUp(table))
    assert room.house.tables[table].host == "ann", "whoever is left is the host"


def test_the_house_gives_a_table_its_id_and_no_guest_ends_private_tables_for_good(room):
    """A guest chose an id dated 2100; every later one was “before” it, and nobody could open a table any more."""
    sent = b'{"type":"HostTable","table":"friends-%012x-%020x","game":"solitaire-stud","minimum":5000000,' % (2**43, 0)
    with pytest.raises(msgspec.ValidationError, match="table"):
        msgspec.json.decode(sent + b'"maximum":5000000,"name":"x"}', type=c.Sent)
    assert host(room) == "friends-1"
    assert host(room, "bob") == "friends-2"


def test_nobody_does_anything_at_a_private_table_who_was_not_let_in(room):
    table = host(room)
    known = room.refused("bob", c.SitDown("nowhere", 2, 50 * DOLLAR))
    for attempt in (c.SitDown(table, 2, 50 * DOLLAR), c.TopUp(table, DOLLAR), c.KickOut(table, 1), c.EndTable(table)):
        refused = room.refused("bob", attempt)
        assert (refused.code, refused.message) == (known.code, known.message.replace("nowhere", table))
    assert f", {table}" not in known.message, "nor is it on the list of tables that there are"
    assert room.refused("bob", c.Admit(table, "bob")).code == "not-allowed"
    invite(room, table, "bob")
    room.do("bob", c.SitDown(table, 2, 50 * DOLLAR))


def test_a_kicked_guest_is_let_in_no_more_and_the_invitation_is_void(room):
    table = host(room)
    sit(room, table, "ann", "bob")
    before = room.house.tables[table].invitation
    assert room.refused("bob", c.VoidInvitation(table)).code == "not-host"
    room.do("ann", c.KickOut(table, 2))
    assert room.house.tables[table].invitation != before
    assert room.refused("house", c.Admit(table, "bob")).code == "kicked-out"
    assert room.refused("bob", c.StandUp(table)).code == "kicked-out"
    room.do("ann", c.VoidInvitation(table))
    assert room.house.tables[table].invitation == before + 2


def test_who_is_asked_to_leave_takes_a_bet_back_and_finishes_a_hand(room):
    table = host(room)
    sit(room, table, "ann", "bob")
    room.begin(table)
    for person in ("ann", "bob"):
        room.bet(person, table)
    room.do("ann", c.KickOut(table, 2))
    assert room.house.balance(accounts.wallet("bob")) == 1_000 * DOLLAR
    room.deal(table)
    assert list(room.round(table).state.seats) == [1]
    room.finish(table)
    invite(room, table, "cid")
    room.do("cid", c.SitDown(table, 3, 200 * DOLLAR))
    room.begin(table)
    for person in ("ann", "cid"):
        room.bet(person, table)
    room.deal(table)
    assert room.refused("ann", c.KickOut(table, 3)).code == "hand-in-play"
    room.finish(table)
    room.do("ann", c.KickOut(table, 3))
    assert list(room.house.tables[table].seats) == [1]


def test_a_house_for_real_money_has_none(make, floor):
    room = make(floor(("edge-1",), house="play_money = false"))
    room.enrol("ann", "player")
    assert room.refused("ann", c.HostTable("edge-1", DOLLAR, DOLLAR, "x")).code == "real-money"


LOOK_ALIKE = (
    "Dеа1er", "DeaIer", "ᴅᴇᴀʟᴇʀ", "ＤＥＡＬＥＲ", "𝔇ealer", "Dea\u200bler", "Dea\u00adler", "Dea\u3164ler",
    "Dealer\ufe0f", "Deaǀer",
    "D.E.A.L.E.R", "D e a l e r", "De aler", "Dealer1", "Dealer 7", "TheDealer", "dealerAnna", "cIealer", "Dęåłèř",
    "the House", "ΗOUSE", "ΗΟUЅΕ", "House2", "thehouse", "H0use", "НОUSE", "Sup3rvisor", "supervisor-1", "SuperνIsor",
    "Adm1n", "Adrnin", "аdmіn", "Staff", "5taff", "Ѕtаff", "hοst", "Ηost", "Pit Boss", "Te5t R00m", "Test Room 2",
    "Sue Park", "SUE PARK", "Sue Ρark", "5ue.Park", "Sue Park7",
)  # fmt: skip


@pytest.mark.parametrize("name", ["A", "x" * 21, "fuсk it", "\u202eevil", "_", "n4zi", "\u3164\u3164", "Ᏼob", "Zoёy"])
def test_a_name_is_short_and_readable(room, name):
    assert room.refused("ann", c.SetName(name)).code == "bad-name"


@pytest.mark.parametrize("name", LOOK_ALIKE)
def test_a_name_looks_like_nobody_s_of_the_house(room, name):
    room.enrol("sue park", "supervisor")
    assert room.refused("ann", c.SetName(name)).code == "bad-name"


@pytest.mark.parametrize(
    "name",
    ["Ghost", "Stafford", "Whitehouse", "Zoë", "O’Hara", "Jean-Luc", "Nazım", "Grape 7", "Ольга", "Ελένη", "山田",
     "민수", "Sue", "Adele R", "R2 D2", "Łukasz", "Søren"],
)  # fmt: skip
def test_who_is_called_like_nobody_there_is_called_so(room, name):
    room.enrol("sue park", "supervisor")
    room.do("ann", c.SetName(name))
    assert room.house.people["ann"].name == name


@pytest.mark.parametrize("name", ["fuсk it", "a\u202eb", "\u200b\u200b"])
def test_so_is_the_name_of_a_table(room, name):
    assert room.refused("ann", c.HostTable("solitaire-stud", DOLLAR, DOLLAR, name)).code == "bad-name"


@pytest.mark.parametrize("game", list(games()))
def test_friends_play_any_game(room, game):
    table = host(room, game=game)
    sit(room, table, "ann")
    room.begin(table)
    settings = room.house.tables[table].plan.settings
    stakes = with_equal_wagers(settings, {settings.rules.base_wager.id: 5 * DOLLAR})
    room.do("ann", c.AtTable(table, Bet(1, stakes)))
    room.deal(table)
    room.finish(table)
    assert not room.house.tables[table].is_playing


@pytest.mark.parametrize("name", ["Grace", "GRACE", "G r a c e", "Gracé."])
def test_among_friends_nobody_passes_for_another(room, name):
    room.do("ann", c.SetName("Grace"))
    table = host(room)
    sit(room, table, "ann", "bob")
    assert room.refused("bob", c.SetName(name)).code == "name-taken"
    room.do("bob", c.StandUp(table))
    room.do("bob", c.SetName(name))  # elsewhere somebody may be called the same
    sits_down = c.SitDown(table, 2, 50 * DOLLAR)
    assert room.refused("bob", sits_down).code == "name-taken"
    room.do("ann", c.SetName("Graciela"))
    room.do("bob", sits_down)


def test_a_name_is_seen_at_the_table(room):
    sit(room, "edge-1", "ann")
    room.do("ann", c.SetName("  Zoë   O’Hara "))
    assert room.house.people["ann"].name == "Zoë O’Hara"
    assert room.house.tables["edge-1"].seats[1].name == "Zoë O’Hara"
