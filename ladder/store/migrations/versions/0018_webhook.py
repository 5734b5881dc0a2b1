"""The webhook of a course, and the events that wait to be posted."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make their table; no course has a webhook yet."""
    op.add_column("about", sa.Column("webhook", sa.Text))
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
    )
