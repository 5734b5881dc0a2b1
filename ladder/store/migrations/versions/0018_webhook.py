"""The webhook of a course, and the events that wait to be posted."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the tables; no course has a webhook yet."""
    op.create_table(
        "webhook",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("posted", sa.Boolean, nullable=False, index=True),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next", sa.String(32), nullable=False),
    )
