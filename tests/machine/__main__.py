"""Runs in a machine of Debian's what has to hold on one, and prints a table of what came of it.

    python -m tests.machine [--release NAME] [--night] [--only WORD ...]

as root. What was said is kept beside the machine in `.machine/NAME/`, a file for each part. The
exit code is 1 if a part has failed.
"""

import re
import sys
import time
from pathlib import Path
from typing import Final

import click
from rich.table import Table

from arena.errors import HostFailure, UserError
from arena.terminal.console import PlainConsole
from tests.machine.disk import PROJECT, ROOT, USER, require_disk, send_sources
from tests.machine.parts import Part, first_parts, more_parts
from tests.machine.virtual import Machine, running

_UNPACK: Final = f"""
cd {PROJECT}
find . -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -r {{}} +
tar -x --owner={USER} --group={USER}
touch .venv/ready
chown -R {USER}: .
chmod -R a+rX .
"""
# What pytest says at the end of all, without the time.
_SUMMARY: Final = re.compile(r"^=*\s*((?:\d+ \w+(?:, )?)+)(?: in .*)?$")


@click.command()
@click.option("--release", default="bookworm", help="Debian's release.")
@click.option("--night", is_flag=True, help="And what takes a night if the machine is emulated.")
@click.option("--only", multiple=True, help="Parts with this word in user and name alone.")
def main(release: str, *, night: bool, only: tuple[str, ...]) -> None:
    """Run all parts in a machine, and print what came of each."""
    folder = ROOT / ".machine" / release
    parts = [*first_parts(), *(more_parts() if night else ())]
    chosen = [p for p in parts if not only or any(w in f"{p.user} {p.name}" for w in only)]
    try:
        with running(require_disk(release, folder)) as machine:
            failed = _run(chosen, machine, folder)
    except (HostFailure, UserError) as error:
        sys.exit(str(error))
    sys.exit(failed > 0)


def _run(parts: list[Part], machine: Machine, folder: Path) -> int:
    """Run the parts, each to its end; return how many have failed."""
    console = PlainConsole()
    send_sources(*machine.command("root", _UNPACK))
    table = Table("user", "part", "came", "minutes", box=None)
    failed = 0
    for part in parts:
        log = folder / f"{part.user} {part.name.replace('/', ' ')}.txt"
        begun = time.monotonic()
        with log.open("wb") as file:
            code = machine.run(part.user, part.command, file)
        failed += code != 0
        came = f"{'FAILED ' if code else 'passed '}{_summary(log)}"
        minutes = f"{(time.monotonic() - begun) / 60:.1f}"
        console.print(part.user, part.name, came, minutes, highlight=False)
        table.add_row(part.user, part.name, came, minutes)
    console.rule(f"{failed} of {len(parts)} parts have failed; {folder} has what they said")
    console.print(table)
    return failed


def _summary(log: Path) -> str:
    """Return how many tests came to what, where pytest was asked."""
    lines = log.read_text(errors="replace").splitlines()
    found = [match[1] for line in lines[-3:] if (match := _SUMMARY.match(line))]
    return found[-1] if found else ""


if __name__ == "__main__":
    main()
