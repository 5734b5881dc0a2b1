"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "entries",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_index("ix_entries_kind", "entries", ["kind"])
    op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column(
            "number",
            sa.Integer,
            sa.ForeignKey("entries.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("match", sa.Integer, nullable=False, unique=True),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("ranks", sa.LargeBinary, nullable=False),
        sa.Column("teams", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_results_game", "results", ["game"])
    op.create_table(
        "appearances",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, sa.ForeignKey("results.number"), primary_key=True),
    )
    op.create_table(
        "records",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "submissions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "queue",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("voids", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("model", sa.String(64), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("model", sa.String(64), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "logs",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_logs_player", "logs", ["player"])
    op.create_table(
        "voids",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("match", sa.Integer, nullable=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
