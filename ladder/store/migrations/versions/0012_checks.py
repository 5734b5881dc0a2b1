"""Uploads know how long their checks have taken, and whether their first steps are passed."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add these columns: what was checked before has taken no time."""
    for column in (
        sa.Column("looked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("begun", sa.Double, nullable=False, server_default="0"),
        sa.Column("seconds", sa.Double, nullable=False, server_default="0"),
    ):
        op.add_column("uploads", column)
