"""`ladder backup`, `restore` and `move`: a whole ladder, secrets and all, to another place."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import Progress

from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say
from ladder.backup import restore_backup, write_backup
from ladder.cli.output import print_json
from ladder.queries.wording import plural
from ladder.store.copying import Copied, Watch, move_ladder
from ladder.store.database import without_password


def back_up(place: str, file: Path, *, as_json: bool) -> None:
    """Write a backup and say what is in it."""
    with _counting("copying", as_json=as_json) as watch:
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


def restore(file: Path, place: str, *, as_json: bool) -> None:
    """Make a ladder of a backup and say what is in it."""
    with _counting("copying", as_json=as_json) as watch:
        copied = restore_backup(file, place, watch)
    if as_json:
        print_json(copied, ladder=without_password(place))
        return
    say(f"There is a ladder in {without_password(place)}, as it was when {file} was written:")
    _tell(copied)
    say("What came after that is not in it; anyone who has a later export can tell.")
    say(advise("doctor", f"--ladder={without_password(place)}", program="ladder"))


def move(place: str, target: str, *, as_json: bool) -> None:
    """Move a ladder and say where it is now."""
    with _counting("moving", as_json=as_json) as watch:
        copied = move_ladder(place, target, watch)
    named = without_password(target)
    if as_json:
        print_json(copied, ladder=named)
        return
    say(f"The ladder is in {named} now:")
    _tell(copied)
    say(f"{without_password(place)} takes nothing any more and says where it went.")
    say(advise("doctor", f"--ladder={named}", program="ladder"))


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
def _counting(what: str, *, as_json: bool) -> Iterator[Watch]:
    """Show on a terminal how many rows are done."""
    console = PlainConsole(stderr=True)
    with Progress(console=console, transient=True, disable=as_json) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
