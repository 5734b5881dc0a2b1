"""`ladder serve --demo`: a ladder of the sample bots in a temporary folder, shown as it plays."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.doctor.examine import find_lack
from arena.games import game_names
from arena.runner.host import Host
from arena.terminal.output import say
from ladder.cli.serving import serve_ladder
from ladder.notices.posting import Poster
from ladder.small_ladder import add_samples, create_small_ladder
from ladder.submissions.files import open_samples
from ladder.web.gate import Gate

_MATCHES: Final = 200
_TABLES: Final = 4
# How long matches that are being played may take to end, in seconds.
_ENDING: Final = 30
_RUN: Final = (
    "import sys; from arena.system import signal_with_parent as end; end(int(sys.argv.pop(1)), 2);"
    " from ladder.cli import main; main()"
)


def serve_demo(host: str, port: int, gate: Gate) -> None:
    """Serve a ladder of all games that begins now, until Ctrl-C. Nothing of it is kept."""
    with TemporaryDirectory(prefix="ladder-") as folder:
        place = str(Path(folder) / "demo.db")
        with create_small_ladder(place, game_names()) as store:
            # Samples in Python alone: there may be no compiler here, and no Node.
            add_samples(store, (bot.folder.name for bot in open_samples()))
        lack = find_lack()
        box = "process" if lack else "container"
        where = f"plain processes, since {lack}" if lack else "containers"
        say(f"The sample bots play, in {where}. The first ranks are there in a minute.")
        with _season(place, box):
            serve_ladder(
                place,
                host,
                port,
                None,
                gate=gate,
                poster=Poster(frozenset()),
                tables=_TABLES,
                boxes=Host(box),
            )


@contextmanager
def _season(place: str, box: str) -> Iterator[None]:
    """Have the season played beside, by a process of its own that Ctrl-C does not reach.

    It ends with this one, even if this is killed.
    """
    command = [sys.executable, "-c", _RUN, str(os.getpid()), "run", "--ladder", place]
    command += ["--matches", str(_MATCHES), "--json"]
    command += ["--trust"] if box == "process" else ["--box", box]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as season:
        try:
            yield
        finally:
            season.terminate()
            try:
                season.wait(_ENDING)
            except subprocess.TimeoutExpired:
                season.kill()
