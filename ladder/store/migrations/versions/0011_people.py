"""What is known of authors beside the log: names, members, e-mail, and ids of an LMS."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make their table, in which nobody is yet."""
    op.create_table(
        "people",
        sa.Column("author", sa.String(64), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
