"""Every attack costs its own seat what it has to, and nobody else anything.

Those of the doctor and those that only tests try, each in one game, several at a table, in
containers: their walls are those that count. Attacks by wit alone meet no box, so those are tried
in processes, which start soonest. `make soak` tries all in containers, each alone, in every game at
every seat, and `arena doctor --attack --box gvisor` the doctor's under gVisor.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.attacks.attack import ATTACKS
from arena.attacks.build_attack import BUILDS
from arena.attacks.leftovers import find_leftovers
from arena.attacks.suite import GAME, find_left, suite_names
from arena.attacks.trial import Trial, try_attack, try_together
from arena.boxes.host.leftovers import MATCH_LABEL, runtime_parent
from arena.containers.engine import Engine
from arena.containers.image import Image
from tests.bots.writing import choosing, write_bot
from tests.hostile.more import EVERY, MORE
from tests.programs import seeded
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("image")


class Case(NamedTuple):
    box: str
    attack: str


Trials = dict[Case, Future[dict[Case, Trial]]]

# What these meet is no box: they work the deal out of what they were told.
BY_THEIR_WITS = {name for name, attack in EVERY.items() if attack.wall == "random seeds"}

# What gVisor itself decides: its kernel, its clock, its memory, its processes and how they end. The
# others meet there the referee or a wall that is the same for a usual container. How a bot ends by
# itself, tests/boxes/test_gvisor.py has.
GVISORS_OWN = {
    "kernel_surface",
    *("cpu_after_the_answer", "cpu_of_short_children", "cpu_while_it_is_stopped"),
    "thinks_while_not_asked",
    *("memory_at_once", "memory_in_a_child", "memory_in_sockets", "memory_that_nobody_maps"),
    *("fork_bomb", "thread_bomb", "fill_tmp", "open_files"),
    "leaves_burning_children",
}


CASES = [
    *(Case("process", name) for name in EVERY if name in BY_THEIR_WITS),
    *(Case("container", name) for name in EVERY if name not in BY_THEIR_WITS),
    *(Case("gvisor", name) for name in EVERY if name not in BY_THEIR_WITS),
]
# What these come to follows from no clock, and they fill no CPU.
UNHURRIED = {
    "system calls",
    "supervisor",
    "read-only folders",
    "powers",
    "calls",
    "files",
    "sockets",
    "bridge",
}


def marks(case: Case) -> list[pytest.MarkDecorator]:
    found = []
    if case.box != "process" and EVERY[case.attack].wall not in UNHURRIED:
        found.append(pytest.mark.clock)
    if case.box == "gvisor" and case.attack not in GVISORS_OWN:
        found.append(pytest.mark.soak)
    return found


# With one who is innocent, for whom there has to be memory too.
AT_A_TABLE = 5


def tables(cases: Iterable[Case]) -> list[list[Case]]:
    """Return those who sit together: in one kind of box, with one clock.

    Alone sits who needs a twin or a game of its own, or misses a start that others must not miss.
    """
    found = defaultdict[object, list[Case]](list)
    for case in cases:
        attack = EVERY[case.attack]
        alone = attack.twins or attack.game or "no_start" in attack.verdicts
        found[case.box, case if alone else attack.control(case.box)].append(case)
    return [
        like[first : first + AT_A_TABLE]
        for like in found.values()
        for first in range(0, len(like), AT_A_TABLE)
    ]


@pytest.fixture(scope="module")
def traces_before(engine: Engine) -> set[str]:
    return find_leftovers(engine)


@pytest.fixture(scope="module")
def trials(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    traces_before: set[str],
    image: Image,
) -> Iterator[Trials]:
    """Play the matches of the tests that were chosen, in their order, beside them."""
    folder = tmp_path_factory.mktemp("trials")
    params = [
        item.callspec.params
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and item.path == request.path
    ]
    cases = [case for chosen in params if isinstance(case := chosen.get("case"), Case)]

    def play(table: list[Case]) -> dict[Case, Trial]:
        attackers = [
            ((seat,), EVERY[case.attack], folder / "-".join(case))
            for seat, case in enumerate(table)
        ]
        if len(table) == 1:
            ((_, attack, place),) = attackers
            return {table[0]: try_attack(attack, place, attack.game or GAME, 0, table[0].box)}
        tried = try_together(attackers, GAME, len(table) + 1, table[0].box)
        return dict(zip(table, tried, strict=True))

    # One after the other: the engine forgets a container, and leaves its processes, if it cannot
    # remove a task within two seconds.
    with ThreadPoolExecutor(1) as pool:
        playing = [(table, pool.submit(play, table)) for table in tables(cases)]
        yield {case: future for table, future in playing for case in table}
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id="-".join(map(str, case)), marks=marks(case)) for case in CASES],
)
def test_the_seat_that_attacks_pays_and_nobody_else(
    case: Case, trials: Trials, request: pytest.FixtureRequest
) -> None:
    if case.box == "gvisor":
        request.getfixturevalue("gvisor")
    assert trials[case].result()[case].complaints() == []


def test_nothing_is_left_of_all_these_matches(engine: Engine, traces_before: set[str]) -> None:
    # The engine's own processes take a moment to go, and more on a busy machine.
    assert find_left(engine, traces_before, patience=500) == []


# A container's process has the bot's user; of a sandbox only root sees more than that it is one.
USUAL_TRACES = {"container", "process", "shim", "cgroup", "mount", "folder"}
GVISOR_TRACES = {"container", "sandbox", "shim", "cgroup", "mount", "folder"}


@pytest.mark.parametrize(
    ("runtime", "leftovers"),
    [
        (None, USUAL_TRACES),
        pytest.param("runsc", GVISOR_TRACES, marks=pytest.mark.real),
    ],
)
def test_what_a_match_leaves_would_be_found(
    runtime: str | None, leftovers: set[str], engine: Engine, request: pytest.FixtureRequest
) -> None:
    image = request.getfixturevalue("gvisor" if runtime else "image")
    name = "arena-trace"
    folder = runtime_parent() / "arena-trace"
    settings = {
        "command": ["python3", "-c", "import time; time.sleep(60)"],
        "user": "100007",
        "labels": {MATCH_LABEL: "x"},
        "network_disabled": True,
    }
    before = find_leftovers(engine)
    folder.mkdir()
    engine.create_container(
        name, image.name, settings, {"network_mode": "none", "runtime": runtime}
    )
    try:
        engine.start_container(name)
        found = {one.split()[0] for one in find_leftovers(engine) - before}
    finally:
        engine.remove_container(name)
        folder.rmdir()
    # What the runtimes know of containers, only root may see.
    assert found - {"state"} == leftovers


def test_a_match_that_another_program_plays_has_left_nothing(
    engine: Engine, tmp_path: Path, processes: None
) -> None:
    silent = write_bot(tmp_path / "silent", f"import time\n{choosing('time.sleep(600)')}")
    # The folders of that program's matches tell its containers from those of this one.
    runtime = Path(tempfile.mkdtemp(prefix="other-"))
    words = ["play", "six_nimmt", silent, silent, "--box", "container", "--clock", "600+0"]
    program = subprocess.Popen(
        [*seeded("arena"), *map(str, words)], env=os.environ | {"ARENA_RUNTIME_DIR": str(runtime)}
    )

    def containers() -> list[str]:
        listed = engine.list_containers(MATCH_LABEL)
        return [each["Id"] for each in listed if str(runtime) in each["Labels"][MATCH_LABEL]]

    try:
        wait_until(lambda: len(containers()) == 2)
        playing = containers()
        told = " ".join(find_leftovers(engine))
    finally:
        program.send_signal(signal.SIGINT)
        program.wait()
        shutil.rmtree(runtime)
    assert not [container for container in playing if container in told]


def test_no_two_attacks_share_a_name() -> None:
    assert not ATTACKS.keys() & MORE.keys()
    assert sorted(suite_names()) == sorted([*ATTACKS, *BUILDS])
    assert EVERY.keys() > GVISORS_OWN
