"""What is kept on disk: SQLite in WAL mode with full syncing, or PostgreSQL, through one path of SQLAlchemy Core.

What `write` has returned from is on disk. Everything that a batch of commands came to is one transaction, and only the
owner of the log has any (see `log_ownership`).
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import weakref
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import platformdirs
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.kernel.rows import Row
from cardroom.house.log import events as e
from cardroom.house.log.records import START, HousePart
from cardroom.house.storage import archive_files, credential_revocation, schema, sqlite_file_lock
from cardroom.house.storage.commit_statements import Prepared
from cardroom.house.storage.database_errors import AwayError, lost, replaced
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.private_files import narrow_permissions

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x63617264  # an advisory lock, held within one transaction
KEYS = "CARDROOM_KEYS"  # names the folder for keys; without it they lie beside the database
LEASE = 5.0  # seconds without a sign of life from the owner, after which another may take over
SESSION_DIGITS = 16  # of a session's hash, by which it is named to people
CHECKPOINTS_KEPT = 3
CHECKPOINT_DAYS_KEPT = 60
CHECKPOINTS_SPREAD, RECORDS_BETWEEN = 16, 4_096  # at least so many over a long log, so far apart or farther

# A connection that nothing comes back on is given up after some seconds, however the network died.
OF_POSTGRESQL: dict[str, object] = {
    "connect_timeout": 5, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3,
    "tcp_user_timeout": 5000, "application_name": "cardroom",
}  # fmt: skip
# The owner's row must not stay locked by a server that sleeps within a transaction.
PATIENCE = "SET LOCAL idle_in_transaction_session_timeout = 4000; SET LOCAL lock_timeout = 4000"
CLOCKS = {
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) AS double precision)",
}

_RESERVED = re.compile("[:/@?#]")
_IN_QUERY = re.compile(r"([?&]\w*password=)[^&\s”]*", re.IGNORECASE)


class KeptCard(NamedTuple):
    """What the database knows of a staff card, but for its code."""

    number: str
    person: str
    pin: str | None  # its hash


class KeptSession(NamedTuple):
    """A session that has not ended. Its name is the beginning of a hash, and opens nothing."""

    name: str
    holder: str
    since: datetime | None
    terminal: str


class Store:
    """One database of one house.

    A file opens only under the name that it is open under already; “anew” also where nobody has it open any more.
    """

    def __init__(self, url: str, *, anew: bool = False) -> None:
        try:
            require_plain_password(url)
            parsed = make_url(url)
            self.is_sqlite = parsed.get_backend_name() == "sqlite"
            more = {} if self.is_sqlite else {"pool_pre_ping": True, "connect_args": OF_POSTGRESQL}
            self.engine = sa.create_engine(parsed, hide_parameters=True, **more)  # cards never show in errors
            self.clock: sa.ColumnElement[float] = sa.literal_column(CLOCKS[self.engine.dialect.name], sa.Double)
        except (ArgumentError, NoSuchModuleError, ImportError, KeyError, ValueError) as error:
            why = "" if isinstance(error, ValueError) else f" ({error})"  # which quotes what it could not read
            told = f"“{url}” is not a database: write sqlite:///FILE or postgresql+psycopg://…{why}."
            raise CardroomError("bad-database", without_password(told)) from None
        self._writers = self.engine.execution_options(writes=True)
        self.house = ""  # whose log it is, as soon as it is owned: see `schema.identity`
        self.is_new = anew  # what was here before does not bind: a restore goes into it, or comes from it
        self.epoch: int | None = None  # under which this store may write; see `log_ownership`
        self._file: tuple[int, int] | None = None  # which file it is, whatever stands under its name later
        insert = sqlite.insert if self.is_sqlite else postgresql.insert
        self._insert_record, self._upserts = _prepared(parsed.drivername)
        self._add_document = insert(schema.documents).on_conflict_do_nothing()
        self._set_password = insert(schema.credentials)
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
            if parsed.database:
                Path(parsed.database).absolute().parent.mkdir(parents=True, exist_ok=True)
        name = (
            str(Path(parsed.database).resolve()) if self.is_sqlite and parsed.database else parsed.database or "memory"
        )
        self.file = Path(name) if self.is_sqlite and parsed.database not in (None, "", ":memory:") else None
        self._held = _Held(self.file, anew=anew)
        sa.event.listen(self.engine, "do_connect", self._held.require)
        weakref.finalize(self, _close, self.engine, self._held)
        self.address = parsed.set(database=name).render_as_string(hide_password=True)
        data = Path(platformdirs.user_data_dir("cardroom"))
        # What is kept in files begins with this name; houses on two servers of PostgreSQL may have one name there.
        self.beside = Path(name) if self.is_sqlite else data / f"{name}@{_server_of(parsed)}"
        self.archive = Path(f"{self.beside}.archive")  # records of old days
        self.head_file = Path(f"{self.beside}.head")  # the end of the log: see the module of that name
        self.software_file = Path(f"{self.beside}.software.json")  # the files of the software, as somebody knows them
        keys = os.environ.get(KEYS)
        secret = Path(keys).absolute() / self.beside.name if keys else self.beside
        self.key_file = Path(f"{secret}.key")  # what the ends of days are signed with
        self.seal_file = Path(f"{secret}.seal")  # what cards are sealed with

    def close(self) -> None:
        """No longer use it. The last process to do so leaves an SQLite database in one file."""
        _close(self.engine, self._held)

    @property
    def has_own_clock(self) -> bool:
        """SQLite has the machine's."""
        return not self.is_sqlite

    def migrate(self) -> None:
        """Bring the tables up to date."""
        try:
            self._require_log()
            edition = self.refuse_others()
            self._narrow()
            if edition != newest_schema_version():
                self._upgrade()
        except SQLAlchemyError as error:
            raise CardroomError("no-database", f"The database cannot be opened: {first_line(error)}") from None

    def _upgrade(self) -> None:
        from alembic import command as alembic  # only tables that change need it, and it takes its time to load
        from alembic.config import Config
        from alembic.runtime.migration import MigrationContext
        from alembic.util.exc import CommandError

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        try:
            with self._writers.begin() as connection:
                if not self.is_sqlite:  # two that start at once come one after the other
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
                if MigrationContext.configure(connection).get_current_revision() != newest_schema_version():
                    self._require_nobody(connection)
                    config.attributes["connection"] = connection
                    alembic.upgrade(config, "head")
        except CommandError as error:
            raise CardroomError(
                "new-database", f"This database was written by a newer Cardroom; use that one ({first_line(error)})."
            ) from None

    def _require_log(self) -> None:
        """An empty database is a new house's only where nothing says that there was one."""
        from cardroom.house.storage.head_file import require_no_earlier_log  # which reads stores

        is_there = self.file is None or (self.file.exists() and self.file.stat().st_size > 0)
        if not self.is_new and not (is_there and sa.inspect(self.engine).get_table_names()):
            require_no_earlier_log(self)

    def _require_nobody(self, connection: sa.Connection) -> None:
        """The tables are not changed under a house that runs."""
        kept = schema.owner
        if sa.inspect(connection).has_table(kept.name):
            alive = sa.select(kept.c.server).where(~kept.c.is_free, kept.c.seen > self.clock - LEASE)
            if server := connection.execute(alive).scalar():
                raise CardroomError("in-use", f"An older Cardroom runs on this database ({server}); stop it first.")

    def _narrow(self) -> None:
        """Files that an earlier version, or somebody, has left open to others."""
        if self.file is not None:
            beside = [self.file.with_name(f"{self.file.name}{ending}") for ending in ("", "-wal", "-shm")]
            narrow_permissions([*beside, *self.archive.glob("*")])

    def refuse_others(self) -> str | None:
        """Say so where a database is another program's, or holds the log of a version that was never released.

        Otherwise it tells the edition of the tables, if there are any.
        """
        with self.engine.connect() as connection:
            tables, version = set(sa.inspect(connection).get_table_names()), "SELECT version_num FROM alembic_version"
            is_numbered = "alembic_version" in tables
            edition = connection.exec_driver_sql(version).scalar() if is_numbered else None
        sqlite_file_lock.require_house(tables, edition)
        return edition

    # --- connections --------------------------------------------------------------------------------------------------

    @contextmanager
    def connecting(self) -> Iterator[sa.Connection]:
        """To look something up."""
        with self._noticing_trouble(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def beginning(self) -> Iterator[sa.Connection]:
        """A transaction that anyone may have: who owns the log, who stands by, and marks of verifications."""
        with self._noticing_trouble(), self._writers.begin() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql(PATIENCE)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction of the owner, and of nobody else. It is a sign of life, too."""
        kept = schema.owner
        mine = sa.update(kept).where(kept.c.id == 1, kept.c.epoch == self.epoch).values(seen=self.clock)
        with self.beginning() as connection:
            if connection.execute(mine).rowcount != 1:
                raise lost(connection.execute(sa.select(kept.c.server)).scalar() or "")
            yield connection
        self._require_same_file()

    @contextmanager
    def _noticing_trouble(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, NoConnection) as error:
            self._require_same_file()
            raise AwayError(first_line(error).rpartition(") ")[2] or "no answer") from error

    def remember_file(self) -> None:
        self._file = self._file_now()

    def _file_now(self) -> tuple[int, int] | None:
        if self.file is None:
            return None
        try:
            found = self.file.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def _require_same_file(self) -> None:
        if self._file is not None and self._file_now() != self._file:
            raise replaced(self.file)

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, batch: Iterable[Done]) -> None:
        """Everything that some commands came to, in one transaction."""
        done = [item for item in batch if item.written is not None]
        if not done:
            return
        rows: dict[type[Row], dict[tuple[object, ...], tuple[object, ...]]] = {}
        for item in done:
            for row in item.rows:  # a later row under the same key replaces an earlier one
                values = msgspec.structs.astuple(row)
                rows.setdefault(type(row), {})[values[: len(row.KEY)]] = values
        with self.writing() as connection:
            self._insert_record.run(connection, [_record_row(item) for item in done])
            if documents := {name: body for item in done for name, body in item.documents.items()}:
                named = [{"hash": name, "body": body.decode()} for name, body in documents.items()]
                connection.execute(self._add_document, named)
            for kind, of_kind in rows.items():
                self._upserts[kind].run(connection, of_kind.values())
            for item in done:
                self._write_rarities(connection, item)

    def _write_rarities(self, connection: sa.Connection, done: Done) -> None:
        assert done.record is not None
        for part in done.record.parts:
            for event in part.events if isinstance(part, HousePart) else ():
                match event:
                    case e.Checkpointed() if done.checkpoint is not None:
                        self._keep_checkpoint(connection, done, event.state)
                    case e.Archived():
                        self._drop_archived(connection, event)
                    case _:
                        credential_revocation.end_credentials(connection, event)

    def _keep_checkpoint(self, connection: sa.Connection, done: Done, state: Hash) -> None:
        """With the record that names it. Others are dropped as the log grows."""
        assert done.record is not None
        assert done.checkpoint is not None
        kept, position = schema.checkpoints, done.record.position - 1
        row = {"position": position, "day": done.record.day, "hash": state, "body": zlib.compress(done.checkpoint, 1)}
        connection.execute(kept.insert(), row)
        known = connection.execute(sa.select(kept.c.position, kept.c.day).order_by(kept.c.position)).all()
        if old := {at for at, _ in known} - _checkpoints_to_keep([(at, day) for at, day in known]):
            connection.execute(sa.delete(kept).where(kept.c.position.in_(old)))

    def _drop_archived(self, connection: sa.Connection, event: e.Archived) -> None:
        """The records that files hold leave the database in the transaction that says so."""
        manifest = archive_files.load_manifest(self.archive, event.last, event.manifest)
        values = [{"first": s.first, "last": s.last, "file": s.file, "hash": s.hash} for s in manifest.segments]
        connection.execute(schema.archives.insert(), values)
        connection.execute(sa.delete(schema.records).where(schema.records.c.position <= event.last))

    # --- reading ------------------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Everything as it was at one moment, however long the reading takes."""
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.connecting() as bare, bare.execution_options(**options) as connection, connection.begin():
            yield Reader(connection, self.archive, is_sqlite=self.is_sqlite)

    def tail(self) -> tuple[int, Hash]:
        """Position and hash of the last record."""
        with self.reading() as reader:
            position = reader.last()
            return position, reader.hash_at(position) or START

    def document(self, name: Hash) -> bytes | None:
        with self.reading() as reader:
            return reader.document(name)

    # --- signed heads -------------------------------------------------------------------------------------------------

    def keep_head(self, day: str, statement: str) -> None:
        with self.writing() as connection:
            connection.execute(sa.delete(schema.heads).where(schema.heads.c.day == day))
            connection.execute(schema.heads.insert().values(day=day, statement=statement))

    # --- passwords, cards and sessions: hashes only -------------------------------------------------------------------

    def set_password(self, person: str, password: str) -> None:
        insert = self._set_password.values(person=person, password=password)
        kept = insert.on_conflict_do_update(index_elements=["person"], set_={"password": password})
        with self.writing() as connection:
            connection.execute(kept)

    def password_of(self, person: str) -> str | None:
        query = sa.select(schema.credentials.c.password).where(schema.credentials.c.person == person)
        with self.connecting() as connection:
            return connection.execute(query).scalar()

    def add_card(self, number: str, person: str, code: str, pin: str | None) -> None:
        with self.writing() as connection:
            connection.execute(schema.cards.insert().values(number=number, person=person, code=code, pin=pin))

    def cards(self) -> list[KeptCard]:
        with self.connecting() as connection:
            rows = connection.execute(sa.select(schema.cards).order_by(schema.cards.c.number))
            return [KeptCard(row.number, row.person, row.pin) for row in rows]

    def card(self, number: str) -> KeptCard | None:
        return self._card(schema.cards.c.number == number)

    def card_with(self, *codes: str) -> KeptCard | None:
        """The card on which one of these is printed."""
        return self._card(schema.cards.c.code.in_(codes))

    def _card(self, which: sa.ColumnElement[bool]) -> KeptCard | None:
        with self.connecting() as connection:
            row = connection.execute(sa.select(schema.cards).where(which)).first()
        return None if row is None else KeptCard(row.number, row.person, row.pin)

    def set_pin(self, number: str, pin: str) -> None:
        with self.writing() as connection:
            connection.execute(sa.update(schema.cards).where(schema.cards.c.number == number).values(pin=pin))

    def set_code(self, person: str, half: int, hashed: str) -> None:
        """One half of a one-time code, in the place of what it was before."""
        kept = schema.codes
        with self.writing() as connection:
            connection.execute(sa.delete(kept).where(kept.c.person == person, kept.c.half == half))
            connection.execute(kept.insert().values(person=person, half=half, hash=hashed))

    def code_of(self, person: str) -> dict[int, str]:
        """The hashes of the halves that have been given out."""
        kept = schema.codes
        with self.connecting() as connection:
            rows = connection.execute(sa.select(kept.c.half, kept.c.hash).where(kept.c.person == person))
            return {row.half: row.hash for row in rows}

    def add_session(
        self, token: str, person: str, expires: datetime, since: datetime | None = None, terminal: str = ""
    ) -> None:
        sessions, begun = schema.sessions, "" if since is None else _text(since)
        with self.writing() as connection:
            connection.execute(sa.delete(sessions).where(sessions.c.expires < _text(datetime.now(UTC))))
            connection.execute(
                sessions.insert().values(
                    token=token, person=person, expires=_text(expires), since=begun, terminal=terminal
                )
            )

    def session_person(self, token: str, now: datetime) -> str | None:
        sessions = schema.sessions
        query = sa.select(sessions.c.person).where(sessions.c.token == token, sessions.c.expires > _text(now))
        with self.connecting() as connection:
            return connection.execute(query).scalar()

    def holders_of_sessions(self, prefix: str) -> list[str]:
        """Those whose names begin like this."""
        holder = schema.sessions.c.person
        with self.connecting() as connection:
            query = sa.select(holder).where(holder.startswith(prefix, autoescape=True)).distinct().order_by(holder)
            return list(connection.execute(query).scalars())

    def sessions_of(self, people: Iterable[str], cards: str, now: datetime) -> list[KeptSession]:
        """Those of people by name, and all that a card has opened, the first one first."""
        kept = schema.sessions
        whose = kept.c.person.in_(list(people)) | kept.c.person.startswith(cards, autoescape=True)
        query = sa.select(kept).where(whose, kept.c.expires > _text(now)).order_by(kept.c.since, kept.c.token)
        with self.connecting() as connection:
            return [
                KeptSession(
                    row.token[:SESSION_DIGITS],
                    row.person,
                    datetime.fromisoformat(row.since) if row.since else None,
                    row.terminal,
                )
                for row in connection.execute(query)
            ]

    def end_session(self, token: str) -> None:
        with self.writing() as connection:
            connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.token == token))


class _Held:
    """The place of a store's file, from its first connection on."""

    def __init__(self, file: Path | None, *, anew: bool) -> None:
        self.file = file
        self.anew = anew
        self.place: sqlite_file_lock.Place | None = None

        self._lock = threading.Lock()

    def require(self, *_: object) -> None:
        if self.file is not None:
            with self._lock:
                if self.place is None:
                    self.place = sqlite_file_lock.acquire_file(self.file, anew=self.anew)
                else:
                    sqlite_file_lock.require_same(self.place, self.file)

    def leave(self) -> None:
        with self._lock:
            place, self.place = self.place, None
        if place is not None:
            sqlite_file_lock.release_file(place)


def _close(engine: sa.Engine, held: _Held) -> None:
    engine.dispose()
    held.leave()


def require_plain_password(url: str) -> None:
    """Refuse a password that would be read as something else, and then be quoted as a host or a port."""
    if _RESERVED.search(_password_in(url)):
        raise CardroomError(
            "bad-database",
            "The password in the database's address has : / @ ? or #; write %3A %2F %40 %3F %23.",
        )


def without_password(told: str) -> str:
    """A sentence that may quote the address of a database, without its password.

    >>> without_password("“postgresql://ann:open sesame@db/house?sslpassword=x” is away")
    '“postgresql://ann:***@db/house?sslpassword=***” is away'
    """
    if password := _password_in(told):
        told = told.replace(f":{password}@", ":***@", 1)
    return _IN_QUERY.sub(r"\1***", told)


def _password_in(told: str) -> str:
    """Between the name of whoever connects and the last @ of an address."""
    _, _, address = told.partition("://")
    return address.rpartition("@")[0].partition(":")[2]


def _server_of(url: sa.URL) -> str:
    """The address of a database server, as part of a file's name."""
    host = url.host or url.query.get("host") or "local"
    named = host if isinstance(host, str) else ",".join(host)
    return re.sub(r"[^\w.,-]+", "_", f"{named}-{url.port}" if url.port else named)


@cache
def _prepared(driver: str) -> tuple[Prepared, dict[type[Row], Prepared]]:
    """What every commit runs: to add records, and to bring each kind of row of the index up to date."""
    dialect = make_url(f"{driver}://").get_dialect()()
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    return Prepared(schema.records.insert(), schema.records, dialect), {
        kind: Prepared(_upsert(insert(table), kind.KEY), table, dialect) for kind, table in schema.INDEX.items()
    }


def _upsert(insert: sqlite.Insert | postgresql.Insert, key: tuple[str, ...]) -> sa.Insert:
    others = {column.name: insert.excluded[column.name] for column in insert.table.columns if column.name not in key}
    return insert.on_conflict_do_update(index_elements=list(key), set_=others)


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # A byte that somebody has changed to no letter at all is the audit's to name, not the driver's to fail on.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so, those of migrations too
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """Who will write waits for others at the beginning, where nothing has been read yet."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


@cache
def newest_schema_version() -> str:
    """Of the tables: the migrations' files begin with their numbers."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _record_row(done: Done) -> tuple[object, ...]:
    written = done.written
    assert written is not None
    return written.position, written.day, written.body.decode(), written.hash


def _checkpoints_to_keep(known: Sequence[tuple[int, str]]) -> set[int]:
    """The last ones, the first of every day for some time, and some all over the log, where an audit may divide it."""
    apart = RECORDS_BETWEEN
    while known[-1][0] >= 2 * CHECKPOINTS_SPREAD * apart:
        apart *= 2
    first_of_day = {day: at for at, day in reversed(known)}
    spread = {at // apart: at for at, _ in reversed(known)}
    last = [at for at, _ in known[-CHECKPOINTS_KEPT:]]
    return {*last, *sorted(first_of_day.values())[-CHECKPOINT_DAYS_KEPT:], *spread.values()}
