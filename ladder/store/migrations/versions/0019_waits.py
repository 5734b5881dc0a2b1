"""Results know for how many seconds they waited for each player."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add that column; of what was played before it is unknown."""
    op.add_column("results", sa.Column("waits", sa.Text))
