"""Every table of a house: the log, its index, and what is kept beside it."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "2001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "documents",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "archives",
        sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "heads",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("statement", sa.Text, nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("password", sa.Text),
    )
    op.create_table(
        "cards",
        sa.Column("number", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("pin", sa.Text),
    )
    op.create_index("cards_by_code", "cards", ["code"])
    op.create_table(
        "codes",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("half", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires", sa.Text, nullable=False),
    )
    identity = op.create_table(
        "identity",
        sa.Column("house", sa.Text, primary_key=True),
    )
    owner = op.create_table(
        "owner",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("is_free", sa.Boolean, nullable=False),
        sa.Column("is_asked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "standbys",
        sa.Column("server", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("lacks_key", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "verifications",
        sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("findings", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "muted",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_index("invitations_by_table", "invitations", ["table_id"])
    op.create_table(
        "winners",
        sa.Column("link", sa.Text, primary_key=True),
        sa.Column("win", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "winner_keys",
        sa.Column("link", sa.Text, primary_key=True),
        sa.Column("win", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_table(
        "backups",
        sa.Column("at", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
    )
    op.create_table(
        "shown_rounds",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("edition", sa.BigInteger, nullable=False),
        sa.Column("is_taken_back", sa.Boolean, nullable=False),
    )
    op.create_index("shown_by_person", "shown_rounds", ["person", "at"])
    op.create_table(
        "parts",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
    )
    op.create_index("parts_by_position", "parts", ["stream", "position"])
    op.create_table(
        "days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("begins", sa.Text, nullable=False),
        sa.Column("ends", sa.Text, nullable=False),
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
    )
    op.create_index("rounds_by_table", "rounds", ["table_id", "first"])
    op.create_table(
        "real_rounds",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("is_void", sa.Boolean, nullable=False),
    )
    op.create_index("real_rounds_by_table", "real_rounds", ["table_id", "first"])
    op.create_table(
        "played",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("seat", sa.BigInteger, nullable=False),
        sa.Column("staked", sa.BigInteger, nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("jackpots", sa.BigInteger, nullable=False),
        sa.Column("is_void", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
    )
    op.create_index("played_by_round", "played", ["round_id"])
    op.create_index("played_lately", "played", ["person", "position"])
    op.create_table(
        "figures",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("figures", sa.Text, nullable=False),
    )
    op.create_index("figures_by_stream", "figures", ["stream", "day"])
    op.create_table(
        "events",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("event", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
    )
    op.create_index("events_by_day", "events", ["day", "position"])
    op.create_table(
        "wins",
        sa.Column("link", sa.Text, primary_key=True),
        sa.Column("win", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("is_hit", sa.Boolean, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("wins_by_time", "wins", ["link", "at"])
    op.create_table(
        "win_changes",
        sa.Column("win", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("link", sa.Text, nullable=False),
    )
    op.create_table(
        "later",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    nobody = {"server": "", "process": "", "address": "", "version": ""}
    op.bulk_insert(owner, [{"id": 1, "epoch": 0, "seen": 0.0, "is_free": True, "is_asked": False, **nobody}])
    op.bulk_insert(identity, [{"house": secrets.token_hex(8)}])
