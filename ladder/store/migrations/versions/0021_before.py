"""The oldest tables that are upgraded: those of the program of 1.0."""

revision = "0021"
down_revision = None


def upgrade() -> None:
    """Do nothing: a new ladder has the tables of `schema.py` at once."""
