"""Reviews of matches, which authors ask for as they ask for matches."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns, which are empty of what was asked for before."""
    op.add_column("requests", sa.Column("reviewed", sa.Integer))
    op.add_column("requests", sa.Column("digest", sa.String(64)))
    op.add_column("requests", sa.Column("review", sa.LargeBinary))
    op.create_index("ix_requests_digest", "requests", ["digest"])
