"""Staff cards have a table of their own, and numbers."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "1004"
down_revision = "1003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Cards that are there already get a number and no PIN; the next start writes them into the log."""
    cards = op.create_table(
        "cards",
        sa.Column("number", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("pin", sa.Text),
    )
    op.create_index("cards_by_code", "cards", ["code"])
    query = sa.text("SELECT person, card FROM credentials WHERE card IS NOT NULL ORDER BY person")
    held = op.get_bind().execute(query).all()
    numbers = secrets.SystemRandom().sample(range(100_000, 1_000_000), len(held))
    if held:
        rows = [
            {"number": str(number), "person": person, "code": code}
            for number, (person, code) in zip(numbers, held, strict=True)
        ]
        op.bulk_insert(cards, rows)
    with op.batch_alter_table("credentials") as credentials:
        credentials.drop_column("card")


def downgrade() -> None:
    """PINs, numbers and cards that were revoked are lost."""
    with op.batch_alter_table("credentials") as credentials:
        credentials.add_column(sa.Column("card", sa.Text))
    op.execute("UPDATE credentials SET card = (SELECT max(code) FROM cards WHERE cards.person = credentials.person)")
    op.drop_table("cards")
