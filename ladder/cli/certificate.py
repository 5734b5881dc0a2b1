"""`ladder certificate`: the result of a season as one page that stands for itself."""

from pathlib import Path

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import print_json, working
from ladder.store.opening import open_reader
from ladder.web.certificate import write_certificate


def certify(place: str, file: Path, season: int | None, *, as_json: bool) -> None:
    """Write the page and say what it is about."""
    with open_reader(place) as reader, working("rating"):
        certified = write_certificate(reader, file, season)
    if as_json:
        print_json(certified, file=str(file))
        return
    say(f"The result of season {certified.season} is in {file}, up to the digest")
    say(f"{certified.digest} of the log.")
    say("It needs no server. Publish it with an export, by which everybody can check it.")
    say(advise("export", "ladder.zip", program="ladder"))
