"""Logs of released versions: this one reads, does again and verifies every record of them, whatever it writes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from cardroom.house.engine.house import Done, House
from cardroom.house.engine.index_rows import rows_of
from cardroom.house.history.round_lookup import AboutRounds
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import Written, decode_record
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.store import Store

from ..stores import audit_store, write
from .log import RELEASED, read_houses

LOGS = {  # and their hashes, so that none is ever written anew
    "0.4.0": "ef837abd27aa5d68e38e0906f1aaa44cb2c059fffc3969c9f01f6b962494d3f2",
}


def written(lines: list[dict[str, Any]]) -> Iterator[Done]:
    """As the version that it is of wrote it, with the rows that this one makes of it."""
    documents = {line["document"]: line["body"].encode() for line in lines if "document" in line}
    house = House(Documents(documents.get), None)
    new: dict[str, bytes] = {}
    for line in lines:
        if "document" in line:
            new[line["document"]] = documents[line["document"]]
        elif "record" in line:
            body = line["record"].encode()
            record = decode_record(body)
            events = [event for part in record.parts for event in part.events]
            checkpoint = house.checkpoint() if any(isinstance(event, e.Checkpointed) for event in events) else None
            house.apply(record, line["hash"])
            yield Done(
                record=record,
                written=Written(record.position, record.day, body, line["hash"]),
                documents=new,
                rows=tuple(rows_of(house, record)),
                checkpoint=checkpoint,
            )
            new = {}
    assert dict(sorted(house.books.items())) == lines[-1]["books"]


def test_every_released_log_is_here_and_as_it_was():
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in RELEASED.iterdir()}
    assert found == {f"{version}.jsonl.xz": digest for version, digest in LOGS.items()}


@pytest.mark.parametrize("version", LOGS)
def test_a_released_log_is_done_again_and_verified(version: str, tmp_path: Path):
    """In random play people say of past rounds what nobody has looked up, which an audit finds; and there are no files
    of archived days."""
    for number, lines in enumerate(read_houses(RELEASED / f"{version}.jsonl.xz")):
        dones = list(written(lines))
        kept = list(takewhile(lambda done: not isinstance(done.record.command, c.Archive), dones))
        store = Store(f"sqlite:///{tmp_path / str(number)}.sqlite")
        store.migrate()
        write(store, kept)
        audit = audit_store(store)
        made_up = {f"record {done.record.position:,} " for done in kept
                   if isinstance(done.record.command.act, AboutRounds)}  # fmt: skip
        found = [finding for finding in audit.findings if not any(finding.where.startswith(one) for one in made_up)]
        assert found == [], lines[0]["house"]
        assert audit.records == len(kept)
        assert stopped_house_from(store).checkpoint() == audit.house.checkpoint()
        store.close()
