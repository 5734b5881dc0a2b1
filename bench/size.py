"""How large things are: a recorded game, a match's page, what is installed with all it needs."""

import json
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from rich.console import Console
from rich.table import Table

from arena.games import find_game, game_names
from arena.match.record import read_record

ARENA = Path(sys.executable).with_name("arena")


def record_sizes(game: str, seats: int, games: int = 20) -> tuple[int, int, int]:
    """Return the bytes and the entries of a match of random bots, and the bytes of its page."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["play", game, *["random"] * seats, f"--games={games}", "--box=inline"]
        record = Path(folder, str(run(folder, *words)["record"]))
        page = run(folder, "replay", str(record), "--html=page.html")["bytes"]
        entries = sum(len(game.entries) for game in read_record(record).games)
        return record.stat().st_size, entries, page


def run(folder: str, *words: str) -> Any:
    done = subprocess.run([ARENA, *words, "--json"], cwd=folder, capture_output=True, check=True)
    return json.loads(done.stdout)


def installed(need: Requirement, found: dict[str, Distribution]) -> None:
    """Collect a distribution and all that it needs, with the extras that were asked for."""
    key = str(need.name).lower() + str(sorted(need.extras))
    if key in found:
        return
    found[key] = dist = distribution(need.name)
    for text in dist.requires or ():
        other = Requirement(text)
        chosen = [{"extra": extra} for extra in ("", *need.extras)]
        if other.marker is None or any(map(other.marker.evaluate, chosen)):
            installed(other, found)


def megabytes(dist: Distribution) -> float:
    files = (Path(str(dist.locate_file(file))) for file in dist.files or ())
    return sum(path.stat().st_size for path in files if path.is_file()) / 1e6


def project_megabytes() -> float:
    """Return the size of the packages themselves, which an editable install does not list."""
    root = Path(__file__).parent.parent
    folders = [root / "arena", root / "ladder", root / "sdk/python/arena_sdk", root / "sample_bots"]
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in paths) / 1e6


def main() -> None:
    """Print both tables."""
    console = Console()
    table = Table("20 games of", "seats", "moves a game", "bytes a game", "kB a page", box=None)
    for name in game_names():
        game = find_game(name)
        for seats in (game.seats[0], 4, game.seats[-1]):
            size, moves, page = record_sizes(name, seats)
            numbers = [f"{moves / 20:.0f}", f"{size / 20:,.0f}", f"{page / 1000:,.0f}"]
            table.add_row(game.title, str(seats), *numbers)
    largest = record_sizes("six_nimmt", 10, games=100)[2]
    table.add_row("100 games of 6 nimmt!", "10", "", "", f"{largest / 1000:,.0f}")
    console.print(table)
    table = Table("installed", "distributions", "MB", box=None)
    for extra in ("", "rl", "plot", "ladder", "workers", "web", "dev"):
        need = f"card-arena[{extra}]" if extra else "card-arena"
        found: dict[str, Distribution] = {}
        installed(Requirement(need), found)
        others = {dist.name: megabytes(dist) for dist in found.values()} | {"card-arena": 0}
        table.add_row(
            extra or "base", str(len(others)), f"{sum(others.values()) + project_megabytes():.0f}"
        )
    console.print(table)


if __name__ == "__main__":
    main()
