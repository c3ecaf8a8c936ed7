"""The log itself: verified, archived, checkpointed, and what was lost of it."""

from __future__ import annotations

from cardroom.documents import Hash
from cardroom.house.kernel.messages import Command, Event


class NoteVerification(Command, frozen=True, tag="NoteVerification"):
    """The log was verified up to this record, in the running house or from the command line."""

    last: int
    head: Hash
    findings: int
    asked_by: str = ""


class NoteLostRecords(Command, frozen=True, tag="NoteLostRecords"):
    """A copy has been put in the place of a log that was longer: these records are lost."""

    first: int
    last: int  # that is known of; there may have been more
    head: Hash  # of that one


class TakeCheckpoint(Command, frozen=True, tag="TakeCheckpoint"):
    """Keep the state that all records so far make, so that a start need not read them."""


class Archive(Command, frozen=True, tag="Archive"):
    """The records up to this one have been written to files; the manifest of these has this hash."""

    last: int
    manifest: Hash


class LogVerified(Event, frozen=True, kw_only=True, tag="LogVerified"):
    """Every command up to a record was done again and compared."""

    last: int
    head: Hash
    findings: int  # what is not as it must be
    asked_by: str  # a person; "" for whoever has the command line


class RecordsLost(Event, frozen=True, kw_only=True, tag="RecordsLost"):
    """A copy was put in the place of a longer log, and goes on from where it was made."""

    first: int
    last: int  # that is known of
    head: Hash  # of that one


class Checkpointed(Event, frozen=True, kw_only=True, tag="Checkpointed"):
    """The state that all records before this one make has this hash."""

    state: Hash


class Archived(Event, frozen=True, kw_only=True, tag="Archived"):
    """Records up to this one are in files, which the manifest of this hash lists."""

    last: int
    manifest: Hash


LogByHouse = NoteVerification | NoteLostRecords | TakeCheckpoint | Archive
LogInHouse = LogVerified | RecordsLost | Checkpointed | Archived
