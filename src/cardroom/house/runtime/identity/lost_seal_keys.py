"""Rounds in progress whose key is lost: two people give them up, while the house is closed."""

from __future__ import annotations

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.auth import SignedIn, person_of
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.seed_key_ring import KeyRing, load_keys
from cardroom.house.storage.store import Store


class GivenUp(msgspec.Struct, frozen=True):
    """A round that is void now."""

    round_id: str
    key: str


def tables_without_key(house: House, ring: KeyRing) -> list[LiveTable]:
    """Tables with a round in progress whose cards nobody here can know."""
    playing = [table for table in house.tables.values() if table.is_playing and table.began is not None]
    return [table for table in playing if table.began is not None and ring.lacks(table.began.seal)]


def void_without_key(store: Store, by: SignedIn, other: SignedIn) -> list[GivenUp]:
    """All such rounds, in one transaction: their bets go back, and the jackpots' with them."""
    with owning_log(store):
        house = stopped_house_from(store)
        person, second = person_of(store, house, by), person_of(store, house, other)
        tables = tables_without_key(house, load_keys(store.seal_file, store.house))
        done, given_up = [], []
        for table in tables:
            assert table.began is not None
            given_up.append(GivenUp(table.round_id, table.began.key))
            done.append(house.do(person, c.VoidWithoutKey(table.id, table.round_id, second.id), "", now()))
        for error in (one.error for one in done if one.error is not None):
            raise error
        store.write(done)
    return given_up
