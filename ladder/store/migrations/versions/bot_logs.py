"""What bots print is kept for their authors."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of the bots' logs."""
    op.create_table(
        "logs",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_logs_player", "logs", ["player"])
