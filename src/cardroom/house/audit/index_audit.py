"""The index held against what the records make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.engine.index_rows import ROWS, BalanceRow, EventRow, PartRow
from cardroom.house.features.awards.rows import WinChangeRow
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.rounds.rows import PlayedRow, RealRoundRow, RoundRow
from cardroom.house.kernel.rows import Row
from cardroom.house.log.records import Record, TablePart
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.schema import INDEX
from cardroom.table.events import BetsClosed

CHUNK = 2_000  # records between two comparisons
Key = tuple[object, ...]
OF_ROUNDS = (
    PartRow,
    EventRow,
    RoundRow,
    RealRoundRow,
    PlayedRow,
    WinChangeRow,
    LaterRow,
)  # that do not change for ever


class SpanRows(msgspec.Struct):
    """What is known of rows after a part of a log."""

    expected: dict[type[Row], dict[Key, Row]]  # those that may still change
    made: Counter[type[Row]]  # how many rows there must be
    changed: set[tuple[type[Row], Key]]  # of rounds that were in progress before it


class IndexAudit:
    """Rows are compared once they cannot change any more, so that few have to be remembered."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._expected: dict[type[Row], dict[Key, Row]] = {kind: {} for kind in ROWS}
        self._made: Counter[type[Row]] = Counter()  # how many rows there must be
        self._inherited: set[str] = set()  # rounds in progress where a part of a log begins
        self._changed: set[tuple[type[Row], Key]] = set()
        self._wrong: list[tuple[str, str]] = []
        self._uncertain: set[tuple[type[Row], Key]] = set()
        self._records = 0
        self._is_whole = True

    def expect(self, record: Record, rows: Iterable[Row], house: House, *, is_certain: bool = True) -> None:
        """What a record makes; of one that is not as it was written, only that there must be such rows."""
        begun = _tables_with_bets_closed(record)
        for row in rows:
            of_kind, key = self._expected[type(row)], key_of(row)
            self._made[type(row)] += self._is_new(row, of_kind, key, begun)
            if getattr(row, "round_id", None) in self._inherited:
                self._changed.add((type(row), key))
            of_kind[key] = row
            (self._uncertain.discard if is_certain else self._uncertain.add)((type(row), key))
        self._records += 1
        if self._records % CHUNK == 0:
            self._compare_finished(house)

    def begin_beside(self, house: House) -> None:
        """Another process looks at the records up to here, which may have left rounds in progress."""
        self._inherited = _rounds_at_tables(house)

    def span(self, house: House) -> SpanRows:
        """What there is to be known after the last record of a part."""
        self._compare_finished(house)
        return SpanRows(self._expected, self._made, self._changed)

    @property
    def is_in_order(self) -> bool:
        """So far."""
        return self._is_whole and not self._wrong and not self._uncertain

    def go_on_from(self, before: SpanRows) -> None:
        """Join what the part right before this one has left."""
        for kind in ROWS:
            earlier, later = before.expected[kind], self._expected[kind]
            self._made[kind] += before.made[kind]
            if kind in OF_ROUNDS:
                earlier = {key: row for key, row in earlier.items() if (kind, key) not in self._changed}
            else:
                self._made[kind] -= len(earlier.keys() & later.keys())
            self._expected[kind] = earlier | later
        self._changed |= before.changed

    def lose_track(self) -> None:
        """Records are missing: what they have made of the rows is not known."""
        self._expected = {kind: {} for kind in ROWS}
        self._is_whole = False

    def _is_new(self, row: Row, known: dict[Key, Row], key: Key, begun: set[str]) -> bool:
        """A round without a decision is over in the record that closes its bets."""
        match row:
            case RoundRow() | RealRoundRow():
                return row.last == 0 and key not in known
            case PlayedRow():
                return (not row.is_over or row.table_id in begun) and key not in known
            case _:
                return key not in known

    def _compare_finished(self, house: House) -> None:
        playing = _rounds_at_tables(house)
        for kind in OF_ROUNDS:
            known = self._expected[kind]
            finished = {key: row for key, row in known.items() if getattr(row, "round_id", "") not in playing}
            self._compare(kind, finished)
            self._expected[kind] = {key: row for key, row in known.items() if key not in finished}

    def _compare(self, kind: type[Row], rows: dict[Key, Row]) -> None:
        if not rows:
            return
        kept = {key_of(row): row for row in self._reader.by_keys(kind, list(rows))}
        for key, row in rows.items():
            found = kept.get(key)
            if found != row and (found is None or (kind, key) not in self._uncertain):
                name = ", ".join(map(str, key))
                what = "is missing" if found is None else "has been changed: it is not what the records make"
                self._wrong.append((f"index {INDEX[kind].name} ({name})", what))

    def finish(self, *, is_complete: bool) -> Iterator[tuple[str, str]]:
        for kind, rows in self._expected.items():
            if kind is not BalanceRow:  # all of them are compared with the books
                self._compare(kind, rows)
        yield from self._wrong
        if is_complete and self._is_whole and not self._wrong:
            for kind in ROWS:
                more = self._reader.count_of(kind) - self._made[kind]
                if more:
                    some = "1 row" if abs(more) == 1 else f"{abs(more):,} rows"
                    what = f"has {some} that no record makes" if more > 0 else f"lacks {some} that records make"
                    yield f"index {INDEX[kind].name}", what


class NoIndex(IndexAudit):
    """Where records are kept without one."""

    def expect(self, record: Record, rows: Iterable[Row], house: House, *, is_certain: bool = True) -> None:
        """Nothing is kept that could be compared."""


def _rounds_at_tables(house: House) -> set[str]:
    return {table.round_id for table in house.tables.values()}


def _tables_with_bets_closed(record: Record) -> set[str]:
    parts = [part for part in record.parts if isinstance(part, TablePart)]
    return {part.table for part in parts if any(isinstance(event, BetsClosed) for event in part.events)}


def key_of(row: Row) -> Key:
    return tuple(getattr(row, name) for name in row.KEY)
