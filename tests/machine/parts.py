"""What is run in the machine, part by part: commands of its users, and files of tests.

A file of tests has a process of its own, so that one that takes its interpreter down hides no
other's outcome.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.machine.disk import PROJECT, ROOT, USER

_ARENA: Final = ".venv/bin/arena"
# Pythons before 3.11.8 may end pytest with a SystemError when it parses a file to show its lines
# (CPython's gh-106905); with `--tb=line` it parses none.
_PYTEST: Final = (
    ".venv/bin/python -m pytest -q -rfEs --tb=line --timeout=3000 -p no:cacheprovider -m 'not soak'"
)
_FOLDERS: Final = ("boxes", "containers", "doctor", "hostile")
# For a first verdict: what follows from control groups, engine and user.
_FIRST: Final = (
    "plain_user",
    "cgroup",
    "container",
    "blame",
    "leftovers",
    "memory",
    "group_memory",
)
# On the clock, on memory, on what ends: those of the doctor, and those of the tests alone.
_ATTACKS: Final = (
    "cpu_of_short_children",
    "thinks_while_not_asked",
    "memory_at_once",
    "memory_in_a_child",
    "fork_bomb",
)
MORE_ATTACKS: Final = (
    "cpu_while_it_is_stopped",
    "cpu_of_many_in_a_move",
    "cpu_between_moves",
    "sits_on_every_processor",
    "memory_that_the_machine_lacks",
    "leaves_a_starved_supervisor",
    "stays_after_goodbye",
)
# For what is no test: tests make it themselves. Where the image is there, this takes seconds.
_IMAGE: Final = f"{_ARENA} image"
# Its record stays where it is played.
_MATCH: Final = (
    f"{_IMAGE}; cd $(mktemp -d); {PROJECT}/{_ARENA} play six_nimmt random careful --games 4"
    " --start-limit 120 --clock 60+1 --box"
)
_NOTHING_LEFT: Final = (
    'test -z "$(docker ps --all --quiet)"; test -z "$(find /sys/fs/cgroup -name "docker-*.scope")"'
)
# Its first lines are those of docs/deployment.md; pip was called when the disk was made.
_UNITS: Final = """
export PATH=/opt/card-arena/bin:$PATH
pip install --quiet --no-deps --no-index --no-build-isolation --force-reinstall .
{documented}
/opt/card-arena/bin/ladder submit random careful
grep -m 1 '"match_played"' <(journalctl --unit card-arena-season --output cat --follow --lines all)
systemctl is-active card-arena-web card-arena-season
systemctl start card-arena-backup card-arena-publish
/opt/card-arena/bin/ladder table
systemctl stop card-arena-season card-arena-web card-arena-backup.timer
! journalctl --unit card-arena-season --output cat | grep -E 'Traceback|season_failed|match_void'
"""


@dataclass(frozen=True, slots=True)
class Part:
    """What one user runs; it passes if it ends with 0."""

    user: str
    name: str
    script: str

    @property
    def command(self) -> str:
        return f"set -euo pipefail; cd {PROJECT}\n{self.script}"


def first_parts() -> Iterator[Part]:
    """Give what a first verdict is made of, what tells most first."""
    for user in (USER, "root"):
        yield Part(user, "make play", f"make play FOLDER=$(mktemp -d)/play; {_NOTHING_LEFT}")
        yield Part(user, "arena doctor", f"{_ARENA} doctor")
        yield Part(user, "match in containers", f"{_MATCH} container; {_NOTHING_LEFT}")
        yield from (_test(user, f"tests/boxes/test_{name}.py") for name in _FIRST)
        only = " ".join(f"--only {name}" for name in _ATTACKS)
        yield Part(user, "attacks on the clock", f"{_IMAGE}; {_ARENA} doctor --attack {only}")
        more = " or ".join(MORE_ATTACKS)
        yield Part(user, "more attacks", f"{_PYTEST} tests/hostile/test_attacks.py -k '{more}'")
    yield Part("root", "match under the units", _UNITS.format(documented=_documented()))


def more_parts() -> Iterator[Part]:
    """Give what a night has time for besides."""
    register = "runsc install -- --host-uds=open --network=none --oci-seccomp"
    yield Part("root", "gVisor", f"{register}; systemctl reload docker; {_MATCH} gvisor")
    first = {f"tests/boxes/test_{name}.py" for name in _FIRST}
    files = [str(path.relative_to(ROOT)) for path in _tests()]
    for user in (USER, "root"):
        yield from (_test(user, file) for file in files if file not in first)
    yield Part("root", "every attack", f"{_IMAGE}; {_ARENA} doctor --attack")


def _tests() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted((ROOT / "tests" / folder).glob("test_*.py"))


def _test(user: str, file: str) -> Part:
    return Part(user, file, f"{_PYTEST} {file}")


def _documented() -> str:
    """Return what an organiser types for the units, but for what needs an index of packages.

    Matches are of four games: there is a CPU for each of four at once, and all may be emulated.
    """
    text = (ROOT / "docs" / "deployment.md").read_text()
    block = text.partition("## With systemd")[2].split("```")[1]
    block = block.replace("ladder init", "ladder init --games-a-match 4")
    lines = block.strip().splitlines()
    return "\n".join(line for line in lines if "-m venv" not in line and "/pip " not in line)
