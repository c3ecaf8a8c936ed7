"""The log of everything: every record of it is read, and comes to the same books."""

from __future__ import annotations

import re

from cardroom.documents import hash_of
from cardroom.house.engine.house import House
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log.records import START, decode_record, sealed_for_log

from .log import read_houses
from .tags import UNIONS, kinds


def test_every_record_is_read_and_written_to_the_byte_and_the_books_are_the_same():
    count = 0
    for lines in read_houses():
        documents = {line["document"]: line["body"].encode() for line in lines if "document" in line}
        house, head = House(Documents(documents.get), None), START
        for line in lines:
            if "record" in line:
                body = line["record"].encode()
                record = decode_record(body)
                assert (record.previous, hash_of(body)) == (head, line["hash"])
                assert sealed_for_log(record).body == body
                house.apply(record, line["hash"])
                head, count = line["hash"], count + 1
        assert dict(sorted(house.books.items())) == lines[-1]["books"]
    assert count > 4_000


def test_everything_that_may_be_recorded_is_in_it():
    """But what nobody can bring about: a table that is taken off a link and left on the floor."""
    bodies = " ".join(line["record"] for lines in read_houses() for line in lines if "record" in line)
    found = set(re.findall(r'"type":"([\w-]+)"', bodies))
    tags = {str(kind.__struct_config__.tag) for union in UNIONS.values() for kind in kinds(union)}
    assert tags - found <= {"ConsoleClosed", "ConsoleOpened"}
