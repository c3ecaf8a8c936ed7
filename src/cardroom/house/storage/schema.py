"""The tables of the database. Those of the index have a column for every field of their rows."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from cardroom.house.engine.index_rows import ROWS
from cardroom.house.kernel.rows import Row

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # JSON, to the byte as it was hashed
    sa.Column("hash", sa.Text, nullable=False),
)

documents = sa.Table(
    "documents",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),  # of the last record in it
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # compressed
)

archives = sa.Table(
    "archives",
    metadata,
    sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("first", sa.BigInteger, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),  # of the file
)

heads = sa.Table(
    "heads",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("statement", sa.Text, nullable=False),  # JSON, with its signature
)

credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("password", sa.Text),  # argon2
)

# What a staff card is known by; whether it still counts is in the log.
cards = sa.Table(
    "cards",
    metadata,
    sa.Column("number", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("code", sa.Text, nullable=False),  # SHA-256 of the printed code
    sa.Column("pin", sa.Text),  # argon2
    sa.Index("cards_by_code", "code"),
)

# The halves of one-time codes, each known to one of two people; whose they are and until when is in the log.
codes = sa.Table(
    "codes",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("half", sa.BigInteger, primary_key=True, autoincrement=False),  # 1: the asker's, 2: the approver's
    sa.Column("hash", sa.Text, nullable=False),  # SHA-256
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # SHA-256 of what the browser holds
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("expires", sa.Text, nullable=False),
    sa.Column("since", sa.Text, nullable=False, server_default=""),  # "": an older version has opened it
    sa.Column("terminal", sa.Text, nullable=False, server_default=""),  # where it was opened; "": elsewhere
)

# One row: what tells this house from every other, in the files beside its database too.
identity = sa.Table("identity", metadata, sa.Column("house", sa.Text, primary_key=True))

# One row: which server may write. Its times are seconds since 1970 by the database's own clock.
owner = sa.Table(
    "owner",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("server", sa.Text, nullable=False),
    sa.Column("process", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("is_free", sa.Boolean, nullable=False),
    sa.Column("is_asked", sa.Boolean, nullable=False),  # to hand over
)

standbys = sa.Table(
    "standbys",
    metadata,
    sa.Column("server", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),  # of the last record followed
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("lacks_key", sa.Text, nullable=False, server_default=""),  # its name; "": it could take over
)

# That the log was verified from the command line: one row, until the house has noted it in the log itself.
verifications = sa.Table(
    "verifications",
    metadata,
    sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),  # the record up to which
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("findings", sa.BigInteger, nullable=False),
)

# What is said at tables among friends: in no log, and gone after a day.
talk = sa.Table(
    "talk",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Text, nullable=False),  # in UTC, so that it sorts
    sa.Column("body", sa.Text, nullable=False),  # JSON
)

muted = sa.Table(
    "muted",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
)

# Invitations to tables among friends; which of a table's counts is in the log, by number.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # SHA-256 of what the link has
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Index("invitations_by_table", "table_id"),
)

# Winners' own data, in no log. The key of each is apart from it: without the key nobody reads it.
winners = sa.Table(
    "winners",
    metadata,
    sa.Column("link", sa.Text, primary_key=True),
    sa.Column("win", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),  # encrypted
)

winner_keys = sa.Table(
    "winner_keys",
    metadata,
    sa.Column("link", sa.Text, primary_key=True),
    sa.Column("win", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
)

# Copies that were made, so that it is known who else has what, and which of them are sound.
backups = sa.Table(
    "backups",
    metadata,
    sa.Column("at", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("verified", sa.Text, nullable=False, server_default=""),  # when; "": never
    sa.Column("findings", sa.BigInteger, nullable=False, server_default="0"),
)

# Rounds that a player has made a link to. One that was given out before links were kept has no row, and holds.
shown_rounds = sa.Table(
    "shown_rounds",
    metadata,
    sa.Column("round_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),  # of the last link
    sa.Column("edition", sa.BigInteger, nullable=False),  # of the link that holds; those before were taken back
    sa.Column("is_taken_back", sa.Boolean, nullable=False),
    sa.Index("shown_by_person", "person", "at"),
)

_TYPES = {str: sa.Text, int: sa.BigInteger, bool: sa.Boolean}


def _index_table(kind: type[Row]) -> sa.Table:
    assert kind.__struct_fields__[: len(kind.KEY)] == kind.KEY, "a row begins with its key"
    columns: list[sa.Column[object]] = [
        sa.Column(
            field.name, _TYPES[field.type], primary_key=field.name in kind.KEY, nullable=False, autoincrement=False
        )
        for field in msgspec.structs.fields(kind)
    ]
    indexes = [sa.Index(name, *some) for name, some in kind.SEARCHED.items()]
    return sa.Table(kind.TABLE, metadata, *columns, *indexes)


INDEX: dict[type[Row], sa.Table] = {kind: _index_table(kind) for kind in ROWS}
