"""Brings the tables of a ladder that an older program has made to what this one knows.

Alembic takes longer to load than most commands take for all the rest, so it is loaded when there is
something to be done.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from arena.errors import UserError

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).parent / "migrations"
NEWEST: Final = "0018"
"""The last of them."""


def find_revision(connection: Connection) -> str | None:
    """Return the last migration that was run on the tables; None if there are no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection) -> None:
    """Run the migrations that are lacking, within the connection's transaction.

    UserError if the tables were made by another program.
    """
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if connection.dialect.name != "sqlite" and inspect(connection).has_table("alembic_version"):
        # SQLite lets one write from its transaction's beginning. Here another program waits until
        # all is done, and then finds nothing to do. Two that had read before would wait for each
        # other.
        connection.execute(text("LOCK TABLE alembic_version"))
    current = find_revision(connection)
    if current is not None and current not in known:
        raise UserError(
            "The ladder was made by another version of this program, whose database this one does"
            " not know; use that version."
        )
    command.upgrade(config, NEWEST)


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
