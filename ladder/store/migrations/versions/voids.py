"""Voids are kept by bot."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of the voids."""
    op.create_table(
        "voids",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("match", sa.Integer, nullable=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
