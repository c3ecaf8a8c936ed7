"""A house has a name of its own, and its files say whose they are; who stands by says whether it knows the key."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "1008"
down_revision = "1007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    identity = op.create_table("identity", sa.Column("house", sa.Text, primary_key=True))
    op.add_column("standbys", sa.Column("lacks_key", sa.Text, nullable=False, server_default=""))
    op.bulk_insert(identity, [{"house": secrets.token_hex(8)}])


def downgrade() -> None:
    op.drop_column("standbys", "lacks_key")
    op.drop_table("identity")
