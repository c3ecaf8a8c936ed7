"""An independent clerk, who reads what happened and no posting, finds the same money in the same places."""

import json
from contextlib import suppress

import pytest

from cardroom.errors import CardroomError
from cardroom.house.kernel import accounts

from ..floors import TABLES
from ..reckoning import Clerk
from .chaos import Chaos, floor_with


@pytest.mark.parametrize("table", TABLES)
def test_a_clerk_who_reads_what_happened_finds_the_same_money(make, floor, table):
    without_jackpots = {name: more for name, more in floor_with(table).items() if "real" not in more}
    room = make(floor(without_jackpots, links=()))
    chaos = Chaos(room, 1, on_trial=table)
    for _ in range(200):
        person, command = chaos.next()
        with suppress(CardroomError, KeyError):  # nonsense, or somebody who is not there
            room.do(person, command)
    clerk = Clerk().read(json.loads(written.body) for written in room.log)
    for name, chips in clerk.tables.items():
        assert room.house.balance(accounts.tray(name)) == chips.tray
        assert room.house.balance(accounts.drop(name)) == chips.box
        for seat, person in ((seat, person) for (table, seat), person in clerk.sitting.items() if table == name):
            assert room.house.balance(accounts.stack(name, person)) == chips.stacks[seat]
    for person, money in clerk.wallets.items():
        assert room.house.balance(accounts.wallet(person)) == money
