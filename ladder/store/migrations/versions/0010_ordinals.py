"""How many matches there were by each result: of all, of each player, and of every two."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_RESULTS = """
UPDATE results SET ordinal = own.ordinal
FROM (SELECT number, row_number() OVER (ORDER BY number) AS ordinal FROM results) own
WHERE own.number = results.number
"""
_APPEARANCES = """
UPDATE appearances SET ordinal = own.ordinal
FROM (
    SELECT player, number, row_number() OVER (PARTITION BY player ORDER BY number) AS ordinal
    FROM appearances
) own
WHERE own.player = appearances.player AND own.number = appearances.number
"""
_PAIRS = """
UPDATE pairs SET matches = met.matches
FROM (
    SELECT one.player, two.player AS other, results.game, count(*) AS matches
    FROM results
    JOIN appearances one ON one.number = results.number
    JOIN appearances two ON two.number = results.number AND two.player <> one.player
    WHERE results.number <= (SELECT counted FROM derived)
    GROUP BY one.player, two.player, results.game
) met
WHERE met.player = pairs.player AND met.other = pairs.other AND met.game = pairs.game
"""


def upgrade() -> None:
    """Add the columns, filled, and the indexes by which pages find a time and points of a curve."""
    for table, column in (("results", "ordinal"), ("appearances", "ordinal"), ("pairs", "matches")):
        op.add_column(table, sa.Column(column, sa.Integer, nullable=False, server_default="0"))
    for statement in (_RESULTS, _APPEARANCES, _PAIRS):
        op.execute(statement)
    op.create_index("ix_results_time", "results", ["time"])
    op.create_index("ix_ratings_curve", "ratings", ["season", "game", "player", "matches"])
