"""Runs our programs as their users would, each in a process of its own or all in this one.

To load them takes two seconds, and most tests wait for nothing else. So there is one process that
has loaded them. A command's process is forked off it, and so are those beside it: the boards of a
server, the checks of a season. A program that is started `alone` loads all of it, and so do those
beside it. A command runs in the process of the test, unless its subject is a signal, a pipe, a
terminal or a limit of a process.
"""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import click
from click.testing import CliRunner

from arena.boxes.host.process_tree import descendants
from tests.seeds import draw_from, draw_seed
from tests.waiting import wait_until

# A seed for matches that have to go the same way whenever the tests are run.
SEED: Final = "5713aa1ef1293adf3c9a969af7e15778"

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs a program with these words, in its folder: `run(*words, check=0, behind=(), typed="")`."""

# What the commands load when they need it, but for what workers alone have: Dask has each process
# pickle exceptions in its own way.
_ROOT: Final = Path(__file__).parent.parent
_COMMANDS = [
    ".".join(path.relative_to(_ROOT).with_suffix("").parts)
    for folder in ("arena/cli", "ladder", "ladder/cli", "ladder/queries", "ladder/web")
    for path in (_ROOT / folder).glob("[a-z]*.py")
    if path.name != "cluster.py"
]
# What SciPy loads when it is first used.
_PARTS = [f"scipy.{part}" for part in ("linalg", "sparse.linalg", "special", "stats")]
# Commands that play matches in processes of their own, or go on until a signal. Those are forked,
# which a process that has loaded gRPC must not be: a child that collects what it has shut down
# waits for ever for a thread of its parent.
_STARTED: Final = frozenset(
    {"check", "compare", "measure", "play", "rerun", "run", "serve", "submit"}
)
_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.fork_server", *_COMMANDS, *_PARTS])
_BIN = Path(sys.executable).parent


def commands_of(program: click.Group) -> dict[str, click.Command]:
    """Return the commands of a program by their names."""
    context = click.Context(program)
    found = {name: program.get_command(context, name) for name in program.list_commands(context)}
    return {name: command for name, command in found.items() if command}


def forked_off() -> list[int]:
    """Return what was forked off the process that has loaded all, and goes on: nothing is left."""
    return fork_server.forked


def load_programs() -> None:
    """Start the process that has them all. It sees the environment as it is now for ever."""
    forkserver.ensure_running()


def command_line(program: str, folder: Path) -> Run:
    """Return what runs a program of ours in a folder.

    It must end with the exit code `check`, if that is not None. Its words may be put `behind` those
    of a program that starts others; then it is started as any other.
    """

    def run(
        *words: str | Path, check: int | None = 0, behind: Sequence[str] = ()
    ) -> "subprocess.CompletedProcess[str]":
        typed = [*map(str, words)]
        if behind:
            done = _start([*behind, *seeded(program), *typed], folder)
        else:
            done = _fork([program, *typed], folder)
        assert check in {None, done.returncode}, done.stdout + done.stderr
        return done

    return run


def in_process(program: str, folder: Path) -> Run:
    """Return what runs a program of ours in a folder, in this process; a bug of it propagates.

    A program that plays matches or serves is started, as is one behind another program. Words may
    be `typed` into it; `PYTHONIOENCODING` holds.
    """
    group = import_module(f"{program}.cli.app").app

    def run(
        *words: str | Path, check: int | None = 0, behind: Sequence[str] = (), typed: str = ""
    ) -> "subprocess.CompletedProcess[str]":
        command = [*map(str, words)]
        if behind or not _STARTED.isdisjoint(command[:1]):
            return command_line(program, folder)(*words, check=check, behind=behind)
        runner = CliRunner(charset=os.environ.get("PYTHONIOENCODING", "utf-8"))
        # What a command advises to type begins as this did.
        with chdir(folder), patch.object(sys, "argv", [program, *command]):
            done = runner.invoke(group, command, input=typed, prog_name=program)
        if not isinstance(done.exception, SystemExit | None):
            raise done.exception
        said = (done.stdout_bytes.decode(), done.stderr_bytes.decode())
        assert check in {None, done.exit_code}, "".join(said)
        return subprocess.CompletedProcess([program, *command], done.exit_code, *said)

    return run


class _Server:
    """The process that has loaded all, as others than the tests reach it.

    The library lets nobody but who has started it.
    """

    _known: Any = forkserver._forkserver

    @property
    def address(self) -> str:
        self._known.ensure_running()
        address: str = self._known._forkserver_address
        return address

    @property
    def pid(self) -> int | None:
        """Its number, if it has been started."""
        pid: int | None = self._known._forkserver_pid
        return pid

    @property
    def forked(self) -> list[int]:
        """The processes that are forked off it and have not ended."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [*map(int, children.read_text().split())] if self.pid else []

    def reach(self, address: str) -> None:
        """Have this process, which was forked off it, start those beside itself in the same way."""
        self._known._forkserver_address = address
        self._known.ensure_running = lambda: None
        multiprocessing.get_context = _get_context  # type: ignore[assignment]


fork_server: Final = _Server()


@dataclass(frozen=True)
class _Surroundings:
    """The surroundings of a process: those of its caller, not of the process it is forked off."""

    folder: Path
    environ: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    # A lane of tests gets more of them (`tests/lanes.py`).
    cpus: AbstractSet[int] = field(default_factory=lambda: os.sched_getaffinity(0))
    loaded: str = field(default_factory=lambda: fork_server.address)

    def enter(self) -> None:
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.environ)
        os.sched_setaffinity(0, self.cpus)
        fork_server.reach(self.loaded)


class _Beside(ForkServerProcess):
    """A process beside a program: forked off the one that has loaded all, in its surroundings."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self._surroundings = _Surroundings(Path.cwd())

    def run(self) -> None:
        self._surroundings.enter()
        super().run()


class _LoadedContext(ForkServerContext):
    Process = _Beside


def _get_context(method: str | None = None) -> BaseContext:
    """Return the context of a method, with a faster start of processes that would load all."""
    return _LoadedContext() if method == "spawn" else get_context(method)


class Forked:
    """A program of ours that goes on beside the test in a session of its own.

    It is what `subprocess.Popen` would start, with what it says as one text.
    """

    def __init__(
        self,
        program: str,
        *words: str | Path,
        folder: Path,
        alone: bool = False,
        is_typed_to: bool = False,
    ) -> None:
        """Start it. One that is `alone` is not forked off, and loads all that it needs.

        One that nobody types to has no input.
        """
        said, saying = _context.Pipe(duplex=False)
        begun, beginning = _context.Pipe(duplex=False)
        typed, typing = _context.Pipe(duplex=False)
        with said, begun, typing:
            with saying, beginning, typed:
                command, told = [program, *map(str, words)], (saying, beginning, typed)
                given = (draw_seed(), command, _Surroundings(folder), told, alone)
                self._process = _context.Process(target=_go_on, args=given)
                self._process.start()
            # Once it has closed this, its session is its own.
            begun.poll(None)
            self.stdout = os.fdopen(os.dup(said.fileno()))
            self.stdin = os.fdopen(os.dup(typing.fileno()), "wb") if is_typed_to else None

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self.returncode

    def communicate(self) -> tuple[str, None]:
        """Return all that it says to its end, and has said that nobody read."""
        with self.stdout:
            said = self.stdout.read()
        self.wait()
        return said, None

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _go_on(
    seed: bytes,
    command: list[str],
    surroundings: _Surroundings,
    told: tuple[Connection, Connection, Connection],
    alone: bool,
) -> None:
    os.setsid()
    for descriptor, connection in enumerate((told[2], told[0], told[0])):
        os.dup2(connection.fileno(), descriptor)
    # Those of before believe that they write to a file, and read nothing.
    sys.stdin = os.fdopen(0)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    for connection in told:
        connection.close()
    surroundings.enter()
    if alone:
        os.execv(sys.executable, _drawing_from(seed, *command))  # noqa: S606 - our own
    _be(seed, *command)


def seeded(program: str) -> list[str]:
    """Return what starts a program of ours that draws from the seed of the test."""
    return _drawing_from(draw_seed(), program)


def _drawing_from(seed: bytes, *command: str) -> list[str]:
    return [sys.executable, "-P", "-m", "tests.programs", seed.hex(), *command]


@contextmanager
def killed_alone(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Kill a program, and nothing that it has started: that stands still in the meantime."""
    process.send_signal(signal.SIGSTOP)
    started = [*descendants(process.pid)]
    try:
        try:
            for pid in started:
                _stop_between_locks(pid)
        finally:
            # Also if one holds a lock for good: who waits for what stands still waits for ever.
            process.kill()
            process.wait()
        yield
    finally:
        for pid in started:
            # It may have ended before, and not been waited for.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _stop_between_locks(pid: int) -> None:
    """Stop a process while it holds no lock alone: in nature it would give it back, or die.

    A child that was just forked has those of its parent for a moment.
    """

    def stops() -> bool:
        os.kill(pid, signal.SIGSTOP)
        # It is stopped a moment later. What has ended stays a zombie: its parent stands, too.
        wait_until(lambda: _state(pid) in "TZ")
        if not _holds_alone(pid):
            return True
        os.kill(pid, signal.SIGCONT)
        return False

    wait_until(stops)


def _state(pid: int) -> str:
    """Return the letter of `man proc_pid_stat` for what a process does."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _holds_alone(pid: int) -> bool:
    files = Path(f"/proc/{pid}/fdinfo").iterdir()
    return any(re.search(r"^lock:.* WRITE ", file.read_text(), re.MULTILINE) for file in files)


def _start(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _fork(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    with tempfile.TemporaryDirectory() as place:
        said = (Path(place) / "stdout", Path(place) / "stderr")
        words = (draw_seed(), command, _Surroundings(folder), said)
        process = _context.Process(target=_be_forked, args=words)
        process.start()
        try:
            process.join()
        finally:
            if process.is_alive():
                process.kill()
                process.join()
        assert process.exitcode is not None
        stdout, stderr = (path.read_text() for path in said)
        return subprocess.CompletedProcess(command, process.exitcode, stdout, stderr)


def _be_forked(
    seed: bytes, command: list[str], surroundings: _Surroundings, said: Sequence[Path]
) -> None:
    for descriptor, path in enumerate(said, start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), descriptor)
    surroundings.enter()
    _be(seed, *command)


def _be(seed: bytes, program: str, *words: str) -> None:
    """Be the program, in a process of its own."""
    draw_from(seed)
    sys.argv = [str(_BIN / program), *words]
    import_module(f"{program}.cli").main()


if __name__ == "__main__":
    _be(bytes.fromhex(sys.argv[1]), *sys.argv[2:])
