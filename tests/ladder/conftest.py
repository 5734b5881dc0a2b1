"""The command `ladder` as its user would run it, and the places where a ladder may be kept."""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest

from arena.errors import HostFailure
from bench.examine import processes_with
from tests.conftest import required
from tests.ladder.statements import share_statements
from tests.programs import Forked, Run, fork_server, forked_off, in_process
from tests.waiting import wait_until_gone

DATABASE = "ladder"
OTHER_DATABASE = "other"
StartLadder = Callable[..., Forked]
DISK_SIZE = 2 * 1024**2
# What these need no other command has loaded.
CLUSTER = ("scheduler", "worker")

share_statements()


def _left(parent: Path) -> list[bytes]:
    """Return what the kernel says of the processes that are left, and their commands."""
    found = []
    # Processes of the tests stay: a fork server that was restarted here has this environment.
    for pid in {*processes_with(str(parent)), *forked_off()} - {os.getpid(), fork_server.pid}:
        with suppress(OSError):  # it has ended
            told = (Path(f"/proc/{pid}/{file}").read_bytes() for file in ("stat", "cmdline"))
            found.append(b" ".join(told))
    return found


@pytest.fixture
def matches_folder(processes: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have matches make their folders in a place of their own; no process of them may be left.

    Nor one of the programs that were forked off, and of what they have beside them.
    """
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("ARENA_RUNTIME_DIR", str(parent))
    yield parent
    # The boxes of a referee that was killed take a moment to end.
    wait_until_gone(lambda: _left(parent))
    shutil.rmtree(parent)


@pytest.fixture
def ladder(programs: None, tmp_path: Path, matches_folder: Path) -> Run:
    """Run the command line in the folder of `ladder.db`."""
    return in_process("ladder", tmp_path)


@pytest.fixture
def start_ladder(programs: None, tmp_path: Path, matches_folder: Path) -> Iterator[StartLadder]:
    """Start the command line in a session of its own, and look on."""
    started = []

    def start(*words: str | Path, alone: bool = False) -> Forked:
        alone = alone or words[0] in CLUSTER
        process = Forked("ladder", *words, folder=tmp_path, alone=alone)
        # A server tells of every request, and hardly any test reads that before the end.
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 1024**2)
        started.append(process)
        return process

    yield start
    for process in started:
        process.send_signal(signal.SIGTERM)
        if not process.stdout.closed:
            process.communicate()


@pytest.fixture(scope="session")
def postgres(processes: None) -> Iterator[str]:
    """Return the URL of a database server of our own, without the database's name."""
    # Short, since the name of a socket may have no more than a hundred letters.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if os.geteuid() == 0:
        os.chown(folder, _server_user(), -1)
    try:
        with required():
            # Whatever the language of who tests.
            always = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--no-locale")
            _run("initdb", f"--pgdata={folder}/data", *always, "-U", "arena")
        _start(folder)
        try:
            yield f"postgresql://arena@/{{}}?host={folder}"
        finally:
            _run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={folder}/data")
    finally:
        shutil.rmtree(folder)


def _start(folder: Path) -> None:
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    log = f"--log={folder}/log"
    _run("pg_ctl", "start", "--wait", f"--pgdata={folder}/data", log, f"--options={options}")


def _server_user() -> int:
    """Return whom the server may run as, which is nobody who may do everything."""
    try:
        return pwd.getpwnam("postgres").pw_uid
    except KeyError:
        return pwd.getpwnam("nobody").pw_uid


def _run(program: str, *words: str) -> None:
    found = shutil.which(program, path=os.pathsep.join(map(str, _places())))
    if found is None:
        raise HostFailure(f"there is no {program} here; apt-get install postgresql brings it")
    command = [found, *words]
    if os.geteuid() == 0:
        command = ["setpriv", f"--reuid={_server_user()}", "--clear-groups", *command]
    # A server is none of the processes that a test looks for by what is in their environment.
    others = {name: text for name, text in os.environ.items() if name != "ARENA_RUNTIME_DIR"}
    done = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd="/",
        env=others,
    )
    assert done.returncode == 0, done.stderr


def _places() -> list[Path]:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return [*installed, *map(Path, os.environ["PATH"].split(os.pathsep))]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.real)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a place where there is no ladder yet."""
    if request.param == "sqlite":
        return str(tmp_path / "ladder.db")
    server: str = request.getfixturevalue("postgres")
    return make_database(server)


@pytest.fixture
def restart(postgres: str) -> Callable[[], None]:
    """Stop the server as a power cut would, and start it again."""
    data = f"--pgdata={postgres.partition('host=')[2]}/data"

    def again() -> None:
        _run("pg_ctl", "restart", "--wait", "--mode=immediate", "--timeout=100", data)

    return again


@pytest.fixture
def stopped(postgres: str) -> Callable[[], AbstractContextManager[None]]:
    """Return what has the server be away for as long as it is used as a context."""
    folder = Path(postgres.partition("host=")[2])

    @contextmanager
    def away() -> Iterator[None]:
        _run("pg_ctl", "stop", "--wait", "--mode=fast", f"--pgdata={folder}/data")
        try:
            yield
        finally:
            _start(folder)

    return away


@pytest.fixture
def postgres_place(postgres: str) -> str:
    """Return the URL of an empty database."""
    return make_database(postgres)


def make_database(server: str, options: str = "") -> str:
    """Return the URL of an empty database. The one before it is gone: many would fill a disk."""
    import psycopg

    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        for name in (DATABASE, OTHER_DATABASE):
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        connection.execute(f"CREATE DATABASE {DATABASE} {options}".encode())
    return server.format(DATABASE)


@pytest.fixture
def disk(processes: None, tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, which takes the rights to make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE}", "none", str(folder)]
    with required():
        if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
            raise HostFailure("only root can make a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)
