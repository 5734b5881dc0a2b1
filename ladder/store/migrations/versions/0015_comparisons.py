"""Comparisons of two versions of a bot, which authors ask for as they ask for matches."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the plan of the old version, and a table of what was played."""
    op.add_column("requests", sa.Column("old", sa.LargeBinary))
    op.create_table(
        "arms",
        sa.Column("request", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
