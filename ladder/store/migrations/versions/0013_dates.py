"""What is planned on a ladder, and what a course says of itself on its pages."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables, in which nothing is yet."""
    op.create_table(
        "dates",
        sa.Column("act", sa.String(16), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )
    op.create_table(
        "about",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.Text, nullable=False),
    )
