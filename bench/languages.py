"""Languages: the size of each image, how long a build takes, and how soon a bot is there.

For each language the bot that `arena new` makes of 6 nimmt!: it is built in a build box, with
nothing kept from before, and started in containers, up to its Join.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.bots.manifest import Bot, open_bot
from arena.check.probe import Probe
from arena.cli.new import write_files
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable
from arena.games import find_game
from arena.languages import find_language, language_names
from arena.match.clock import TimeControl
from arena.runner.products import build_bot

TURNS = 7


def make_bot(language: str, folder: Path) -> Bot:
    """Return the bot that `arena new` makes, in a new folder."""
    folder.mkdir()
    for name, text in write_files("bench", find_game("six_nimmt"), language).items():
        (folder / name).write_text(text)
    return open_bot(folder)


def measure_starts(bot: Bot, folder: Path) -> list[float]:
    """Return the seconds from the start of the bot's program to its Join."""
    with ExitStack() as held:
        probe = Probe(bot, "container", TimeControl(), held, folder, seed=bytes(16))
        return [probe.start().joined or 0.0 for _ in range(TURNS)]


def rows(folder: Path) -> Iterator[tuple[str, ...]]:
    engine = Engine()
    for language in language_names():
        said = find_language(language)
        if language == "binary":  # is not built here, and starts as one of C++ does
            continue
        images = [require_image(engine, language).name]
        if said.build:
            images.append(require_image(engine, language, to_build=True).name)
        sizes = [engine.inspect_image(name) or {} for name in images]
        bot = make_bot(language, folder / language)
        begun = time.perf_counter()
        built = build_bot(bot, "container")
        seconds = time.perf_counter() - begun
        starts = measure_starts(built, folder)
        yield (
            said.title,
            " + ".join(f"{size.get('Size', 0) / 1e6:.0f} MB" for size in sizes),
            f"{seconds:.1f} s" if said.build else "-",
            f"{statistics.median(starts) * 1000:.0f} ms",
        )


def main() -> None:
    table = Table("language", "image, and to build", "build", "start to Join")
    with tempfile.TemporaryDirectory() as folder:
        # Where products are kept: nothing is there yet.
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        try:
            for row in rows(Path(folder)):
                table.add_row(*row)
        except Unavailable as lack:
            sys.exit(f"Not measured: {lack}.")
    Console().print(table)


if __name__ == "__main__":
    main()
