"""An independent clerk, who reads what happened and no posting, finds the same money in the same places."""

import json
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.house.core import accounts

from ..reckoning import Clerk  # noqa: TID252 - what tests share
from .chaos import TABLES, Chaos

WITHOUT_JACKPOTS = {name: more for name, more in TABLES.items() if "real" not in more}


@given(st.integers(0, 2**32))
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_clerk_who_reads_what_happened_finds_the_same_money(make, floor, seed):
    room = make(floor(WITHOUT_JACKPOTS, links=()))
    chaos = Chaos(room, seed)
    for _ in range(300):
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
