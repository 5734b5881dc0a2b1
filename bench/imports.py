"""What a bot's start costs: the SDK's import, beside a bare interpreter and bare grpc."""

import statistics
import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

TURNS = 15
PROGRAMS = {
    "a bare interpreter": "pass",
    "import arena_sdk": "import arena_sdk",
    "import grpc": "import grpc",
    "the SDK, the rules and gRPC, as a bot that plays": (
        "import arena_sdk.session, arena.games, grpc.aio; arena.games.find_game('six_nimmt')"
    ),
    "the command line": "import arena.cli.app",
}


def seconds(code: str) -> float:
    """Return how long a fresh interpreter takes for this code."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Measure in turns and print medians."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(TURNS):
        for name, code in PROGRAMS.items():
            times[name].append(seconds(code))
    table = Table("start of a program", "ms", "above bare", box=None)
    bare = statistics.median(times["a bare interpreter"])
    for name, measured in times.items():
        median = statistics.median(measured)
        table.add_row(name, f"{median * 1000:.0f}", f"{(median - bare) * 1000:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
