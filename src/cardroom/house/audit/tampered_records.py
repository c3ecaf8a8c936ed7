"""What a record that somebody has changed was once: its command makes it again, and the chain says whether it is so."""

from __future__ import annotations

import msgspec

from cardroom import __version__
from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.log.record_formats import FORMAT
from cardroom.house.log.records import Record, Written, decode_record, sealed_for_log
from cardroom.house.storage.database_reader import Reader


def original_record(
    house: House, reader: Reader, record: Record, written: Written, work: UnitOfWork
) -> tuple[Record, Hash] | None:
    """What doing the command again makes of it, if that is what was written: its hash, or the next record, says so."""
    made = sealed_for_log(
        msgspec.structs.replace(
            record,
            format=FORMAT,
            version=__version__,
            position=house.position + 1,
            day=work.day,
            role=work.by.role,
            parts=work.made_parts(),
            previous=house.head,
        )
    )
    if made.hash in (written.hash, _named_next(reader, written.position)):
        return decode_record(made.body), made.hash
    return None


def chain_hash(reader: Reader, written: Written) -> Hash:
    """What the next record must be chained to: where a hash does not fit its record, whichever of both it names."""
    own = hash_of(written.body)
    return own if own == written.hash or own == _named_next(reader, written.position) else written.hash


def _named_next(reader: Reader, position: int) -> Hash:
    """What the record after this one calls the one before it."""
    try:
        following = next(reader.written(position, position + 1), None)
        return "" if following is None else decode_record(following.body).previous
    except CardroomError:
        return ""
