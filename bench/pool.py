"""Four fresh containers with a bot that has joined: from a pool, and made on the spot.

Both in turns, with the same bot and the same limits; the time is from the first call to the last
Join. Between two turns the pool has time to fill up again.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.boxes.leftovers import runtime_folder
from arena.boxes.lines import make_box, pooled_line
from arena.boxes.pool import MEMORY_A_BOX, take_box
from arena.boxes.runner import Pool
from arena.cli.bots import SAMPLES
from arena.match.entrant import open_entrant
from arena.match.line import Line
from arena.match.wire import StreamLine

SEATS = 4
TURNS = 9
BOT = open_entrant(SAMPLES / "first")


async def open_all(make: Callable[[int], Line]) -> float:
    """Return the seconds until all seats have joined."""
    begun = time.perf_counter()
    lines = [make(seat) for seat in range(SEATS)]
    faults = await asyncio.gather(*(line.open(30) for line in lines))
    spent = time.perf_counter() - begun
    assert not any(faults), faults
    await asyncio.gather(*(line.close() for line in lines))
    return spent


def fresh(folder: Path, turn: int) -> Callable[[int], Line]:
    return lambda seat: StreamLine(
        make_box("container", BOT), folder / f"seat{turn}.{seat}", time.perf_counter
    )


def pooled(address: str) -> Callable[[int], Line]:
    def make(_seat: int) -> Line:
        ready = take_box(address)
        assert ready is not None, "the pool was empty"
        return pooled_line(BOT, ready)

    return make


def main() -> None:
    """Measure and print."""
    times: dict[str, list[float]] = {"from the pool": [], "made on the spot": []}
    pool = Pool(SEATS)
    try:
        address = pool.address()
        assert address, "there is no pool; arena doctor says why"
        with runtime_folder() as folder:
            for turn in range(TURNS):
                time.sleep(2)
                times["from the pool"].append(asyncio.run(open_all(pooled(address))))
                time.sleep(2)
                times["made on the spot"].append(asyncio.run(open_all(fresh(folder, turn))))
    finally:
        pool.stop()
    table = Table(f"{SEATS} fresh boxes", "median ms", "worst ms", "ratio", box=None)
    slow = statistics.median(times["made on the spot"])
    for name, spent in times.items():
        middle = statistics.median(spent)
        shown = f"{middle * 1e3:.1f}", f"{max(spent) * 1e3:.1f}", f"{middle / slow:.3f}"
        table.add_row(name, *shown)
    console = Console()
    console.print(table)
    console.print(f"A waiting box is given {MEMORY_A_BOX / 1e6:.0f} MB.")


if __name__ == "__main__":
    main()
