"""Languages: the size of each image, its build and its start; and what a decision costs a bot.

For each language the bot that `arena new` makes of 6 nimmt!: it is built in a build box, with
nothing kept from before, and started in containers, up to its Join.

Then bots in plain processes that answer with the first move, whole games of 6 nimmt! through the
referee, each alone and in turn: in Python and in JavaScript on their SDKs, and in JavaScript behind
the stdio bridge. CPU is all that the box spends.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.bots.intake import TakenBot
from arena.bots.samples import SAMPLES
from arena.bots.starter import write_starter
from arena.check.probe import Probe
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable
from arena.games import find_game
from arena.languages import find_language, language_names
from arena.match.clock import TimeControl
from arena.runner.host import Host
from bench.boxes import taken
from bench.bridge import Cost, median, play

TURNS = 5
REPEATS = 5
GRPC = """
import { Bot, run } from "arena-sdk";
class First extends Bot {
  choose(turn) {
    return turn.legal[0];
  }
}
run(First);
"""
LINES = """
import { createInterface } from "node:readline";
function say(message) { process.stdout.write(JSON.stringify(message) + "\\n"); }
say({ join: { revision: 1 } });
for await (const line of createInterface({ input: process.stdin })) {
  const { turn } = JSON.parse(line);
  if (turn) say({ choice: { turn: turn.number, index: 0 } });
}
"""


def make_bot(language: str, folder: Path) -> TakenBot:
    """Return the bot that `arena new` makes, in a new folder."""
    folder.mkdir()
    for name, text in write_starter("bench", find_game("six_nimmt"), language).items():
        (folder / name).write_text(text)
    return taken(folder)


def measure_starts(bot: TakenBot, host: Host, folder: Path) -> list[float]:
    """Return the seconds from the start of the bot's program to its Join."""
    probe = Probe(bot, host, TimeControl(), folder, seed=bytes(16))
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
        with Host("container") as host:
            built = asyncio.run(host.build(bot))
            seconds = time.perf_counter() - begun
            starts = measure_starts(built, host, folder)
        yield (
            said.title,
            " + ".join(f"{size.get('Size', 0) / 1e6:.0f} MB" for size in sizes),
            f"{seconds:.1f} s" if said.build else "-",
            f"{statistics.median(starts) * 1000:.0f} ms",
        )


def write_bot(folder: Path, source: str, protocol: str) -> TakenBot:
    """Return a bot in JavaScript."""
    folder.mkdir()
    (folder / "bot.mjs").write_text(source)
    (folder / "bot.toml").write_text(
        f'name = "first"\nlanguage = "javascript"\nprotocol = "{protocol}"\n'
    )
    return taken(folder)


def measure_decisions(folder: Path) -> Table:
    """Measure the bots in turn, some times over; return the medians."""
    bots = {
        "Python, gRPC": taken(SAMPLES / "first"),
        "JavaScript, gRPC": write_bot(folder / "grpc", GRPC, "grpc"),
        "JavaScript, stdio": write_bot(folder / "stdio", LINES, "stdio"),
    }
    measured: dict[str, list[Cost]] = {name: [] for name in bots}
    for _ in range(REPEATS):
        for name, bot in bots.items():
            measured[name].append(asyncio.run(play(bot)))
    costs = {name: median(all_costs) for name, all_costs in measured.items()}
    python = costs["Python, gRPC"]
    table = Table("bot", "decisions/s", "of Python", "CPU µs a decision", "of Python")
    for name, cost in costs.items():
        rate, cpu = f"{cost.rate / python.rate:.2f}", f"{cost.cpu / python.cpu:.2f}"
        table.add_row(name, f"{cost.rate:,.0f}", rate, f"{cost.cpu:.0f}", cpu)
    return table


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
        decisions = measure_decisions(Path(folder))
    Console().print(table, decisions)


if __name__ == "__main__":
    main()
