"""What is done about a round after it is over; who played a round is found by the round."""

import sqlalchemy as sa
from alembic import op

revision = "1005"
down_revision = "1004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "later",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("played_by_round", "played", ["round_id"])


def downgrade() -> None:
    op.drop_index("played_by_round", "played")
    op.drop_table("later")
