"""Turns with the version before: `--beside FOLDER`, a second checkout, set up as this one is.

What a machine does changes from minute to minute by more than a good change gains. So both are
measured one after the other, many times, and a ratio is that of one turn. Told is the median of all
turns, and from where to where the middle half of them lies.
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def add_beside(parser: argparse.ArgumentParser) -> None:
    """Give a bench the option."""
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="FOLDER",
        help="A checkout of another version, after its make setup; both are measured in turns.",
    )


def program(folder: Path, name: str) -> str:
    """Return a program of a checkout's environment; end with a sentence if there is none."""
    found = folder.absolute() / ".venv" / "bin" / name
    if not found.is_file():
        sys.exit(f"{folder} has no {found.name}; type: make -C {folder} setup")
    return str(found)


def ratios(over: Iterable[float], under: Iterable[float]) -> str:
    """Return the ratio of what was measured in the same turns."""
    return spread([one / other for one, other in zip(over, under, strict=True)], ".2f")


def spread(values: Sequence[float], form: str = ",.0f") -> str:
    """Return the median, and in brackets the middle half."""
    if len(values) < 2:
        return "".join(format(value, form) for value in values) or "-"
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:{form}} ({low:{form}} to {high:{form}})"
