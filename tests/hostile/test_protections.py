"""With a protection switched off, the attack that it stops gets through, and the suite says so."""

import json
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from arena.attacks import trial
from arena.attacks.attack import ATTACKS, Attack
from arena.attacks.trial import try_attack, try_together
from arena.boxes.host import cgroup
from arena.boxes.kinds import container
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.match import clock, plan
from arena.match.plan import SEED_BYTES, derive_seed
from tests.hostile.more import MORE

pytestmark = pytest.mark.usefixtures("image")

Change = Callable[[dict[str, Any]], Any]


def without(name: str) -> Change:
    return lambda settings: settings.pop(name, None)


def with_(**changed: Any) -> Change:
    return lambda settings: settings.update(changed)


def with_limit(name: str, limit: int) -> Change:
    """Give a process another limit; -1 is none. An engine may have no more than its own to give."""

    def change(settings: dict[str, Any]) -> None:
        kept = [each for each in settings["ulimits"] if each["name"] != name]
        settings["ulimits"] = [*kept, {"name": name, "soft": limit, "hard": limit}]

    return change


def writable_mounts(settings: dict[str, Any]) -> None:
    for mount in settings["mounts"]:
        mount["ReadOnly"] = False


def with_a_shared_folder(settings: dict[str, Any]) -> None:
    # Otherwise nothing in it can be locked.
    settings["security_opt"] = UNCONFINED
    shared = {"Type": "bind", "Source": "/usr/share", "Target": "/mnt", "ReadOnly": True}
    settings["mounts"] = [*settings["mounts"], shared]


# A name that the attack on the host's network knows.
HOSTS = "ISCSIADM_ABSTRACT_NAMESPACE"
UNCONFINED = ["no-new-privileges", "seccomp=unconfined"]
# Neither Landlock nor the profile can be had by a program that may get new privileges.
ALL_BUT_LANDLOCK = {
    "defaultAction": "SCMP_ACT_ALLOW",
    "syscalls": [{"names": ["landlock_create_ruleset"], "action": "SCMP_ACT_ERRNO"}],
}


def without_landlock(settings: dict[str, Any]) -> None:
    """Have the kernel look like one that has no such call."""
    settings["security_opt"] = [
        option.replace('"landlock_create_ruleset", ', "") for option in settings["security_opt"]
    ]


BOXES = Path(__file__).parents[2] / "docs/boxes.md"
# What is switched off, the attack that it stops, and how it is switched off in a container.
OFF: dict[str, tuple[str, Change]] = {
    "pids_limit": ("fork_bomb", without("pids_limit")),
    "threads": ("thread_bomb", without("pids_limit")),
    "memory": (
        "memory_in_a_child",
        lambda s: [s.pop(n, 0) for n in ("mem_limit", "memswap_limit")],
    ),
    "cpu": ("limits_of_its_group", without("nano_cpus")),
    "swap": ("limits_of_its_group", with_(memswap_limit=-1)),
    "seccomp for sockets": ("network_sockets", with_(security_opt=UNCONFINED)),
    "seccomp for calls": ("kernel_surface", with_(security_opt=UNCONFINED)),
    "seccomp for the supervisor": ("nice_to_the_supervisor", with_(security_opt=UNCONFINED)),
    "seccomp for locks": ("locks_on_kernel_objects", with_(security_opt=UNCONFINED)),
    "seccomp for memory": ("calls_about_what_is_shared", with_(security_opt=UNCONFINED)),
    "Landlock": ("counts_of_shared_pages", without_landlock),
    "seccomp for inotify": ("inotify_instances", with_(security_opt=UNCONFINED)),
    "no new privileges": (
        "another_user",
        with_(security_opt=[f"seccomp={json.dumps(ALL_BUT_LANDLOCK)}"]),
    ),
    "capabilities": ("another_user", without("cap_drop")),
    "a user of its own": ("another_user", with_(user="0:0")),
    "read-only root": ("secrets_of_the_host", without("read_only")),
    "read-only folders": ("secrets_of_the_host", writable_mounts),
    "network": ("abstract_sockets_of_the_host", with_(network_mode="host", network_disabled=False)),
    "a folder of its own": ("locks_on_shared_files", with_a_shared_folder),
    "ipc_mode": ("fill_shared_memory", without("ipc_mode")),
    "nofile": ("open_files", with_limit("nofile", 1000)),
    "files in flight": ("files_in_flight", with_limit("nofile", 1000)),
    "sigpending": ("queued_signals", with_limit("sigpending", 4000)),
    "seccomp for other tables": ("other_system_call_tables", with_(security_opt=UNCONFINED)),
    "seccomp for queues": ("message_queues", with_(security_opt=UNCONFINED)),
    "memory at once": ("memory_at_once", with_(mem_limit=2**30, memswap_limit=2**30)),
    "folders of the image": ("fill_the_root", with_(read_only=False, user="0:0")),
    "image": ("its_image_and_its_folders", with_(read_only=False, user="0:0")),
    "fsize": ("sparse_file", with_limit("fsize", 2**50)),
    "core": ("more_than_its_share", with_limit("core", -1)),
    "nr_inodes": ("inodes", with_(tmpfs={"/tmp": "rw,noexec,nosuid,nodev,size=16m,mode=1777"})),
    "masks": ("files_about_the_machine", with_(masked=("/proc/kcore",))),
    "size of tmp": (
        "fill_tmp",
        with_(tmpfs={"/tmp": "rw,noexec,nosuid,nodev,nr_inodes=1024,mode=1777"}),
    ),
}


def without_the_conditions(call: str) -> Change:
    """Have seccomp allow a system call with all arguments that it allows with some."""

    def weakened(option: str) -> str:
        kind, _, said = option.partition("=")
        if kind != "seccomp":
            return option
        profile = json.loads(said)
        for rule in profile["syscalls"]:
            if call in rule["names"]:
                rule.pop("args", None)
        return f"seccomp={json.dumps(profile)}"

    return lambda settings: settings.update(
        security_opt=[weakened(option) for option in settings["security_opt"]]
    )


# The system calls that are allowed with some arguments, and the attack that tries others.
CONDITIONS = {
    "clone": "namespaces",
    "fcntl": "calls_about_what_is_shared",
    "getsockopt": "calls_about_what_is_shared",
    "ioctl": "calls_about_what_is_shared",
    "madvise": "calls_about_what_is_shared",
    "membarrier": "calls_about_what_is_shared",
    "personality": "another_user",
    "preadv2": "calls_about_what_is_shared",
    "prctl": "kernel_surface",
    "prlimit64": "supervisor",
    "pwritev2": "calls_about_what_is_shared",
    "sched_setaffinity": "nice_to_the_supervisor",
    "sched_setscheduler": "more_than_its_share",
    "setpriority": "nice_to_the_supervisor",
    "socket": "network_sockets",
    "socketpair": "network_sockets",
}
OFF |= {
    f"conditions of {call}": (attack, without_the_conditions(call))
    for call, attack in CONDITIONS.items()
}


def test_every_system_call_with_a_condition_has_its_attack() -> None:
    rules = json.loads(container.seccomp_profile())["syscalls"]
    assert {name for rule in rules if rule.get("args") for name in rule["names"]} == {*CONDITIONS}


def test_every_attack_of_the_doctor_gets_through_without_some_protection() -> None:
    """Else it may be one that nothing has to stop."""
    switched = {attack for attack, _ in OFF.values()} | {off.attack for off in REFEREE_OFF.values()}
    assert ATTACKS.keys() == switched


def test_every_way_that_is_closed_is_tried_without_what_closes_it() -> None:
    """Or it is no wall that a container has, and a test of its own shows it."""
    table = BOXES.read_text().partition("| way | in a container |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split(" | ")] for line in table.splitlines()[2:]]
    tried = {attack for attack, _ in OFF.values()}
    assert len(rows) > 10
    for way, contained, _, shown in rows:
        names = re.findall("`(.+?)`", shown)
        assert bool(names) == contained.startswith("closed"), way
        assert [name for name in names if not (name in tried or Path(name).is_file())] == []


# Those who sit together, each in a box without another protection, with one who is innocent.
TABLES = [[*OFF][first : first + 5] for first in range(0, len(OFF), 5)]


@pytest.fixture(scope="module")
def table(
    image: Image, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, trial.Trial]:
    """Return the trials of a table by what is switched off."""
    names: list[str] = request.param
    attackers, left, folder = [], count(), tmp_path_factory.mktemp("table")
    for name in names:
        attack = ATTACKS[OFF[name][0]]
        (folder / name).mkdir()
        (folder / name / "off").write_text(name)
        attackers.append((tuple(islice(left, attack.attackers)), attack, folder / name))

    def change(settings: dict[str, Any]) -> None:
        (files,) = [one["Source"] for one in settings["mounts"] if one["Target"] == container.BOT]
        if (off := Path(files, "off")).exists():
            OFF[off.read_text()][1](settings)

    with pytest.MonkeyPatch.context() as patch, socket.socket(socket.AF_UNIX) as end:
        weaken(change, patch)
        # All of a machine share that name, tests beside this one too.
        if "network" in names:
            end.bind(f"\0{HOSTS}")
            end.listen()
        tried = try_together(attackers, "six_nimmt", next(left) + 1, "container")
    return dict(zip(names, tried, strict=True))


@pytest.mark.parametrize(
    ("table", "name"),
    [(names, name) for names in TABLES for name in names],
    ids=OFF,
    indirect=["table"],
    scope="module",
)
def test_without_its_protection_an_attack_is_reported(
    table: dict[str, trial.Trial], name: str
) -> None:
    assert got_through(table[name])


def got_through(tried: trial.Trial) -> bool:
    """Say whether an attack has done what it has to be kept from, by its own word or its verdict.

    A bot that cannot even start has shown nothing.
    """
    plays_on = tried.verdict == "ok" and "ok" not in tried.attack.verdicts
    return plays_on or "ESCAPED" in tried.evidence


def weaken(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the engine make containers otherwise than it is asked to."""
    create = Engine.create_container

    def weakened(engine: Engine, name: str, image: str, *asked: Any) -> str:
        *made, masked = asked
        changed = {**made[0], **made[1], "masked": masked}
        change(changed)
        settings, host = ({key: changed[key] for key in changed.keys() & one} for one in made)
        return create(engine, name, image, settings, host, changed["masked"])

    monkeypatch.setattr(Engine, "create_container", weakened)


def drawn_alike(key: bytes, label: str) -> bytes:
    """Draw deals and the bots' own random seeds alike."""
    return derive_seed(key, "" if label.startswith(("deal ", "bot ")) else label)


@dataclass(frozen=True)
class Weakness:
    """An attack, and what has to be replaced on the referee's side for it to get through."""

    attack: str
    game: str
    owner: object
    attribute: str
    weaker: Any
    bank: float = 1.0
    """The seconds of the attacker, so that nothing else ends it."""
    box: str = "process"
    """Where it is switched off. What the referee alone decides, in the boxes that start soonest."""


REFEREE_OFF = {
    "a seed that nobody guesses": Weakness(
        "deal_from_a_small_seed", "six_nimmt", trial, "_SEED", (7).to_bytes(SEED_BYTES, "big")
    ),
    "a seed for each purpose": Weakness(
        "deal_from_its_own_seed", "six_nimmt", plan, "derive_seed", drawn_alike
    ),
    "the price of sleep": Weakness(
        "sleep_at_every_question", "six_nimmt", clock, "WALL_FACTOR", 1000.0
    ),
    "the charge of a whole box": Weakness(
        "cpu_of_short_children",
        "tonton",
        container.ContainerBox,
        "cpu",
        lambda _: 0.0,
        10.0,
        "container",
    ),
    "freezing": Weakness(
        "thinks_while_not_asked",
        "tonton",
        cgroup.Cgroup,
        "freeze",
        lambda _: None,
        10.0,
        "container",
    ),
}


# What comes of it without freezing is CPU time, of which a busy machine gives too little.
REFEREE_CASES = [
    pytest.param(off, marks=[pytest.mark.clock] if name == "freezing" else [])
    for name, off in REFEREE_OFF.items()
]


@pytest.mark.parametrize("off", REFEREE_CASES, ids=REFEREE_OFF)
def test_without_a_protection_of_the_referee_an_attack_is_reported(
    off: Weakness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(off.owner, off.attribute, off.weaker)
        patch.setattr(Attack, "bank", lambda *_: off.bank)
        tried = try_attack(ATTACKS[off.attack], tmp_path / "attacker", off.game, 1, off.box)
    assert got_through(tried)


@pytest.mark.usefixtures("gvisor")
def test_under_gvisor_it_is_seccomp_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weaken(with_(security_opt=UNCONFINED), monkeypatch)
    names = ("kernel_surface", "nice_to_the_supervisor")
    attackers = [((seat,), ATTACKS[name], tmp_path / name) for seat, name in enumerate(names)]
    tried = try_together(attackers, "six_nimmt", 3, "gvisor")
    assert [*map(got_through, tried)] == [True, True]


def test_without_the_cpu_clock_a_match_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup.Cgroup, "cpu", lambda _: None)
    with pytest.raises(Exception, match="--clock-kind wall"):
        try_attack(MORE["exit_0"], tmp_path / "attacker", "six_nimmt", 1, "container")
