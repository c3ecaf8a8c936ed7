"""The log, the seeds, credentials and sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
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
    op.create_table(
        "secrets",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("password", sa.Text),
        sa.Column("card", sa.Text),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("sessions", "credentials", "secrets", "records"):
        op.drop_table(name)
