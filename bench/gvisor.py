"""What gVisor costs: decisions a second and the start of four boxes, beside runc in the same run.

The decisions are those of `bench.decision`, through the whole referee. A start is that of four
boxes at once, from the referee's order to the last Join; it is measured in turns. A bot's own word
would not do, since under gVisor its clock starts with its box.
"""

import asyncio
import statistics
import sys
import time

from rich.console import Console
from rich.table import Table

from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.errors import Unavailable
from bench.boxes import open_boxes
from bench.decision import BOT, referee

# By the names that a plan has for them: runc and gVisor.
BOXES = ("container", "gvisor")
SEATS = 4
TURNS = 7


async def start_four(box: str) -> float:
    """Return the seconds from the order of four boxes to the last bot's Join."""
    async with open_boxes(box, BOT, SEATS) as seats:
        lines = [GrpcConnection("bot", {}, *seat, time.perf_counter) for seat in seats]
        begun = time.perf_counter()
        try:
            faults = await asyncio.gather(*(line.open(30) for line in lines))
            assert faults == [None] * SEATS, faults
            return time.perf_counter() - begun
        finally:
            await asyncio.gather(*(line.close() for line in lines))


def main() -> None:
    """Measure both runtimes and print them side by side."""
    try:
        decisions = [asyncio.run(referee(box)) for box in BOXES]
        turns = [[asyncio.run(start_four(box)) for box in BOXES] for _ in range(TURNS)]
    except Unavailable as reason:
        sys.exit(f"Not measured: {reason}")
    rates = [rate for rate, _ in decisions]
    cuts = [statistics.quantiles(walls, n=100) for _, walls in decisions]
    starts = [statistics.median(column) * 1e3 for column in zip(*turns, strict=True)]
    table = Table("", "runc", "gVisor", "gVisor / runc", box=None)
    for name, (runc, gvisor) in {
        "decisions/s": rates,
        "p50 µs": [cut[49] * 1e6 for cut in cuts],
        "p99 µs": [cut[98] * 1e6 for cut in cuts],
        "four boxes, to the last Join, ms": starts,
    }.items():
        table.add_row(name, f"{runc:,.0f}", f"{gvisor:,.0f}", f"{gvisor / runc:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
