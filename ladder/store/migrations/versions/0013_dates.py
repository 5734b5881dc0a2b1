"""What is planned on a ladder, and whether it was carried out."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table, in which nothing is yet."""
    op.create_table(
        "dates",
        sa.Column("act", sa.String(16), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )
