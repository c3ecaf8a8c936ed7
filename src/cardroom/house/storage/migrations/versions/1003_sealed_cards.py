"""Seeds leave the database; those of rounds in progress stay until the rounds are over."""

import sqlalchemy as sa
from alembic import op

revision = "1003"
down_revision = "1002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A round that was begun with a stored seed cannot have another: a start drops the table when the last is over."""
    if not op.get_bind().execute(sa.text("SELECT count(*) FROM secrets")).scalar():
        op.drop_table("secrets")


def downgrade() -> None:
    if not sa.inspect(op.get_bind()).has_table("secrets"):
        op.create_table(
            "secrets",
            sa.Column("round_id", sa.Text, primary_key=True),
            sa.Column("seed", sa.LargeBinary, nullable=False),
        )
