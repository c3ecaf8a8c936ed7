"""A verification from the command line leaves a mark for the house that runs."""

import sqlalchemy as sa
from alembic import op

revision = "1006"
down_revision = "1005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing was ever marked before."""
    op.create_table(
        "verifications",
        sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("findings", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("verifications")
