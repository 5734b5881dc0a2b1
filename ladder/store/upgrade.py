"""Brings the tables of a ladder that an older program has made to what this one knows."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from arena.mistake import Mistake

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def find_revision(connection: Connection) -> str | None:
    """Return the last migration that was run on the tables; None if there are no tables of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def is_newest(connection: Connection) -> bool:
    """Say whether the tables are those that this program knows."""
    script = ScriptDirectory.from_config(_config(connection))
    return find_revision(connection) == script.get_current_head()


def upgrade(connection: Connection) -> None:
    """Run the migrations that are lacking, within the connection's transaction.

    Mistake if the tables were made by a newer program.
    """
    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    current = find_revision(connection)
    if current is not None and current not in known:
        raise Mistake(
            "The ladder was used with a newer version of this program, which changed its database;"
            " use that version."
        )
    command.upgrade(config, "head")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
