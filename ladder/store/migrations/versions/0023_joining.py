"""The code by which guests join."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make its table; no ladder has one yet."""
    op.create_table(
        "joining",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.Text, nullable=False),
    )
