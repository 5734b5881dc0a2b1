"""How sure the measured share of a CPU is that decides whether a bot or the machine was late.

    python -m bench.share [READINGS]

Readings beside thirty programs that spin on the same CPU, new ones for every five readings, and
readings of the CPU alone. Beside them none may come to the share that blames the bot, alone none
may be below it.
"""

import asyncio
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from arena.boxes.connection.watch import FAIR_SHARE
from arena.boxes.host.cpus import cpus_for_bots, measure_share

SPIN = "while :; do :; done"
PROGRAMS = 30
A_CROWD = 5


def start(programs: int, cpu: int, stack: ExitStack) -> None:
    """Start programs that spin on a CPU, each in a session of its own, until the stack is left."""
    words = ["taskset", "--cpu-list", str(cpu), "sh", "-c", SPIN]
    for _ in range(programs):
        running = stack.enter_context(subprocess.Popen(words, start_new_session=True))
        stack.callback(running.kill)
        while os.sched_getaffinity(running.pid) != {cpu}:
            assert running.poll() is None


def read(readings: int, programs: int, cpu: int) -> list[float]:
    """Return the share beside this many programs, measured so often."""
    shares: list[float] = []
    while len(shares) < readings:
        with ExitStack() as stack:
            start(programs, cpu, stack)
            shares += [asyncio.run(measure_share(cpu)) for _ in range(A_CROWD)]
    return shares


def show(name: str, shares: Sequence[float]) -> None:
    fair = sum(share >= FAIR_SHARE for share in shares)
    print(
        f"{name}: {len(shares)} readings from {min(shares):.4f} to {max(shares):.4f}, median"
        f" {statistics.median(shares):.4f}; at or above {FAIR_SHARE:.4f}: {fair}",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    readings = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    cpu = cpus_for_bots()[-1]
    show(f"beside {PROGRAMS} new programs", read(readings, PROGRAMS, cpu))
    show("alone", read(readings, 0, cpu))


if __name__ == "__main__":
    main()
