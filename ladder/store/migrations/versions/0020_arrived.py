"""Entries know when they arrived, by the clock and not by the log's time, which may be ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add this column: what was there before arrived at its time."""
    arrived = sa.Column("arrived", sa.String(32), nullable=False, server_default="")
    op.add_column("entries", arrived)
    op.execute("UPDATE entries SET arrived = time")
