"""`ladder backup` and `ladder restore`: a whole ladder, secrets and all, to another place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from ladder.store.copying import Copied, Watch


@click.command(epilog="Example: ladder backup monday.backup")
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def backup(*, file: Path, place: str, as_json: bool) -> None:
    """Write all of a ladder to a file, secrets and all.

    It is to go on from, and a season may go on meanwhile. An export is to be published; a backup
    is not.
    """
    from ladder.archive.backup import write_backup
    from ladder.store.database import without_password

    with _counting(as_json=as_json) as watch:
        copied = write_backup(place, file, watch)
    if as_json:
        print_json(copied, file=str(file))
        return
    say(f"All of {without_password(place)} is in {file}, read again after it was written:")
    _tell(copied)
    say(
        "It has the seeds of planned matches and what opens sessions: keep it as the ladder itself."
    )
    say(advise("restore", file, "--ladder=another.db", program="ladder"))


@click.command(epilog="Example: ladder restore monday.backup --ladder another.db")
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def restore(*, file: Path, place: str, as_json: bool) -> None:
    """Make a ladder of a backup, in SQLite or in PostgreSQL.

    There may be none in its place.
    """
    from ladder.archive.backup import restore_backup
    from ladder.store.database import without_password

    with _counting(as_json=as_json) as watch:
        copied = restore_backup(file, place, watch)
    if as_json:
        print_json(copied, ladder=without_password(place))
        return
    say(f"There is a ladder in {without_password(place)}, as it was when {file} was written:")
    _tell(copied)
    say("Later entries are not in it; anyone who has a later export can tell.")
    say(advise("doctor", f"--ladder={without_password(place)}", program="ladder"))


def _tell(copied: Copied) -> None:
    rows = copied.rows
    entries = plural(rows["entries"], "entry", "entries")
    others = [
        plural(rows[table], word)
        for table, word in (
            ("records", "record"),
            ("submissions", "submission"),
            ("uploads", "upload"),
            ("requests", "request"),
            ("tokens", "token"),
        )
    ]
    say(f"{entries} of the log, up to the digest {copied.digest};")
    say(f"{', '.join(others)}, and {rows['queue']:,} planned.")


@contextmanager
def _counting(*, as_json: bool) -> Iterator[Watch]:
    """Show on a terminal how many rows are done."""
    from rich.progress import Progress

    from arena.terminal.console import PlainConsole

    console = PlainConsole(stderr=True)
    with Progress(console=console, transient=True, disable=as_json) as shown:
        task = shown.add_task("copying", total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
