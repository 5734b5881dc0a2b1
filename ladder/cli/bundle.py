"""`ladder bundle`: all that an event needs, in one file to carry to a machine without a network."""

from pathlib import Path

import click

from arena.errors import UserError
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.output import print_json
from ladder.queries.wording import plural

_MB = 1000**2


@click.command(epilog="Example: ladder bundle event.tar --language cpp")
@click.argument("file", type=click.Path(path_type=Path), default="card-arena-event.tar")
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="LANGUAGE",
    help="With the images of this language, besides Python's; may be said again.",
)
@click.option("--without-images", is_flag=True, help="For an event without containers.")
@as_json
def bundle(*, file: Path, languages: tuple[str, ...], without_images: bool, as_json: bool) -> None:
    """Write all that an event without a network needs to one file.

    It is for a machine like this one. There: tar xf FILE, and card-arena-event/start.py FOLDER.
    """
    from arena.languages import PYTHON
    from arena.terminal.console import PlainConsole
    from ladder.bundle import FOLDER, write_bundle

    if without_images and languages:
        raise UserError("Without images there is none of a language; leave out --language.")
    wanted = () if without_images else {PYTHON, *languages}
    console = PlainConsole(stderr=True, quiet=as_json)
    with console.status("making a bundle ...") as shown:
        made = write_bundle(file, wanted, lambda what: shown.update(f"{what} ..."))
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
