"""Writes `sample_bots/released.txt`: the digests by which a ladder knows the released samples.

    python -m tests.sample_bots.release

To be typed when a sample bot has been changed. What is new is checked before, in containers, since
a ladder takes in what stands there without a check.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.bots.finding import find_bot
from arena.bots.intake import take_in
from arena.bots.samples import SAMPLES, house_bots, house_games, sample_names
from arena.check.check import run_check
from arena.games import game_names
from arena.match.clock import TimeControl
from arena.runner.host import Host

FILE: Final = SAMPLES / "released.txt"
# The searcher thinks for a part of its clock, and is none the wiser for a long one here.
_QUICK: Final = TimeControl(bank=2.0, increment=0.05)


def describe_samples() -> str:
    """Return a line for each sample bot and each house bot: its digest, and its name."""
    house = {one for game in game_names() for one in house_bots(game)}
    with TemporaryDirectory() as folder:
        taken = {
            name: take_in(find_bot(name), Path(folder) / str(number)).digest
            for number, name in enumerate(sorted({*sample_names(), *house}))
        }
    return "".join(f"{digest}  {name}\n" for name, digest in taken.items())


def fault_in_sample(name: str) -> str:
    """Return what its check in containers finds wrong with a sample bot; nothing if it passes."""
    with TemporaryDirectory() as folder:
        records = Path(folder) / "records"
        report = run_check(
            find_bot(name),
            Host("container"),
            records=records,
            games=house_games(name),
            # A number of playouts is made for the usual clock.
            control=TimeControl() if "?" in name else _QUICK,
        )
    return f"{report.failed.name}: {report.failed.finding.sentence}" if report.failed else ""


def main() -> None:
    """Check what is new, and write the digests of all."""
    described = describe_samples()
    known = FILE.read_text().splitlines()
    for line in described.splitlines():
        name = line.split()[1]
        if line not in known and (fault := fault_in_sample(name)):
            sys.exit(f"{name} is not released, since its check failed at {fault}")
    FILE.write_text(described)


if __name__ == "__main__":
    main()
