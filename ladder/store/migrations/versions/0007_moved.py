"""Where a ladder has moved to, so that nobody plays on in the old place."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make its table."""
    op.create_table(
        "moved",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Text, nullable=False),
    )
