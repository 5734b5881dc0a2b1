"""Comparisons keep what each round came to, and no records that are counted already."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Have comparisons that were played begin again: their records go."""
    op.execute("UPDATE requests SET state = 'waiting' WHERE old IS NOT NULL AND state = 'played'")
    op.drop_table("arms")
    op.create_table(
        "rounds",
        sa.Column("request", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("counted", sa.LargeBinary, nullable=False),
    )
