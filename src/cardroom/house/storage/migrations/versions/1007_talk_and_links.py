"""Talk among friends is kept for its day, invitations as long as their table, and links to rounds can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "1007"
down_revision = "1006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Links that were given out before have no row: they hold until they are taken back."""
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
        "shown_rounds",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("edition", sa.BigInteger, nullable=False),
        sa.Column("is_taken_back", sa.Boolean, nullable=False),
    )
    op.create_index("shown_by_person", "shown_rounds", ["person", "at"])


def downgrade() -> None:
    op.drop_table("shown_rounds")
    op.drop_table("invitations")
    op.drop_table("muted")
    op.drop_table("talk")
