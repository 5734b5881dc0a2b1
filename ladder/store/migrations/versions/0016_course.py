"""The picture of a course, and its scheme of marks."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the columns; no course has said either yet."""
    op.add_column("about", sa.Column("logo", sa.LargeBinary))
    op.add_column("about", sa.Column("scheme", sa.Text))
