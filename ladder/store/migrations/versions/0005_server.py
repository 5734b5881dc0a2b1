"""The tables of the server: tokens, sessions, uploads, requests, running games, the pulse."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "tokens",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("organiser", sa.Boolean, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "session_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64)),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("player", sa.String(64)),
    )
    op.create_index("ix_uploads_author", "uploads", ["author"])
    op.create_index("ix_uploads_state", "uploads", ["state"])
    op.create_table(
        "requests",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("voids", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("log", sa.LargeBinary),
    )
    op.create_index("ix_requests_author", "requests", ["author"])
    op.create_index("ix_requests_state", "requests", ["state"])
    op.create_table(
        "live_games",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("begun", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
    )
