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
from cardroom.games.catalogue import is_known
from cardroom.games.fingerprint import rules_hash
from cardroom.house.audit.artifact_audit import Found, readable_heads
from cardroom.house.audit.audit_seeds import AuditSeals
from cardroom.house.audit.declared_changes import Differs, is_declared
from cardroom.house.audit.differences import Difference, difference, place
from cardroom.house.audit.index_audit import IndexAudit, NoIndex, SpanRows
from cardroom.house.audit.missing_rules import needs_missing_rules
from cardroom.house.audit.signed_heads import Head
from cardroom.house.audit.tampered_records import chain_hash, original_record
from cardroom.house.audit.validators import Look, validators
from cardroom.house.engine.house import House
from cardroom.house.engine.index_rows import rows_of
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.history.round_lookup import differs_from_log
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE, Person
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart, Written, as_recorded_parts, decode_record
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.seed_key_ring import KeyRing
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
    validator: str  # the name of the one that has found it

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Proven(msgspec.Struct, frozen=True):
    """A checkpoint that an audit has derived again: the next one may begin there."""

    position: int
    state: Hash


class Start(msgspec.Struct, frozen=True):
    """All that the audit of further records hangs on."""

    position: int
    state: Hash
    only_folded: list[str]


COUNTS = ("records", "rounds", "rounds_under_other_rules", "rounds_of_missing_games", "rounds_without_key")


class Span(msgspec.Struct):
    """What is known of a part of a log in which nothing is wrong."""

    begin: Start
    end: Start
    counts: dict[str, int]
    other_versions: Counter[str]
    manifests: dict[int, Hash]
    checkpoints: dict[int, Hash]  # that no record has named, also those after it
    rows: SpanRows
    proven: Proven | None


@dataclass
class Audit:
    """Goes through a log once, record by record."""

    reader: Reader
    begins: Proven | None = None  # None: with the first record
    keys: KeyRing | None = None  # that cards are sealed with; without them rounds in progress cannot be dealt again
    beside: Proven | None = None  # other processes look at the records up to here (see `parallel_audit`)
    has_index: bool = True  # and is a database, which a pack of records is not
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
        self.index = IndexAudit(self.reader) if self.has_index else NoIndex(self.reader)
        self.heads: dict[int, Head] = {}  # signed, by position
        self.manifests: dict[int, Hash] = {}
        self.bad_documents: dict[Hash, str] = {}  # those that are not as they must be
        self.validators = validators(has_index=self.has_index)
        self.findings_at_end = 0
        self.is_cut_short = False
        self._checkpoints = dict(self.reader.checkpoints())
        self._only_folded: set[str] = set()  # tables whose round cannot be dealt again
        self._is_in_order = True
        self._is_lost = False  # what the records before make is not known
        self._has_doubts = False  # it may not be quite what it was: the next checkpoint is believed
        self.proven = self.begins if self.beside is None else None
        if (start := self.beside or self.begins) is not None:
            self._begin_with(start)
        if self.beside is not None:
            self._checkpoints = {p: state for p, state in self._checkpoints.items() if p >= self.beside.position}
            self.index.begin_beside(self.house)

    def _begin_with(self, proven: Proven) -> None:
        body = self.reader.checkpoint(proven.position)
        if body is None or hash_of(body) != proven.state:
            raise CardroomError("not-proven", "The checkpoint that was proven before is not there any more.")
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
        self.follow(advance)
        self.finish()

    def follow(self, advance: Callable[[], object] = lambda: None, up_to: int | None = None) -> None:
        """Every record, or those up to one of them."""
        self.heads, false = readable_heads(self.reader, self.house.position)
        for where, what in false:
            self._find("signed heads", where, what)
        is_read = False
        while not is_read:
            try:
                for written in self.reader.written(self.house.position, up_to):
                    self.check(written)
                    advance()
                is_read = True
            except CardroomError as error:
                is_read = not self._skip_file(error)

    def _skip_file(self, error: CardroomError) -> bool:
        """The store could not read on. What is wrong with a file is found with the files; the log goes on after it."""
        after = self.house.position
        segment = next((found for found in reversed(self.reader.segments()) if found.first <= after + 1), None)
        if segment is None or error.code not in ("missing-archive", "broken-archive"):
            self._lose_track()
            self._find("chain", "log", f"after record {after:,}: {error.message}")
            return False
        if not self.is_complete:
            self._find("archives", f"archive {segment.file}", error.message)
        if after < segment.last:
            self._lose_track()
            self.not_done_again += segment.last - after
            self.records += segment.last - after
            self.house.position, self.house.head = segment.last, ""
        return True

    def _find(self, validator: str, where: str, what: str) -> None:
        self.findings.append(Finding(where, what, validator))

    def found_by(self, validator: str) -> int:
        return sum(finding.validator == validator for finding in self.findings)

    # --- one record ---------------------------------------------------------------------------------------------------

    def check(self, written: Written) -> None:
        self.records += 1
        try:
            record = decode_record(written.body)
        except CardroomError as error:
            self._find("chain", f"record {written.position:,}", error.message)
            self._lose_track()
            self.house.position, self.house.head = written.position, written.hash
            return
        look = Look(record, written, hash_of(written.body) != written.hash, self._commitments(record))
        for validator in self.validators:
            if validator.of_record is not None:
                self._take(validator.name, validator.of_record(self, look))
        if look.folded is not None:
            self._follow(look)
        if self._is_lost:
            self.not_done_again += 1
            self.house.position, self.house.head = written.position, written.hash

    @property
    def is_in_order(self) -> bool:
        """Nothing is wrong so far, and nothing doubtful either."""
        is_followed = self._is_in_order and not (self._is_lost or self._has_doubts or self.not_done_again)
        return is_followed and not self.findings and not self.bad_documents and self.index.is_in_order

    def _take(self, validator: str, found: Iterable[Found]) -> None:
        for where, what in found:
            self._find(validator, where, what)

    def _follow(self, look: Look) -> None:
        """What shows once a record is taken in."""
        assert look.folded is not None
        try:
            self._note(look.folded)
            for validator in self.validators:
                if validator.of_followed is not None:
                    self._take(validator.name, validator.of_followed(self, look))
        except STUMBLES as error:
            self._stumble(look, error)

    def _stumble(self, look: Look, error: Exception) -> None:
        if not isinstance(error, CardroomError) or error.code != "broken-document":  # a document is named elsewhere
            self._find("commands", look.where, f"cannot be followed: {error or type(error).__name__}")
        self._lose_track()

    def check_order(self, look: Look) -> Iterator[Found]:
        """Told once until records follow each other again. Of a record that has been changed, that is all there is."""
        record, written = look.record, look.written
        was_in_order, after = self._is_in_order, self.house.position
        is_next = written.position == after + 1 and (look.is_changed or record.position == written.position)
        is_chained = look.is_changed or not self.house.head or record.previous == self.house.head
        self._is_in_order = is_next and is_chained
        self._has_doubts |= not is_chained  # the one before was another
        if not is_next:
            self._lose_track()
        if was_in_order and not is_next:
            yield look.where, f"follows record {after:,}: records are missing or out of order"
        elif was_in_order and not is_chained:
            yield look.where, "is not chained to the record before it"

    def check_signed_head(self, look: Look) -> Iterator[Found]:
        signed = None if look.is_changed else self.heads.pop(look.written.position, None)
        if signed and signed.hash != look.written.hash:
            yield look.where, f"is not the one that was signed as the end of {signed.day}"

    def check_command(self, look: Look) -> Iterator[Found]:
        self._find_back(look.record)
        if not self._is_lost:
            yield from self._do_again(look)
        elif look.is_changed:
            yield look.where, CHANGED

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

    def _do_again(self, look: Look) -> Iterator[Found]:
        """Compare what its command leads to, and take in what is recorded, or what was recorded once."""
        record, written, is_changed = look.record, look.written, look.is_changed
        try:
            found, work = self._compare(record)
        except STUMBLES as error:
            if isinstance(error, CardroomError) and error.code == "broken-document":
                self._lose_track()  # the document is named
                return
            found, work = Difference(f"cannot be done again: {error or type(error).__name__}"), None
        is_of_version = found is not None and found.differs is not None and is_declared(record, found.differs)
        if is_changed:
            yield place(record, look.where), f"{CHANGED} ({found.told})" if found else CHANGED
        elif is_of_version:
            self.other_versions[record.version] += 1
        elif found:
            yield place(record, look.where), found.told
        original = None
        if work is not None and (is_changed or (found and not is_of_version)):
            original = original_record(self.house, self.reader, record, written, work)
        self._has_doubts |= original is None and bool(is_changed or found)
        try:
            if original is not None:
                assert work is not None
                self.house.take_in(*original, work)
            elif found or work is None:
                self.house.apply(record, chain_hash(self.reader, written))
                self._deal_again(record)
            else:
                self.house.take_in(record, chain_hash(self.reader, written), work)
            look.folded = record if original is None else original[0]
            is_certain = original is not None or not is_changed
            self.index.expect(look.folded, rows_of(self.house, look.folded), self.house, is_certain=is_certain)
        except STUMBLES as error:
            look.folded = None
            self._stumble(look, error)

    def _compare(self, record: Record) -> tuple[Difference | None, UnitOfWork | None]:
        """What is different, and the work as far as there is any."""
        person = SERVICE if record.by == SERVICE.id else self.house.people.get(record.by)
        if person is None:
            return Difference(f"is by {record.by}, whom nobody has enrolled"), None
        if person.role != record.role:
            return Difference(f"says that {record.by} is {record.role}, who is {person.role}"), None
        if self._is_only_folded(record) or needs_missing_rules(self.house, record):
            return None, None
        if self.has_index and (
            told := differs_from_log(self.reader, self.house.documents, record.command, record.position)
        ):
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
            self.bad_documents[name] = "is missing"
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

    def _note(self, record: Record) -> None:
        for part in record.parts:
            for event in part.events:
                match event:
                    case e.SeedRevealed():
                        self.rounds += 1
                        self.seals.forget(event.round_id)
                    case e.SeedLost():
                        self.rounds_without_key += 1
                        self.seals.forget(event.round_id)
                    case e.DayClosed():
                        self._document(event.figures)
                    case e.Archived():
                        self.manifests[event.last] = event.manifest
                    case _:
                        pass

    def check_checkpoint(self, look: Look) -> Iterator[Found]:
        assert look.folded is not None
        position = look.folded.position - 1
        for event in (event for part in look.folded.parts for event in part.events):
            if isinstance(event, e.Checkpointed) and (kept := self._checkpoints.pop(position, None)) is not None:
                if kept != event.state or self.reader.checkpoint(position) is None:
                    yield f"checkpoint {position:,}", "has been changed: it is not what the records make"
                elif not self.findings and not self.sealed_tables():
                    self.proven = Proven(position, event.state)

    def check_checkpoints_left(self) -> Iterator[Found]:
        if self.is_whole and self.is_complete and not self.not_done_again:
            for position in sorted(self._checkpoints):
                yield f"checkpoint {position:,}", "is named by no record"

    def sealed_tables(self) -> list[LiveTable]:
        """Those with a round in progress whose cards cannot be known."""
        playing = [self.house.tables[name] for name in self._only_folded if name in self.house.tables]
        return [table for table in playing if table.is_playing and not self.seals.go_on(table)]

    # --- parts --------------------------------------------------------------------------------------------------------

    def start(self) -> Start:
        return Start(self.house.position, hash_of(self.house.checkpoint()), sorted(self._only_folded))

    def span(self, start: Start) -> Span:
        """What the audit of the next part has to know of this one, which began so."""
        counts = {name: getattr(self, name) for name in COUNTS}
        rows = self.index.span(self.house)
        return Span(
            start, self.start(), counts, self.other_versions, self.manifests, self._checkpoints, rows, self.proven
        )

    def go_on_from_span(self, before: Span) -> None:
        """Join what the audit of the part right before this one has found: that everything is in order."""
        for name, count in before.counts.items():
            setattr(self, name, getattr(self, name) + count)
        self.other_versions = before.other_versions + self.other_versions
        self.manifests = before.manifests | self.manifests
        self._checkpoints |= {p: state for p, state in before.checkpoints.items() if p < before.end.position}
        self.index.go_on_from(before.rows)
        self.proven = self.proven or before.proven

    # --- at the end ---------------------------------------------------------------------------------------------------

    @property
    def is_whole(self) -> bool:
        """Whether all records have been followed, to the last one."""
        return not self._is_lost

    def finish(self) -> None:
        """What shows only when all has been read."""
        before = len(self.findings)
        self.is_cut_short = self.reader.last_indexed() > self.house.position
        if self.is_cut_short:
            self._lose_track()
        for validator in self.validators:
            if validator.at_end is not None:
                self._take(validator.name, validator.at_end(self))
                self.findings_at_end = len(self.findings) - before

    def missing_head(self, position: int, head: Hash) -> Iterator[Found]:
        """A record that was signed must still be there."""
        found = self.reader.hash_at(position)
        if found != head:
            what = "is missing: the log has been cut short" if found is None else "has been replaced"
            yield f"record {position:,}", f"{what}; its hash was {head[:16]}…"

    def require_head(self, position: int, head: Hash) -> None:
        self._take("signed heads", self.missing_head(position, head))

    def require_hash(self, head: Hash) -> None:
        """A record that was noted elsewhere must still be there."""
        if not self.reader.holds(head):
            self._find("chain", "log", f"holds no record of the hash {head[:16]}…: it has been cut short or replaced")


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    for number, finding in enumerate(findings):
        yield f"The first broken link: {finding}." if number == 0 else f"  then {finding}."
