"""Old days to files. The records leave the database when the command that names the manifest is written."""

from __future__ import annotations

from collections.abc import Callable

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.log import commands as c
from cardroom.house.storage.archive_files import Manifest, write_manifest, write_segment
from cardroom.house.storage.database_reader import Reader


def prepare(reader: Reader, house: House, before: str, advance: Callable[[str], object] = lambda _: None) -> c.Archive:
    """Write the files of all closed days before this one; what is returned is to be done by the house.

    Killed at any moment, nothing is lost: files that no record names are written again.
    """
    days = reader.days()
    ends = [row.first - 1 for row in days[1:]]
    wanted = [
        (row.day, row.first, last)
        for row, last in zip(days, ends, strict=False)  # the last day is never over
        if row.day < before and row.day <= house.closed and last > house.archived
    ]
    if not wanted:
        raise CardroomError("nothing-to-archive", f"There is no closed day before {before} in the database.")
    segments = []
    for day, first, last in wanted:
        segments.append(write_segment(reader.archive, day, reader.written(first - 1, last)))
        advance(day)
    first, last = segments[0].first, segments[-1].last
    head = reader.hash_at(last)
    assert head is not None
    manifest = Manifest(first=first, last=last, head=head, segments=tuple(segments))
    return c.Archive(last=last, manifest=write_manifest(reader.archive, manifest))
