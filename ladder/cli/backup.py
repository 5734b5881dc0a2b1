"""`ladder backup` and `ladder restore`: a whole ladder, secrets and all, to another place."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.progress import Progress

from arena.terminal.console import PlainConsole
from arena.terminal.options import A_PATH
from ladder.archive.backup import restore_backup, write_backup
from ladder.cli.options import at_ladder
from ladder.cli.output import Shown, printing
from ladder.queries.wording import plural
from ladder.store.copying import Copied, Watch
from ladder.store.database import without_password


@click.command(epilog="Example: ladder backup monday.backup")
@click.argument("file", type=A_PATH)
@at_ladder
@printing()
def backup(*, file: Path, place: str) -> Shown:
    """Write all of a ladder to a file, secrets and all.

    It is to go on from, and a season may go on meanwhile. An export is to be published; a backup
    is not.
    """
    with _counting() as watch:
        copied = write_backup(place, file, watch)
    lines = [
        f"All of {without_password(place)} is in {file}, read again after it was written:",
        *_tell(copied),
        "It has seeds of planned matches and what opens sessions: keep it as the ladder itself.",
    ]
    advice = ("restore", file, "--ladder=another.db")
    return Shown(copied, lines, advice, {"file": str(file)})


@click.command(epilog="Example: ladder restore monday.backup --ladder another.db")
@click.argument("file", type=A_PATH)
@at_ladder
@printing()
def restore(*, file: Path, place: str) -> Shown:
    """Make a ladder of a backup, in SQLite or in PostgreSQL.

    There may be none in its place.
    """
    with _counting() as watch:
        copied = restore_backup(file, place, watch)
    named = without_password(place)
    lines = [
        f"There is a ladder in {named}, as it was when {file} was written:",
        *_tell(copied),
        "Later entries are not in it; anyone who has a later export can tell.",
    ]
    advice = ("doctor", f"--ladder={named}")
    return Shown(copied, lines, advice, {"ladder": named})


def _tell(copied: Copied) -> Iterator[str]:
    rows = copied.rows
    tables = ("records", "submissions", "uploads", "requests", "tokens")
    others = ", ".join(plural(rows[table], table[:-1]) for table in tables)
    entries = plural(rows["entries"], "entry", "entries")
    yield f"{entries} of the log, up to the digest {copied.digest};"
    yield f"{others}, and {rows['queue']:,} planned."


@contextmanager
def _counting() -> Iterator[Watch]:
    """Show on a terminal how many rows are done."""
    with Progress(console=PlainConsole(stderr=True), transient=True) as shown:
        task = shown.add_task("copying", total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
