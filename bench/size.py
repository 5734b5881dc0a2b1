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


def installed(name: str, found: dict[str, Distribution]) -> None:
    """Collect a distribution and, without extras, all that it needs."""
    if name.lower() in found:
        return
    found[name.lower()] = dist = distribution(name)
    for text in dist.requires or ():
        need = Requirement(text)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            installed(need.name, found)


def megabytes(dist: Distribution) -> float:
    files = (Path(str(dist.locate_file(file))) for file in dist.files or ())
    return sum(path.stat().st_size for path in files if path.is_file()) / 1e6


def project_megabytes() -> float:
    """Return the size of the packages themselves, which an editable install does not list."""
    root = Path(__file__).parent.parent
    folders = [root / "arena", root / "sdk/python/arena_sdk", root / "sample_bots"]
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
    found: dict[str, Distribution] = {}
    installed("card-arena", found)
    sizes = {name: megabytes(dist) for name, dist in found.items()}
    sizes["card-arena"] = project_megabytes()
    table = Table("installed", "MB", box=None)
    for name, own in sorted(sizes.items(), key=lambda item: -item[1])[:6]:
        table.add_row(name, f"{own:.1f}")
    table.add_row(f"all {len(sizes)} distributions", f"{sum(sizes.values()):.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
