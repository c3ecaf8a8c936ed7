"""Which checkpoint of which database an audit on this machine has proven, so that the next one may begin there."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from cardroom.documents import hash_of
from cardroom.house.audit.log_audit import Proven
from cardroom.house.storage.database_reader import Reader


def _file(address: str) -> Path:
    name = hashlib.sha256(address.encode()).hexdigest()[:32]
    return Path(platformdirs.user_state_dir("cardroom")) / "proven" / f"{name}.json"


def last_proven(address: str, reader: Reader) -> Proven | None:
    """None: nothing was proven here yet, or what was proven is not there any more."""
    try:
        proven = msgspec.json.decode(_file(address).read_bytes(), type=Proven)
    except (OSError, msgspec.MsgspecError):
        return None
    body = reader.checkpoint(proven.position)
    return proven if body is not None and hash_of(body) == proven.state else None


def remember(address: str, proven: Proven) -> None:
    """For the next one; where nothing can be kept that begins at the start again."""
    path = _file(address)
    unfinished = path.with_suffix(".unfinished")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(msgspec.json.encode(proven))
        unfinished.replace(path)
