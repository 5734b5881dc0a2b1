"""Text has the order of its code points on a server, too, whatever the locale of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Name the collation of each column of text that has a length. SQLite compares so anyway."""
    if op.get_bind().dialect.name == "sqlite":
        return
    inspector = sa.inspect(op.get_bind())
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table):
            kind = column["type"]
            if isinstance(kind, sa.VARCHAR):
                named = sa.VARCHAR(kind.length, collation="C")
                op.alter_column(table, column["name"], type_=named)
