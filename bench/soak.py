"""Everything that may be tried against us, at length, with a summary at the end.

    python -m bench.soak [SECONDS]

tries every attack by a bot in every game at every seat; each fuzzer for this many seconds (60 if
nothing is said), on examples that no run before has had; the tests for nights; the real tier with a
random seed of its own, beside eight programs that spin; every mutant; and what has to hold in a
virtual machine of Debian's. Every part is tried to its end, whatever the others came to. The exit
code is 1 if anything got through.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.attacks import attack, cases

SECONDS: Final = 60.0
_CROWD: Final = 8


def fuzz(seconds: float, _console: Console) -> int:
    """Run every fuzzer for so long; return 1 if one has found something."""
    return run("pytest", "tests/fuzz", "-v", "--timeout=0", ARENA_FUZZ_SECONDS=str(seconds))


def play_at_night(_console: Console) -> int:
    """Run what is for nights; return 1 if something failed."""
    return run("pytest", "-m", "soak", "--timeout=3000")


def play_in_a_crowd(console: Console) -> int:
    """Run the real tier by a seed of its own beside programs that spin; return 1 if it failed."""
    seed = secrets.token_hex(4)
    console.print(f"--seed={seed}")
    spin = [sys.executable, "-c", "while True: pass"]
    crowd = [subprocess.Popen(spin) for _ in range(_CROWD)]
    try:
        return run("tests.lanes", f"--seed={seed}")
    finally:
        for program in crowd:
            program.kill()
            program.wait()


def try_mutants(_console: Console) -> int:
    """Try every mutant; return 1 if one survives that is against a promise."""
    return run("tests.mutants")


def run_machine(_console: Console) -> int:
    """Run all that there is for a virtual machine; return 1 if something failed."""
    return run("tests.machine", "--night")


def run(module: str, *words: str, **environ: str) -> int:
    """Run a module of Python's; return 1 if it did not end well."""
    command = [sys.executable, "-m", module, *words]
    return int(subprocess.run(command, env=os.environ | environ, check=False).returncode != 0)


def main() -> int:
    """Try all of it and sum up."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    console = Console()
    every = cases()
    parts: dict[str, Callable[[Console], int]] = {
        f"{len(every):,} attacks by bots": partial(attack, every),
        f"fuzzers, {seconds:g} s each": partial(fuzz, seconds),
        "tests for nights": play_at_night,
        f"real tests beside {_CROWD} programs that spin": play_in_a_crowd,
        "mutants": try_mutants,
        "a virtual machine": run_machine,
    }
    table = Table("part", "got through", "minutes", box=None)
    broken = 0
    for number, (name, part) in enumerate(parts.items(), start=1):
        console.rule(f"{number} of {len(parts)}: {name}")
        began = time.monotonic()
        found = part(console)
        broken += found
        table.add_row(name, str(found), f"{(time.monotonic() - began) / 60:.1f}")
    console.rule("all of it")
    console.print(table)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
