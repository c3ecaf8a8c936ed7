"""Since when and where a session was opened; how large a backup is, and whether it was verified."""

import sqlalchemy as sa
from alembic import op

revision = "2002"
down_revision = "2001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("since", sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("terminal", sa.Text, nullable=False, server_default=""))
    op.add_column("backups", sa.Column("size", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("backups", sa.Column("verified", sa.Text, nullable=False, server_default=""))
    op.add_column("backups", sa.Column("findings", sa.BigInteger, nullable=False, server_default="0"))
