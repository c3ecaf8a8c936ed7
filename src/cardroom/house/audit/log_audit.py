"""The audit: every command done again on the state that the records before it make, and all that is kept compared.

A record must be chained to the one before it; what it says happened must be what its command leads to; and index rows,
documents, checkpoints, archives and signed heads must be what the records make of them. What another version of the
software would do differently is told as that.

One fault is one finding. Where a record has been changed and doing its command again makes what the chain still names,
the audit goes on from that; otherwise from what is recorded, and from the next checkpoint. Where records are missing,
those after them are only held to the chain until there is a checkpoint to go on from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.fairness.commitments import commitment
from cardroom.games.catalogue import is_known
from cardroom.games.fingerprint import rules_hash
from cardroom.house.audit.balances import standing_findings
from cardroom.house.audit.behaviour import Differs, is_declared
from cardroom.house.audit.differences import Difference, difference, place
from cardroom.house.audit.index_audit import IndexAudit
from cardroom.house.audit.kept_beside import document_findings, file_findings, kept_heads, lost_files
from cardroom.house.audit.missing_rules import needs_missing_rules
from cardroom.house.audit.restored_records import as_it_was, head_of
from cardroom.house.audit.seals import AuditSeals
from cardroom.house.audit.signed_heads import Head
from cardroom.house.engine.house import House
from cardroom.house.engine.rows import rows_of
from cardroom.house.engine.tables import LiveTable
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.history.round_lookup import differs_from_log
from cardroom.house.kernel.documents import Documents
from cardroom.house.kernel.people import SERVICE, Person
from cardroom.house.log import events as e
from cardroom.house.log.records import AnyPart, Record, TablePart, Written, as_recorded_parts, read
from cardroom.house.storage.reader import Reader
from cardroom.house.storage.sealing_keys import KeyRing
from cardroom.table import TableSettings
from cardroom.table.events import RoundOpened

# What a record that somebody has changed can make the rules stumble over.
STUMBLES = (CardroomError, msgspec.MsgspecError, ArithmeticError, AssertionError, AttributeError, LookupError,
            TypeError, ValueError)  # fmt: skip

CHANGED = "has been changed: its hash does not fit"


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it must be, and where."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Proven(msgspec.Struct, frozen=True):
    """A checkpoint that an audit has derived again: the next one may begin there."""

    position: int
    state: Hash


@dataclass
class Audit:
    """Goes through a log once, record by record."""

    reader: Reader
    begins: Proven | None = None  # None: with the first record
    keys: KeyRing | None = None  # that cards are sealed with; without them rounds in progress cannot be dealt again
    findings: list[Finding] = field(default_factory=list)
    records: int = 0
    rounds: int = 0
    rounds_under_other_rules: int = 0
    rounds_of_missing_games: int = 0  # whose rules are not at hand
    rounds_without_key: int = 0  # given up, as it was lost
    not_done_again: int = 0  # records after missing ones
    other_versions: Counter[str] = field(default_factory=Counter)  # records that this version would write differently
    sealed_rounds: list[str] = field(default_factory=list)  # in progress at the end; only the key opens them
    proven: Proven | None = None  # the last checkpoint on the way

    def __post_init__(self) -> None:
        self.seals = AuditSeals(self.reader, self.keys)
        self.house = House(Documents(self._document), self.seals)
        self.index = IndexAudit(self.reader)
        self.heads: dict[int, Head] = {}  # signed, by position
        self.manifests: dict[int, Hash] = {}
        self._documents: dict[Hash, str] = {}  # those that are not as they must be
        self._checkpoints = dict(self.reader.checkpoints())
        self._only_folded: set[str] = set()  # tables whose round cannot be dealt again
        self._is_in_order = True
        self._is_lost = False  # what the records before make is not known
        self._has_doubts = False  # it may not be quite what it was: the next checkpoint is believed
        if self.begins is not None:
            self._begin_with(self.begins)

    def _begin_with(self, proven: Proven) -> None:
        body = self.reader.checkpoint(proven.position)
        if body is None or hash_of(body) != proven.state:
            raise CardroomError("not-proven", "The checkpoint that was proven before is not there any more.")
        self.proven = proven
        if not self._go_on_from(body):
            self._lose_track()
            self.house.position, self.house.head = proven.position, ""

    def _go_on_from(self, body: bytes) -> bool:
        """Take up a state, with the rounds in progress; not where a document of it is not as it must be."""
        try:
            self.house.go_on_from(body)
        except CardroomError:
            return False
        self._only_folded.clear()
        for table in self.house.tables.values():
            if table.is_playing and not self._deal_on(table):
                self._only_folded.add(table.id)
        return True

    @property
    def is_complete(self) -> bool:
        return self.begins is None

    def run(self, advance: Callable[[], object] = lambda: None) -> None:
        """Every record from the beginning on, and then what shows only when all has been read."""
        self.heads, false = kept_heads(self.reader, self.house.position)
        for where, what in false:
            self._find(where, what)
        is_read = False
        while not is_read:
            try:
                for written in self.reader.written(self.house.position):
                    self.check(written)
                    advance()
                is_read = True
            except CardroomError as error:
                is_read = not self._skip_file(error)
        self._finish()

    def _skip_file(self, error: CardroomError) -> bool:
        """The store could not read on. What is wrong with a file is found with the files; the log goes on after it."""
        after = self.house.position
        segment = next((found for found in reversed(self.reader.segments()) if found.first <= after + 1), None)
        if segment is None or error.code not in ("missing-archive", "broken-archive"):
            self._lose_track()
            self._find("log", f"after record {after:,}: {error.message}")
            return False
        if not self.is_complete:
            self._find(f"archive {segment.file}", error.message)
        if after < segment.last:
            self._lose_track()
            self.not_done_again += segment.last - after
            self.records += segment.last - after
            self.house.position, self.house.head = segment.last, ""
        return True

    def _find(self, where: str, what: str) -> None:
        self.findings.append(Finding(where, what))

    # --- one record ---------------------------------------------------------------------------------------------------

    def check(self, written: Written) -> None:
        self.records += 1
        where = f"record {written.position:,}"
        try:
            record = read(written.body)
        except CardroomError as error:
            self._find(where, error.message)
            self._lose_track()
            self.house.position, self.house.head = written.position, written.hash
            return
        is_changed = hash_of(written.body) != written.hash
        self._check_order(record, written, where, is_changed=is_changed)
        if not is_changed:
            self._check_place(record, written, where)
        self._find_back(record)
        if not self._is_lost:
            self._do_again(record, written, where, is_changed=is_changed)
        elif is_changed:
            self._find(where, CHANGED)
        if self._is_lost:
            self.not_done_again += 1
            self.house.position, self.house.head = written.position, written.hash

    def _check_order(self, record: Record, written: Written, where: str, *, is_changed: bool) -> None:
        """Told once until records follow each other again. Of a record that has been changed, that is all there is."""
        was_in_order, after = self._is_in_order, self.house.position
        is_next = written.position == after + 1 and (is_changed or record.position == written.position)
        is_chained = is_changed or not self.house.head or record.previous == self.house.head
        self._is_in_order = is_next and is_chained
        self._has_doubts |= not is_chained  # the one before was another
        if not is_next:
            self._lose_track()
        if was_in_order and not is_next:
            self._find(where, f"follows record {after:,}: records are missing or out of order")
        elif was_in_order and not is_chained:
            self._find(where, "is not chained to the record before it")

    def _check_place(self, record: Record, written: Written, where: str) -> None:
        if record.day != written.day:
            self._find(where, "stands under another day than its own")
        if (signed := self.heads.pop(written.position, None)) and signed.hash != written.hash:
            self._find(where, f"is not the one that was signed as the end of {signed.day}")

    def _lose_track(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.index.lose_track()

    def _find_back(self, record: Record) -> None:
        """Once something is not as it was, a checkpoint that the log names is where to go on from."""
        happened = [event for part in record.parts for event in part.events]
        named = [event.state for event in happened if isinstance(event, e.Checkpointed)]
        if not named or not (self._is_lost or self._has_doubts):
            return
        body = self.reader.checkpoint(record.position - 1)
        if body is not None and hash_of(body) == named[0]:
            head = self.house.head
            if self._go_on_from(body):
                self.house.head = head  # as it stands in the database
                self._is_lost = self._has_doubts = False

    def _do_again(self, record: Record, written: Written, where: str, *, is_changed: bool) -> None:
        """Compare what its command leads to, and take in what is recorded, or what was recorded once."""
        promised = self._commitments(record)
        try:
            found, work = self._compare(record)
        except STUMBLES as error:
            if isinstance(error, CardroomError) and error.code == "broken-document":
                self._lose_track()  # the document is named
                return
            found, work = Difference(f"cannot be done again: {error or type(error).__name__}"), None
        is_of_version = found is not None and found.differs is not None and is_declared(record, found.differs)
        if is_changed:
            self._find(place(record, where), f"{CHANGED} ({found.told})" if found else CHANGED)
        elif is_of_version:
            self.other_versions[record.version] += 1
        elif found:
            self._find(place(record, where), found.told)
        original = None
        if work is not None and (is_changed or (found and not is_of_version)):
            original = as_it_was(self.house, self.reader, record, written, work)
        self._has_doubts |= original is None and bool(is_changed or found)
        try:
            if original is not None:
                assert work is not None
                self.house.take_in(*original, work)
            elif found or work is None:
                self.house.apply(record, head_of(self.reader, written))
                self._deal_again(record)
            else:
                self.house.take_in(record, head_of(self.reader, written), work)
            folded = record if original is None else original[0]
            is_certain = original is not None or not is_changed
            self.index.expect(folded, rows_of(self.house, folded), self.house, is_certain=is_certain)
            self._look_at(folded, where, promised)
        except STUMBLES as error:
            if not isinstance(error, CardroomError) or error.code != "broken-document":
                self._find(where, f"cannot be followed: {error or type(error).__name__}")
            self._lose_track()

    def _compare(self, record: Record) -> tuple[Difference | None, UnitOfWork | None]:
        """What is different, and the work as far as there is any."""
        person = SERVICE if record.by == SERVICE.id else self.house.people.get(record.by)
        if person is None:
            return Difference(f"is by {record.by}, whom nobody has enrolled"), None
        if person.role != record.role:
            return Difference(f"says that {record.by} is {record.role}, who is {person.role}"), None
        if self._is_only_folded(record) or needs_missing_rules(self.house, record):
            return None, None
        if told := differs_from_log(self.reader, self.house.documents, record.command, record.position):
            return Difference(told), None
        work = self.house.try_out(Person(person.id, person.name, person.role), record.command, record.at)
        if isinstance(work, CardroomError):
            if work.code == "broken-document":
                raise work
            return Difference(f"would be refused: {work.message}", Differs.REFUSED), None
        if work.day != record.day:
            return Difference(f"counts for {record.day}, and would count for {work.day}", Differs.DAY), work
        return difference(as_recorded_parts(work.made_parts()), record.parts), work

    def _is_only_folded(self, record: Record) -> bool:
        """Whether it speaks of a round whose cards cannot be dealt again, for want of its seed or of its rules."""
        parts = [part for part in record.parts if isinstance(part, TablePart)]
        for part in parts:
            for event in part.events:
                if isinstance(event, e.RoundBegan):
                    self._only_folded.discard(part.table)
                    if not self.seals.begin(event):
                        self._only_folded.add(part.table)
                elif isinstance(event, RoundOpened) and self._is_missing(event):
                    self.rounds_of_missing_games += 1
                    self._only_folded.add(part.table)
                elif isinstance(event, RoundOpened) and self._has_other_rules(event):
                    self.rounds_under_other_rules += 1
                    self._only_folded.add(part.table)
        return any(part.table in self._only_folded for part in parts)

    def _document(self, name: Hash) -> bytes | None:
        body = self.reader.document(name)
        if body is None:
            self._documents[name] = "is missing"
        return body

    def _is_missing(self, opened: RoundOpened) -> bool:
        return not is_known(self.house.documents.get(opened.settings, TableSettings).game)

    def _has_other_rules(self, opened: RoundOpened) -> bool:
        settings = self.house.documents.get(opened.settings, TableSettings)
        return rules_hash(settings.rules, settings.paytables) != opened.rules_hash

    def _deal_on(self, table: LiveTable) -> bool:
        """A round in progress goes on with the cards that it began with, if its seed can be had."""
        if not self.seals.go_on(table):
            return False
        table.deal_from(self.house.seed_of(table))
        return True

    def _deal_again(self, record: Record) -> None:
        """After a difference the next acts are still compared."""
        for part in record.parts:
            table = self.house.tables.get(part.table) if isinstance(part, TablePart) else None
            if table is not None and table.is_playing and table.id not in self._only_folded:
                self._deal_on(table)

    def _commitments(self, record: Record) -> dict[str, str]:
        """Of the rounds at the tables of a record: with its last round a table may go away itself."""
        named = (self.house.tables.get(part.table) for part in record.parts if isinstance(part, TablePart))
        return {table.id: table.commitment for table in named if table is not None}

    def _commitment_at(self, part: AnyPart, promised: dict[str, str]) -> str | None:
        if not isinstance(part, TablePart):
            return None
        table = self.house.tables.get(part.table)
        return promised.get(part.table) if table is None else table.commitment

    def _look_at(self, record: Record, where: str, promised: dict[str, str]) -> None:
        for part in record.parts:
            for event in part.events:
                match event:
                    case e.SeedRevealed():
                        self.rounds += 1
                        self.seals.forget(event.round_id)
                        kept = self._commitment_at(part, promised)
                        if kept is not None and commitment(event.round_id, bytes.fromhex(event.seed)) != kept:
                            self._find(where, f"round {event.round_id}: the seed does not fit its commitment")
                    case e.SeedLost():
                        self.rounds_without_key += 1
                        self.seals.forget(event.round_id)
                    case e.Checkpointed():
                        self._look_at_checkpoint(record.position - 1, event.state)
                    case e.DayClosed():
                        self._document(event.figures)
                    case e.Archived():
                        self.manifests[event.last] = event.manifest
                    case _:
                        pass

    def _look_at_checkpoint(self, position: int, state: Hash) -> None:
        kept = self._checkpoints.pop(position, None)
        if kept is None:
            return  # old ones are not kept
        if kept != state or self.reader.checkpoint(position) is None:
            self._find(f"checkpoint {position:,}", "has been changed: it is not what the records make")
        elif not self.findings and not self._sealed_tables():
            self.proven = Proven(position, state)

    def _sealed_tables(self) -> list[LiveTable]:
        """Those with a round in progress whose cards cannot be known."""
        playing = [self.house.tables[name] for name in self._only_folded if name in self.house.tables]
        return [table for table in playing if table.is_playing and not self.seals.go_on(table)]

    # --- at the end ---------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        known, before = self.reader.last_indexed(), len(self.findings)
        if known > self.house.position:
            self._lose_track()
            self._find("log", f"ends with record {self.house.position:,}, and there were {known:,}: it was cut short")
        elif not self._is_lost:
            for what in standing_findings(self.house, self.reader):
                self._find("balances", what)
            for table in self._sealed_tables():
                if what := self.seals.what_is_wrong(table):
                    self._find(f"table:{table.id}", f"round {table.round_id} is in progress, and {what}")
                else:
                    self.sealed_rounds.append(table.round_id)
            for position in sorted(self._checkpoints) if self.is_complete and not self.not_done_again else ():
                self._find(f"checkpoint {position:,}", "is named by no record")
        for where, what in self.index.finish(is_complete=self.is_complete and len(self.findings) == before):
            self._find(where, what)
        for where, what in document_findings(self.reader, self._documents):
            self._find(where, what)
        if not self.is_complete:
            for where, what in lost_files(self.reader):
                self._find(where, what)
        else:
            for where, what in file_findings(self.reader, self.manifests):
                self._find(where, what)
        for position, head in self.heads.items():
            if position > self.house.position:  # of those before it has been told that they are missing
                self.require_head(position, head.hash)
        if damage := self.reader.damage():
            self._find("database", f"the file is damaged: {damage}")

    def require_head(self, position: int, head: Hash) -> None:
        """A record that was signed must still be there."""
        found = self.reader.hash_at(position)
        if found != head:
            what = "is missing: the log has been cut short" if found is None else "has been replaced"
            self._find(f"record {position:,}", f"{what}; its hash was {head[:16]}…")

    def require_hash(self, head: Hash) -> None:
        """A record that was noted elsewhere must still be there."""
        if not self.reader.holds(head):
            self._find("log", f"holds no record of the hash {head[:16]}…: it has been cut short or replaced")


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    for number, finding in enumerate(findings):
        yield f"The first broken link: {finding}." if number == 0 else f"  then {finding}."
