"""A house is opened from its log: from the last checkpoint that can be believed, and the records after it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

import msgspec

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.documents import Documents
from cardroom.house.core.house import House
from cardroom.house.core.people import SERVICE
from cardroom.house.core.records import HousePart
from cardroom.house.floor import Floor
from cardroom.house.running.now import now
from cardroom.house.storage.reader import Reader
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")


def drawn_seed(_: str) -> bytes:
    return secrets.token_bytes(32)


def open_house_from(store: Store, draw_seed: Callable[[str], bytes] = drawn_seed) -> House:
    """The house as its log leaves it, rounds in progress included."""
    with store.reading() as reader:
        house = _from_checkpoint(store, reader, draw_seed) or House(Documents(store.document), draw_seed)
        _fold(house, reader)
    return house


def follow(house: House, store: Store) -> None:
    """Fold what another server has written meanwhile."""
    with store.reading() as reader:
        _fold(house, reader)


def _fold(house: House, reader: Reader) -> None:
    for record, digest in reader.records(after=house.position):
        if (record.position, record.previous) != (house.position + 1, house.head):
            raise CardroomError("broken-log", f"record {record.position}: does not follow the one before it")
        house.apply(record, digest)
    house.resume(reader.seeds())


def _from_checkpoint(store: Store, reader: Reader, draw_seed: Callable[[str], bytes]) -> House | None:
    for position, digest in reader.checkpoints():
        house = House(Documents(store.document), draw_seed)
        try:
            house.go_on_from(_body(reader, position, digest))
        except (CardroomError, msgspec.MsgspecError) as error:
            log.warning("The checkpoint at record %d is not used: %s", position, error)
        else:
            return house
    return None


def _body(reader: Reader, position: int, digest: Hash) -> bytes:
    """The state that is kept for a position, if the log itself says the same of it."""
    body = reader.checkpoint(position)
    if body is None:
        raise CardroomError("broken-checkpoint", "it has been changed")
    named = [
        event.state
        for record, _ in reader.records(position, position + 1)
        for part in record.parts
        if isinstance(part, HousePart)
        for event in part.events
        if isinstance(event, e.Checkpointed)
    ]
    if named != [digest]:
        raise CardroomError("broken-checkpoint", "the log does not name it")
    return body


def require_floor(house: House, floor: Floor) -> None:
    """Refuse a floor that the house cannot open on, before anything has begun. Nothing changes here."""
    command = c.OpenHouse(house.documents.add(floor))
    work = house.try_out(SERVICE, command, now())
    if isinstance(work, CardroomError):
        raise work
    work.take_back()
