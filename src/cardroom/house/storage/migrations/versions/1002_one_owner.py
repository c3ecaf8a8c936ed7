"""Who owns the log, and who stands by."""

import sqlalchemy as sa
from alembic import op

revision = "1002"
down_revision = "1001"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
    )
    nobody = {"server": "", "process": "", "address": "", "version": ""}
    op.bulk_insert(owner, [{"id": 1, "epoch": 0, "seen": 0.0, "is_free": True, "is_asked": False, **nobody}])
