"""What follows from a result: ratings after each, and counts. No rating is kept otherwise."""

import sqlalchemy as sa
from alembic import op

from arena.errors import UserError

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make these tables, which are empty until results are rated, and drop what they replace.

    UserError if the ladder has moved, which `ladder move` once did.
    """
    place = op.get_bind().execute(sa.text("SELECT place FROM moved")).scalar()
    if place is not None:
        raise UserError(f"This ladder has moved to {place}; --ladder names it there.")
    op.drop_table("moved")
    op.create_table(
        "ratings",
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, sa.ForeignKey("results.number"), primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("ix_ratings_number", "ratings", ["number"])
    op.create_table(
        "pairs",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("ahead", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("behind", sa.Integer, nullable=False),
    )
    op.create_index("ix_pairs_other", "pairs", ["other"])
    op.create_table(
        "forfeits",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("verdict", sa.String(16), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "derived",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("model", sa.String(64), nullable=False),
    )
    op.drop_table("checkpoints")
    op.drop_table("boards")
