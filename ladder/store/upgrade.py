"""Makes the tables of a ladder, and brings those of an older program to what this one knows.

Alembic takes longer to load than most commands take for all the rest, so it is loaded when there is
something to be done.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text

from arena.errors import UserError
from ladder.store import schema

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).parent / "migrations"
NEWEST: Final = "0024"
"""The last of them."""
_VERSION: Final = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), primary_key=True)
)


def make_tables(connection: Connection) -> None:
    """Make the tables as the last migration leaves them, within the connection's transaction.

    There are none before.
    """
    for tables in (schema.metadata, _VERSION.metadata):
        tables.create_all(connection, checkfirst=False)
    connection.execute(insert(_VERSION).values(version_num=NEWEST))


def find_revision(connection: Connection) -> str | None:
    """Return the last migration that was run on the tables; None if there are no tables of ours."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def upgrade(connection: Connection) -> None:
    """Run the migrations that are lacking, within the connection's transaction.

    UserError if the tables were made by another program.
    """
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if connection.dialect.name != "sqlite" and inspect(connection).has_table(_VERSION.name):
        # SQLite lets one write from its transaction's beginning. Here another program waits until
        # all is done, and then finds nothing to do. Two that had read before would wait for each
        # other.
        connection.execute(text("LOCK TABLE alembic_version"))
    current = find_revision(connection)
    if current is not None and current not in known:
        raise UserError(
            "The ladder was made by another version of this program. Use that version; its ladder"
            " export makes a file of the log, and ladder import here a ladder of it."
        )
    command.upgrade(config, NEWEST)


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
