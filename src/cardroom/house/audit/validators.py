"""The list of what an audit validates: each validator has a name, what must hold, and who looks at it, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardroom.fairness.commitments import commitment
from cardroom.house.audit.artifact_audit import Found, document_findings, file_findings, lost_files
from cardroom.house.audit.balances import balance_findings
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart, Written

if TYPE_CHECKING:
    from cardroom.house.audit.log_audit import Audit


@dataclass
class Look:
    """A record that is looked at, and what it is known to be once its command has been done again."""

    record: Record
    written: Written
    is_changed: bool  # since it was written: its hash does not fit
    promised: dict[str, str]  # commitments of its tables, before it
    folded: Record | None = None  # what was taken in

    @property
    def where(self) -> str:
        return f"record {self.written.position:,}"


@dataclass(frozen=True)
class Validator:
    name: str
    holds: str  # what must hold
    of_record: Callable[[Audit, Look], Iterator[Found]] | None = None  # each one, in order
    of_followed: Callable[[Audit, Look], Iterator[Found]] | None = None  # each one that was taken in
    at_end: Callable[[Audit], Iterator[Found]] | None = None


def _day(_: Audit, look: Look) -> Iterator[Found]:
    if not look.is_changed and look.record.day != look.written.day:
        yield look.where, "stands under another day than its own"


def _seeds(audit: Audit, look: Look) -> Iterator[Found]:
    assert look.folded is not None
    for part in look.folded.parts:
        for event in part.events if isinstance(part, TablePart) else ():
            if isinstance(event, e.SeedRevealed) and isinstance(part, TablePart):
                table = audit.house.tables.get(part.table)
                kept = look.promised.get(part.table) if table is None else table.commitment
                if kept is not None and commitment(event.round_id, bytes.fromhex(event.seed)) != kept:
                    yield look.where, f"round {event.round_id}: the seed does not fit its commitment"


def _rounds_in_progress(audit: Audit) -> Iterator[Found]:
    for table in audit.sealed_tables() if audit.is_whole else ():
        if what := audit.seals.what_is_wrong(table):
            yield f"table:{table.id}", f"round {table.round_id} is in progress, and {what}"
        else:
            audit.sealed_rounds.append(table.round_id)


def _whole(audit: Audit) -> Iterator[Found]:
    if audit.is_cut_short:
        known = audit.reader.last_indexed()
        yield "log", f"ends with record {audit.house.position:,}, and there were {known:,}: it was cut short"


def _balances(audit: Audit) -> Iterator[Found]:
    kept = audit.reader.balances() if audit.has_index else audit.house.books
    for what in balance_findings(audit.house, kept) if audit.is_whole else ():
        yield "balances", what


def _index(audit: Audit) -> Iterator[Found]:
    return audit.index.finish(is_complete=audit.is_complete and not audit.findings_at_end)


def _documents(audit: Audit) -> Iterator[Found]:
    return document_findings(audit.reader, audit.bad_documents)


def _archives(audit: Audit) -> Iterator[Found]:
    return file_findings(audit.reader, audit.manifests) if audit.is_complete else lost_files(audit.reader)


def _heads_at_end(audit: Audit) -> Iterator[Found]:
    for position, head in audit.heads.items():
        if position > audit.house.position:  # of those before it has been told that they are missing
            yield from audit.missing_head(position, head.hash)


def _database(audit: Audit) -> Iterator[Found]:
    if damage := audit.reader.damage():
        yield "database", f"the file is damaged: {damage}"


OF_DATABASE = frozenset({"index", "archives", "database"})  # validators that look at what only a database has


def validators(*, has_index: bool = True) -> tuple[Validator, ...]:
    """In the order in which they look at a record, and then at the end."""
    return tuple(one for one in _all() if has_index or one.name not in OF_DATABASE)


def _all() -> tuple[Validator, ...]:
    from cardroom.house.audit.log_audit import Audit

    return (
        Validator("chain", "records follow each other, each chained to the one before, to the last one there was",
                  of_record=Audit.check_order, at_end=_whole),
        Validator("days", "a record stands under its own gaming day", of_record=_day),
        Validator("commands", "every command leads to exactly what its record says", of_record=Audit.check_command),
        Validator("seeds", "the seed of a round fits the commitment that was shown before", of_followed=_seeds),
        Validator("balances", "accounts sum to zero, none is overdrawn, and links prove", at_end=_balances),
        Validator("rounds in progress", "the seed of each can be had, or only lacks its key",
                  at_end=_rounds_in_progress),
        Validator("checkpoints", "every checkpoint is the state that the records make",
                  of_followed=Audit.check_checkpoint, at_end=Audit.check_checkpoints_left),
        Validator("index", "every row is what the records make, and none is missing or too many", at_end=_index),
        Validator("documents", "every document is there, and what its hash says", at_end=_documents),
        Validator("archives", "every file of archived days is there, to the byte", at_end=_archives),
        Validator("signed heads", "signatures are genuine, and what they sign is there",
                  of_record=Audit.check_signed_head, at_end=_heads_at_end),
        Validator("database", "the file itself is not damaged", at_end=_database),
    )  # fmt: skip
