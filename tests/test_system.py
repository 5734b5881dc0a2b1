"""What only Linux has is asked for by one module, and without it an author's work goes on."""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from arena import system
from arena.boxes.wall_clock import WALL_TIME, local_clock
from arena.errors import Unavailable
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl
from arena.runner.host import Host
from ladder.season.executor import LocalExecutor
from tests import elsewhere
from tests.documents.printed import ROOT

# Boxes that are containers, and what runs in one, are for Linux alone; attacks are for these.
FOR_LINUX = re.compile(
    r"arena/(containers|attacks|v1|site)/.*"
    r"|arena/boxes/(host/(cgroup|memory)|kinds/container|supervision/supervisor).py"
    r"|arena/system.py"
)
MODULES = {"ctypes", "fcntl", "resource"}
NAMES = re.compile("|".join(elsewhere.GONE.values()))


def asked_for(program: str) -> Iterator[str]:
    """Yield what a program asks for that not every system has."""
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.Import(names):
                yield from (one.name for one in names if one.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module for _ in names if module in MODULES)
            case ast.Attribute(ast.Name("os" | "socket" | "signal" | "time"), name):
                yield from (name for _ in [0] if NAMES.fullmatch(name))
            case ast.Attribute(ast.Name("sys"), "platform"):
                yield "sys.platform"
            case ast.Constant(str(text)) if re.match(r"/(proc|sys)\b", text):
                yield text


def test_one_module_of_the_authors_kit_asks_for_what_not_every_system_has() -> None:
    files = [*(ROOT / "arena").rglob("*.py")]
    kit = [path for path in files if not FOR_LINUX.fullmatch(str(path.relative_to(ROOT)))]
    assert len(kit) > 100
    found = {path: [*asked_for(path.read_text(encoding="utf-8"))] for path in kit}
    assert {path: names for path, names in found.items() if names} == {}
    door = ROOT / "arena" / "system.py"
    assert len({*asked_for(door.read_text(encoding="utf-8"))}) > 8


# --- where CPU time cannot be read ---


@pytest.fixture
def no_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "clock_gettime", elsewhere._read_clock)


@pytest.mark.parametrize(
    ("control", "box", "kind"),
    [
        (TimeControl(), "process", ClockKind.WALL),
        (TimeControl(), "inline", ClockKind.CPU),
        (TimeControl(), "container", ClockKind.CPU),
        (NO_CLOCK, "process", ClockKind.NONE),
    ],
)
@pytest.mark.usefixtures("no_cpu_time")
def test_an_authors_processes_are_charged_wall_time_and_it_is_said(
    control: TimeControl, box: str, kind: ClockKind
) -> None:
    said: list[str] = []
    assert local_clock(control, box, said.append).kind is kind
    assert said == ([WALL_TIME] if kind is ClockKind.WALL else [])


def test_where_cpu_time_can_be_read_it_is_charged() -> None:
    assert local_clock(TimeControl(), "process").kind is ClockKind.CPU


@pytest.mark.usefixtures("no_cpu_time")
def test_no_ladder_charges_wall_time() -> None:
    with pytest.raises(Unavailable, match="a ladder charges CPU time, which cannot be read"):
        LocalExecutor(lambda _: None, Host("process"))


# --- a Python that has no more than macOS has ---


@pytest.fixture(scope="module")
def python(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python from which all is taken that only Linux has, for all that it starts too."""
    folder = tmp_path_factory.mktemp("elsewhere")
    here = folder / "sitecustomize.py"
    here.write_text(Path(elsewhere.__file__).read_text())
    # What every Python of macOS has.
    (folder / "_scproxy.py").write_text("_get_proxies = _get_proxy_settings = dict\n")
    program = folder / "bin" / "python3"
    program.parent.mkdir()
    sysconfigdata = vars(sysconfig)["_get_sysconfigdata_name"]()
    program.write_text(
        "#!/bin/sh\n"
        f"export PYTHONPATH={folder}\n"
        # How this Python was made does not change.
        f"export _PYTHON_SYSCONFIGDATA_NAME={sysconfigdata}\n"
        f'if [ "$1" = -IS ]; then shift; exec {sys.executable} -IS {here} "$@"; fi\n'
        f'exec {sys.executable} "$@"\n'
    )
    program.chmod(0o755)
    return program


def run(python: Path, folder: Path, *words: str, check: int = 0) -> str:
    """Run a command there; return all that it has said."""
    done = subprocess.run([python, *words], cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == check, said
    assert "Traceback" not in said
    return said


ASKED = """
import os, sys, ctypes
from arena import system
print(sys.platform, os.path.exists("/proc/self"), hasattr(ctypes.CDLL(None), "prctl"))
print(system.MAY_FORK, system.reads_cpu_time(), len(system.usable_cpus()), system.preemptions())
print(system.watch_files([]), system.is_first_locked(1, 9))
"""


def test_that_python_has_none_of_it(python: Path, tmp_path: Path) -> None:
    said = run(python, tmp_path, "-c", ASKED)
    assert said == f"darwin False False\nFalse False {os.cpu_count()} 0\n-1 True\n"


SHORT = ["--against", "random", "--option", "rounds=1"]
LOOP = {
    "new": ["mine", "--game", "six_nimmt"],
    "play": ["six_nimmt", "mine", "random", "--games", "4", *SHORT[2:]],
    "check": ["mine"],
    "compare": ["mine", "better", "--game", "six_nimmt", "--pairs", "12", *SHORT],
    "replay": ["records", "--verify"],
    "review": ["records", "--bot", "mine", "--game", "1", "--playouts", "16"],
    "rerun": ["records", "--bot", "mine"],
}
CHARGED = {"play", "check", "compare"}


def test_an_authors_work_goes_on_there(python: Path, tmp_path: Path) -> None:
    for command, words in LOOP.items():
        said = run(python, tmp_path, "-m", "arena", command, *words)
        assert said.count(WALL_TIME) == (command in CHARGED), said
        if command == "new":
            (tmp_path / "better").mkdir()
            program = (tmp_path / "mine" / "bot.py").read_text()
            (tmp_path / "better" / "bot.py").write_text(f"# Better.\n{program}")
            (tmp_path / "better" / "bot.toml").write_text('name = "better"\n')
    said = run(python, tmp_path, "-m", "arena", "play", *LOOP["play"], "--box", "inline")
    assert WALL_TIME not in said


SLEEPER = """
import time
from arena_sdk import Bot, run

class Sleeper(Bot):
    def choose(self, turn):
        time.sleep(600)

run(Sleeper)
"""


def test_a_bot_that_hangs_is_late_there(python: Path, tmp_path: Path) -> None:
    (tmp_path / "sleeper").mkdir()
    (tmp_path / "sleeper" / "bot.toml").write_text('name = "sleeper"\n')
    (tmp_path / "sleeper" / "bot.py").write_text(SLEEPER)
    words = ["six_nimmt", "random", "sleeper", "--games", "1", "--clock", "1+0"]
    said = run(python, tmp_path, "-m", "arena", "play", *words, check=1)
    assert "1 timeout" in said
    assert "no answer within 1.010 s" in said
    assert "of CPU time" not in said


LEARNING = """
from arena.rl import parallel_env
env = parallel_env("six_nimmt")
observations, _ = env.reset(seed=1)
while env.agents:
    actions = {agent: seen["action_mask"].argmax() for agent, seen in observations.items()}
    observations, *_ = env.step(actions)
print("over")
"""


def test_a_program_learns_there(python: Path, tmp_path: Path) -> None:
    assert run(python, tmp_path, "-c", LEARNING) == "over\n"


def test_a_ladder_is_refused_there_in_a_sentence(python: Path, tmp_path: Path) -> None:
    ladder = ["-c", "from ladder.cli import main; main()"]
    run(python, tmp_path, *ladder, "init", "--division", "six_nimmt")
    words: Sequence[Sequence[str]] = [["submit", "--trust", "mine"], ["run", "--trust"]]
    run(python, tmp_path, "-m", "arena", "new", "mine", "--game", "six_nimmt")
    for typed in words:
        said = run(python, tmp_path, *ladder, *typed, check=1)
        assert "Not done: a ladder charges CPU time" in said


# The groups of a process, and the files with their quotas.
QUOTAS = {
    "none": ("0::/\n", {}, None),
    "no limit": ("0::/\n", {"cpu.max": "max 100000\n"}, None),
    "version 2": ("0::/\n", {"cpu.max": "200000 100000\n"}, 2),
    "more than there is": ("0::/\n", {"cpu.max": "640000000 100000\n"}, None),
    "less than a CPU": ("0::/\n", {"cpu.max": "50000 100000\n"}, 1),
    "a part of a CPU": ("0::/\n", {"cpu.max": "250000 100000\n"}, 2),
    "a group above": (
        "0::/a/b\n",
        {"a/cpu.max": "100000 100000\n", "a/b/cpu.max": "300000 100000\n"},
        1,
    ),
    "version 1": (
        "3:memory:/m\n2:cpu,cpuacct:/docker/d\n0::/\n",
        {
            "cpu,cpuacct/docker/d/cpu.cfs_quota_us": "200000\n",
            "cpu,cpuacct/docker/d/cpu.cfs_period_us": "100000\n",
        },
        2,
    ),
    "version 1 within": (
        "2:cpu:/docker/d\n",
        {"cpu/cpu.cfs_quota_us": "100000\n", "cpu/cpu.cfs_period_us": "100000\n"},
        1,
    ),
    "version 1 without": (
        "2:cpu:/\n",
        {"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"},
        None,
    ),
    "another controller": ("2:cpuset:/\n", {"cpuset/cpu.max": "100000 100000\n"}, None),
}


@pytest.mark.parametrize(("groups", "files", "cpus"), QUOTAS.values(), ids=QUOTAS)
def test_a_quota_of_a_control_group_bounds_the_cpus(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    groups: str,
    files: dict[str, str],
    cpus: int | None,
) -> None:
    (tmp_path / "groups").write_text(groups)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(64)})
    usable = system.usable_cpus(tmp_path / "groups", tmp_path)
    assert usable == [*range(cpus or 64)]
