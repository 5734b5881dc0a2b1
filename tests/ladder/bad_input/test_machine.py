"""A machine that does not do what it has to is told of in one sentence; nothing is half done."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from ctypes import CDLL, c_uint32
from pathlib import Path

import pytest

from arena.errors import HostFailure
from tests import programs
from tests.conftest import required
from tests.ladder.bad_input.mistakes import dump, refused
from tests.programs import Run

CHANGE = ["exclude", "--version=one@1", "--reason=so"]


@pytest.fixture
def permissions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have permissions hold in this thread, even for root, and so for each command."""
    monkeypatch.setattr(programs, "_STARTED", frozenset())
    libc, header, before = CDLL(None), (c_uint32 * 2)(0x20080522), (c_uint32 * 6)()
    assert libc.capget(header, before) == 0
    # Without CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH; SECBIT_NO_SETUID_FIXUP is for `access`.
    libc.prctl(28, 0b100)
    assert libc.capset(header, (c_uint32 * 6)(before[0] & ~0b110, *before[1:])) == 0
    yield
    assert libc.capset(header, before) == 0
    libc.prctl(28, 0)


@pytest.mark.usefixtures("permissions")
def test_a_file_that_may_only_be_read_is_read_and_not_changed(ladder: Run, played: Path) -> None:
    before = dump(played)
    played.chmod(0o400)
    ladder("table")
    for words in (CHANGE, ["run", "--trust", "--json"]):
        assert "read-only" in refused(ladder(*words, check=1))
    assert dump(played) == before


@pytest.mark.usefixtures("permissions")
def test_a_ladder_in_a_folder_that_may_not_be_written_to_is_read_and_not_changed(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    before, board = dump(played), ladder("table", "--json").stdout
    tmp_path.chmod(0o555)
    try:
        assert ladder("table", "--json").stdout == board
        ladder("doctor")
        for words in (CHANGE, ["run", "--trust"], ["init", "--ladder=b.db"]):
            refused(ladder(*words, check=1))
        refused(ladder("export", "x.zip", check=2))
    finally:
        tmp_path.chmod(0o755)
    assert dump(played) == before


def test_who_finds_the_database_locked_waits_and_then_says_so(ladder: Run, played: Path) -> None:
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        place = f"--ladder=sqlite:///{played}?timeout=0.1"
        errors = refused(ladder(*CHANGE, place, check=1))
        assert "another program holds the ladder's database" in errors
        ladder("table", place)
    ladder(*CHANGE)


def test_a_full_disk_is_told_and_nothing_is_half_done(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    """Within a small file system of its own, which nobody else sees."""
    (tmp_path / "small").mkdir()
    script = tmp_path / "script"
    script.write_text(
        'set -e; mount -t tmpfs -o size=400k none small; cp "$LADDER" small/ladder.db\n'
        "cat /dev/zero > small/rest 2>/dev/null || true\n"
        'code=0; "$@" --ladder=small/ladder.db || code=$?\n'
        'rm small/rest; sqlite() { python3 -c "import sqlite3; '
        "print(sqlite3.connect('small/ladder.db').execute('SELECT number FROM head').fetchone())"
        '"; }; sqlite; exit $code\n'
    )
    inside = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    with required():
        tried = subprocess.run(
            [*inside, "mount", "-t", "tmpfs", "none", tmp_path / "small"], check=False
        )
        if tried.returncode:
            raise HostFailure("no file system can be mounted here")
    done = ladder(*CHANGE, check=1, behind=[*inside, "bash", str(script)])
    assert "disk of the ladder's database is full" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == "(7,)\n"
