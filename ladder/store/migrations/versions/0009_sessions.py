"""Sessions are rows, which can be ended, and no longer signed with a key of the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make their table, and drop the key: who was logged in logs in again."""
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("token", sa.Integer, nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
    )
    op.create_index("ix_sessions_token", "sessions", ["token"])
    op.drop_table("session_key")
