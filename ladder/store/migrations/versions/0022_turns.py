"""Requests know how long they have taken: whose turn it is goes by seconds."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add these columns: what was played before has taken no time."""
    for name in ("begun", "seconds"):
        op.add_column("requests", sa.Column(name, sa.Double, nullable=False, server_default="0"))
