"""`ladder bundle`: all that an event needs, in one file to carry to a machine without a network."""

from collections.abc import Collection
from pathlib import Path

from arena.terminal.console import PlainConsole
from arena.terminal.output import say
from ladder.bundle import FOLDER, write_bundle
from ladder.cli.output import print_json
from ladder.queries.wording import plural

_MB = 1000**2


def make_bundle(file: Path, languages: Collection[str], *, as_json: bool) -> None:
    """Write a bundle and say where it can be started, and how."""
    console = PlainConsole(stderr=True, quiet=as_json)
    with console.status("making a bundle ...") as shown:
        made = write_bundle(file, languages, lambda what: shown.update(f"{what} ..."))
    if as_json:
        print_json(made, file=str(file))
        return
    say(
        f"Version {made.version} is in {file}: {plural(made.files, 'file')}, {made.size // _MB} MB,"
    )
    say(f"with {plural(len(made.images), 'image')} for containers. It can be started on")
    say(f"{made.platform}, with no network.")
    say(f"Its SHA-256, to compare after it was copied: {made.digest}")
    say(f"Try: tar xf {file} && {FOLDER}/start.py event")
