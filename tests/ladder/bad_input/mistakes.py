"""How a command that did not do it is looked at, and what a ladder holds."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the one sentence of a command that did not do it."""
    assert "Traceback" not in done.stderr
    # A usage error of click's has its usage above, and `--trust` what it means.
    *above, sentence = done.stderr.strip().splitlines()
    assert not above or above[0].startswith(("Usage: ", "With --trust "))
    assert sentence.endswith(".")
    return sentence


def dump(place: Path) -> list[str]:
    with closing(sqlite3.connect(place)) as connection:
        return list(connection.iterdump())


def dump_all_but_uploads(place: Path) -> list[str]:
    return [line for line in dump(place) if not line.startswith('INSERT INTO "uploads"')]
