"""The end of a day is signed as soon as its record is on disk."""

from __future__ import annotations

import asyncio

import msgspec

from cardroom.documents import Hash
from cardroom.house.audit.signed_heads import head_of, load_key, sign
from cardroom.house.engine.house import Done, House
from cardroom.house.log.records import Record
from cardroom.house.storage.store import Store


def sign_day(store: Store, house: str, record: Record, digest: Hash) -> None:
    """Sign the record that closed a day, and keep the statement."""
    signed = sign(head_of(house, record, digest), load_key(store.key_file, store.house))
    store.keep_head(signed.head.day, msgspec.json.encode(signed).decode())


async def sign_closed_day(store: Store, house: House, done: Done) -> None:
    """As soon as a running house has closed a day."""
    assert done.record is not None
    assert done.written is not None
    await asyncio.to_thread(sign_day, store, house.floor.name, done.record, done.written.hash)


def sign_unsigned_days(store: Store, house: str) -> None:
    """Days that were closed and, because the house was killed just then, not signed."""
    with store.reading() as reader:
        signed = reader.heads()
        left = [position for day, position in reader.closings().items() if day not in signed]
        found = [pair for position in left for pair in reader.records(position - 1, position)]
    for record, digest in found:
        sign_day(store, house, record, digest)
