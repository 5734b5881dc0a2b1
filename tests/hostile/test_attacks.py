"""Every attack costs its own seat what it has to, and nobody else anything.

Here every attack is tried in one game at one seat, which takes minutes; `make soak` tries all.
Under gVisor what a bot says is judged by the same referee, so of the attacks on that only a few are
tried here; `arena doctor --attack --box gvisor` tries all.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pytest

from arena.attacks import ATTACKS, FILE_KINDS, KINDS
from arena.attacks.suite import AT_ONCE, MEMORY, suite_names, turn_of
from arena.attacks.traces import find_traces
from arena.attacks.trial import Trial, try_attack
from arena.boxes.leftovers import MATCH_LABEL, runtime_parent
from arena.containers.engine import Engine
from arena.containers.image import Image

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image")]


class Case(NamedTuple):
    box: str
    attack: str
    game: str
    seat: int


IN_CONTAINERS = [
    Case("container", name, *turn_of(number, name)) for number, name in enumerate(ATTACKS)
]
TO_THE_BOX = {name for kind in ("resources", "escape", "fairness") for name in KINDS[kind]}
TO_THE_REFEREE = {
    "cancel_and_end",
    "deaf",
    "half_an_answer",
    "message_of_100_mb",
    "path_of_invalid_utf8",
    "resets",
    "second_connection",
}
UNDER_GVISOR = [
    case._replace(box="gvisor")
    for case in IN_CONTAINERS
    if case.attack in TO_THE_BOX | TO_THE_REFEREE
]


@pytest.fixture(scope="module")
def traces_before(engine: Engine) -> set[str]:
    return find_traces(engine)


@pytest.fixture(scope="module")
def trials(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    traces_before: set[str],
    image: Image,
) -> "Iterator[dict[Case, Future[Trial]]]":
    """Play the matches of the tests that were chosen, some at once, in their order."""
    folder = tmp_path_factory.mktemp("trials")
    params = [
        item.callspec.params
        for item in request.session.items
        if isinstance(item, pytest.Function) and "trials" in item.fixturenames
    ]
    cases = [case for chosen in params if isinstance(case := chosen["case"], Case)]

    def play(case: Case) -> Trial:
        place = folder / f"{case.box}-{case.attack}"
        return try_attack(ATTACKS[case.attack], place, case.game, case.seat, case.box)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {case: pool.submit(play, case) for case in cases}
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id="-".join(map(str, case)),
            marks=[pytest.mark.gvisor] if case.box == "gvisor" else [],
        )
        for case in IN_CONTAINERS + UNDER_GVISOR
    ],
)
def test_the_seat_that_attacks_pays_and_nobody_else(
    case: Case, trials: "dict[Case, Future[Trial]]", request: pytest.FixtureRequest
) -> None:
    if case.box == "gvisor":
        request.getfixturevalue("gvisor")
    assert trials[case].result().complaints() == []


def test_nothing_is_left_of_all_these_matches(engine: Engine, traces_before: set[str]) -> None:
    deadline = time.monotonic() + 10  # The engine's own processes take a moment to go.
    while (left := find_traces(engine) - traces_before) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not left


# A container's process has the bot's user; of a sandbox only root sees more than that it is one.
USUAL_TRACES = {"container", "process", "shim", "cgroup", "mount", "folder"}
GVISOR_TRACES = {"container", "sandbox", "shim", "cgroup", "mount", "folder"}


@pytest.mark.parametrize(
    ("runtime", "traces"),
    [
        (None, USUAL_TRACES),
        pytest.param("runsc", GVISOR_TRACES, marks=pytest.mark.gvisor),
    ],
)
def test_what_a_match_leaves_would_be_found(
    runtime: str | None, traces: set[str], engine: Engine, request: pytest.FixtureRequest
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
    before = find_traces(engine)
    folder.mkdir()
    engine.create_container(
        name, image.name, settings, {"network_mode": "none", "runtime": runtime}
    )
    try:
        engine.start_container(name)
        found = {trace.split()[0] for trace in find_traces(engine) - before}
    finally:
        engine.remove_container(name)
        folder.rmdir()
    # What the runtimes know of containers, only root may see.
    assert found - {"state"} == traces


def test_there_are_many_attacks_and_no_two_share_a_name() -> None:
    files = [name for attacks in FILE_KINDS.values() for name in attacks]
    bots = [name for attacks in KINDS.values() for name in attacks]
    assert len({*files, *bots, MEMORY}) == len(suite_names())
    assert len(bots) >= 220
    assert len(files) >= 70
