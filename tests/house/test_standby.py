"""A server that stands by folds what another writes, each record once, whatever becomes of the database meanwhile."""

from __future__ import annotations

import pytest

from cardroom.house.running.standby import Standby
from cardroom.house.running.starting import open_house_from
from cardroom.house.storage.ownership import Server
from cardroom.house.storage.store import Store
from cardroom.house.storage.trouble import AwayError

from ..stores import write  # noqa: TID252 - what tests share
from .logs import eventful_room, stored


class BreakingStore(Store):
    breaks_at: int | None = None  # so many documents later

    def document(self, name: str) -> bytes | None:
        if self.breaks_at is not None:
            self.breaks_at -= 1
            if self.breaks_at < 0:
                raise AwayError("in the middle of a record")
        return super().document(name)


@pytest.fixture(scope="module")
def room():
    return eventful_room()


@pytest.mark.parametrize("documents", range(17))
def test_a_record_in_which_the_database_goes_away_is_folded_once(room, tmp_path, documents):
    whole = room.dones
    room.dones = []
    stored(room, tmp_path / "house.sqlite")
    room.dones = whole
    store = BreakingStore(f"sqlite:///{tmp_path / 'house.sqlite'}")
    standby = Standby(store, Server("waits", ""), open_house_from)
    standby._take_or_follow(may_take=False)
    write(Store(f"sqlite:///{tmp_path / 'house.sqlite'}"), whole)
    store.breaks_at = documents
    with pytest.raises(AwayError):
        standby._take_or_follow(may_take=False)
    store.breaks_at = None
    standby._take_or_follow(may_take=False)
    assert standby.house is not None
    assert standby.house.checkpoint() == room.house.checkpoint()
