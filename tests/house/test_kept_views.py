"""What is kept between two looks is what would be made anew: of a round, a table's feed, and the lobby."""

from __future__ import annotations

from contextlib import suppress

import pytest

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import DEALING
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.table_frames import YoursAt, standing_of, yours_of
from cardroom.table.engine.procedure import what_is_next
from cardroom.table.text.spoken_hands import Speech

from ..floors import TABLES
from .chaos import Chaos, floor_with


class Followed:
    """A table as its followers have been told of it so far."""

    def __init__(self) -> None:
        self.speech = Speech()
        self.yours: dict[str, tuple[object, object]] = {}  # by person, with what it depended on

    def follow(self, house, table) -> None:
        assert standing_of(house, table, self.speech) == standing_of(house, table)
        at = YoursAt(table, self.speech)
        for person in house.people.values():
            anew = yours_of(table, person.id, dealing=person.role in DEALING)
            assert at.of(person.id, dealing=person.role in DEALING) == anew
            if person.role not in DEALING:
                depends_on = at.depends_on(person.id)
                before = self.yours.get(person.id)
                assert before is None or before[0] != depends_on or before[1] == anew
                self.yours[person.id] = depends_on, anew


def require_next(table) -> None:
    """What comes next in a round is what its stages say from the first on."""
    if table.round is not None and not table.round.stopped:
        found, anew = table.round.next, what_is_next(table.round.state)
        assert (found.step, found.decision, found.seats) == (anew.step, anew.decision, anew.seats)


@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_kept_is_what_would_be_made_anew(make, floor, table):
    links, more = ("delta", "bad-beat", "house-flush"), 'inventory = "$900"'
    first = floor(floor_with(table), links=links, house='play_money_grant = "$5,000"', more=more)
    room = make(first)
    chaos = Chaos(room, 5, (first, first.replace('minimum = "$5"', 'minimum = "$10"')), table)
    board, followed = LobbyBoard(room.house), {}
    board.news()
    told, view = board.no_news().number, board.view()
    lobby = {line.table: line for line in view.tables}
    meters = {one.link: one for one in view.jackpots}
    for _ in range(120):
        with suppress(CardroomError):
            room.do(*chaos.next())
        for name, live in room.house.tables.items():
            followed.setdefault(name, Followed()).follow(room.house, live)
            require_next(live)
        if (news := board.news()) is not None:
            assert (news.after, news.number) == (told, room.house.position)
            told = news.number
            lobby = {name: line for name, line in lobby.items() if name not in news.gone}
            lobby |= {line.table: line for line in news.tables}
            meters |= {one.link: one for one in news.jackpots}
        view = LobbyBoard(room.house).view()
        assert lobby == {line.table: line for line in view.tables}
        assert {one.link: one for one in view.jackpots}.items() <= meters.items()


def test_the_lobby_tells_only_what_has_changed(make, floor):
    room = make(floor(("edge-1", "delta-1", "delta-2"), links=("delta",)))
    board = LobbyBoard(room.house)
    whole = board.news()
    assert whole is not None
    assert [line.table for line in whole.tables] == ["edge-1", "delta-1", "delta-2"]
    assert [one.link for one in whole.jackpots] == ["delta"]
    assert board.news() is None
    room.guest("ann", "edge-1", 3)
    changed = board.news()
    assert changed is not None
    assert [(line.table, line.taken) for line in changed.tables] == [("edge-1", (3,))]
    assert (changed.gone, changed.jackpots) == ((), ())
