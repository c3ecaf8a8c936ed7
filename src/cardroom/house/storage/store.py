"""The log on disk: SQLite in WAL mode with full syncing, or PostgreSQL, through one path of SQLAlchemy Core.

What `write` has returned from is on disk. Records, postings and secrets of a batch of commands are one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from cardroom.errors import CardroomError
from cardroom.house.core.house import Done
from cardroom.house.core.records import Record
from cardroom.ledger import Posting

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),  # the order of the whole house
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("postings", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.UniqueConstraint("stream", "number"),
)

# Seeds of rounds. No export reads this table; a seed is shown by its round's own event.
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("round_id", sa.Text, primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),
)

credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("password", sa.Text),  # argon2
    sa.Column("card", sa.Text),  # SHA-256 of a staff card's token
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # SHA-256 of what the browser holds
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("expires", sa.Text, nullable=False),
)

_POSTINGS = msgspec.json.Decoder(tuple[Posting, ...])

Broken = Callable[[str, int, str], None]  # stream, number and what is wrong


class Store:
    """One database of one house."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
            self.engine = sa.create_engine(parsed, hide_parameters=True)  # cards and seeds never show in errors
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            raise CardroomError(
                "bad-database", f"“{url}” is not a database: write sqlite:///FILE or postgresql+psycopg://… ({error})."
            ) from None
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            if parsed.database:
                Path(parsed.database).absolute().parent.mkdir(parents=True, exist_ok=True)

    def migrate(self) -> None:
        """Bring the tables up to date."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        try:
            with self.engine.begin() as connection:
                config.attributes["connection"] = connection
                alembic.upgrade(config, "head")
        except SQLAlchemyError as error:
            raise CardroomError("no-database", f"The database cannot be opened: {_first_line(error)}") from None

    def write(self, batch: Iterable[Done]) -> None:
        """Everything that some commands came to, in one transaction."""
        done = list(batch)
        rows = [_row(record) for item in done for record in item.records]
        seeds = [{"round_id": name, "seed": seed} for item in done for name, seed in item.secrets.items()]
        with self.engine.begin() as connection:
            if seeds:
                connection.execute(secrets.insert(), seeds)
            if rows:
                connection.execute(records.insert(), rows)

    def read(
        self, stream: str | None = None, after: int = 0, up_to: int | None = None, broken: Broken | None = None
    ) -> Iterator[Record]:
        """Records in the order of the house, or of one stream from a number on.

        A record that cannot be read is an error, unless somebody wants to be told of it and go on.
        """
        query = sa.select(records).order_by(records.c.id)
        if stream is not None:
            query = query.where(records.c.stream == stream, records.c.number > after)
        if up_to is not None:
            query = query.where(records.c.number <= up_to)
        with self.engine.connect() as connection:
            for row in _rows(connection.execution_options(yield_per=1000).execute(query)):
                try:
                    record = _record(row)
                except CardroomError as error:
                    if broken is None:
                        raise
                    broken(str(row.stream), row.number if isinstance(row.number, int) else 0, error.message)
                else:
                    yield record

    def count(self) -> int:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(records)).scalar() or 0

    def streams(self) -> list[str]:
        with self.engine.connect() as connection:
            return sorted(connection.execute(sa.select(records.c.stream).distinct()).scalars())

    def missing(self) -> int:
        """How many places in the order of the house are empty. SQLite leaves none; PostgreSQL may."""
        if not self.is_sqlite:
            return 0
        with self.engine.connect() as connection:
            last, held = connection.execute(sa.select(sa.func.max(records.c.id), sa.func.count(records.c.id))).one()
        return int(last or 0) - int(held)

    def damage(self) -> str:
        """What SQLite itself finds wrong with its file; "" where that is nothing."""
        if not self.is_sqlite:
            return ""
        with self.engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        return "" if found == "ok" else found

    def seeds(self) -> dict[str, bytes]:
        with self.engine.connect() as connection:
            return {row.round_id: row.seed for row in connection.execute(sa.select(secrets))}

    # --- credentials and sessions -------------------------------------------------------------------------------------

    def set_credentials(self, person: str, *, password: str | None = None, card: str | None = None) -> None:
        """Hashes only; what is left out stays as it was."""
        values = {name: value for name, value in (("password", password), ("card", card)) if value is not None}
        with self.engine.begin() as connection:
            known = connection.execute(sa.select(credentials).where(credentials.c.person == person)).first()
            if known is None:
                connection.execute(credentials.insert().values(person=person, **values))
            elif values:
                connection.execute(credentials.update().where(credentials.c.person == person).values(**values))

    def credentials_of(self, person: str) -> tuple[str | None, str | None]:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(credentials).where(credentials.c.person == person)).first()
        return (row.password, row.card) if row is not None else (None, None)

    def person_of_card(self, card: str) -> str | None:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(credentials.c.person).where(credentials.c.card == card)).scalar()

    def add_session(self, token: str, person: str, expires: datetime) -> None:
        with self.engine.begin() as connection:
            connection.execute(sa.delete(sessions).where(sessions.c.expires < _text(datetime.now(UTC))))
            connection.execute(sessions.insert().values(token=token, person=person, expires=_text(expires)))

    def session_person(self, token: str, now: datetime) -> str | None:
        query = sa.select(sessions.c.person).where(sessions.c.token == token, sessions.c.expires > _text(now))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar()

    def end_session(self, token: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(sa.delete(sessions).where(sessions.c.token == token))

    # --- keeping a copy -----------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> None:
        """A consistent copy, while the house goes on."""
        if not self.is_sqlite:
            raise CardroomError("no-backup", "This copies SQLite databases; use pg_dump for PostgreSQL.")
        with self.engine.connect() as connection:
            source = connection.connection.dbapi_connection
            assert isinstance(source, sqlite3.Connection)
            with sqlite3.connect(path) as target:
                source.backup(target)
            target.close()


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # A byte that somebody has changed to no letter at all is the audit's to name, not the driver's to fail on.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _row(record: Record) -> dict[str, object]:
    return {
        "stream": record.stream,
        "number": record.number,
        "at": record.at.isoformat(),
        "by": record.by,
        "key": record.key,
        "events": bytes(record.events).decode(),
        "postings": msgspec.json.encode(record.postings).decode(),
        "previous": record.previous,
        "hash": record.hash,
    }


def _rows(result: Iterable[sa.Row[Any]]) -> Iterator[sa.Row[Any]]:
    try:
        yield from result
    except SQLAlchemyError as error:
        raise CardroomError("broken-log", f"The log cannot be read: {_first_line(error)}") from None


def _record(row: sa.Row[Any]) -> Record:
    """A record as it was written, to the letter: what only reads the same has been changed too."""
    try:
        record = Record(
            stream=row.stream, number=row.number, at=datetime.fromisoformat(row.at), by=row.by, key=row.key,
            events=msgspec.Raw(row.events.encode()), postings=_POSTINGS.decode(row.postings), previous=row.previous,
            hash=row.hash,
        )  # fmt: skip
        is_as_written = all(getattr(row, name) == value for name, value in _row(record).items())
        for text in (row.stream, row.by, row.key, row.previous, row.hash):
            text.encode()  # letters, all of them, and not bytes that look like letters
    except (ValueError, TypeError, AttributeError, msgspec.MsgspecError, CardroomError) as error:
        raise CardroomError("broken-log", f"cannot be read: {error}") from None
    if not is_as_written:
        raise CardroomError("broken-log", "has been changed: it is not written as the house writes")
    return record
