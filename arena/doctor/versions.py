"""Versions of what bots are held by, and the holes that are known of them.

It has holes that a box of ours leaves open: none that takes a network, a namespace or an image of
the bot's own. The list has a day. A version that it calls open stays so; that it knows nothing of a
version means less the older the list gets, and after a year nothing. A distribution mends holes
without another version number, so what it has built below such a number is for its changelog to
judge.
"""

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

LISTED: Final = date(2026, 10, 3)
_BELIEVED: Final = timedelta(days=365)
# A newer kernel is another package, so upgrading the present one is not enough.
_RENEW: Final = "sudo apt-get update && sudo apt-get dist-upgrade"

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """A way out of a container, or into others, that some versions of a part have."""

    part: str
    name: str
    mended: tuple[Numbers, ...]
    """The first version of each line that has it no more; later lines never had it."""
    since: Numbers = (0,)

    def is_in(self, version: Numbers) -> bool:
        """Say whether a version as its authors have released it has this hole."""
        if not self.since <= version < self.mended[-1]:
            return False
        return not any(version[:2] == first[:2] and version >= first for first in self.mended)

    def describe(self, version: Numbers) -> str:
        """Name it, and the first version without it that is later than this one."""
        first = next(first for first in self.mended if first > version)
        return f"{self.name}, mended in {'.'.join(map(str, first))}"


HOLES: Final = (
    Hole("kernel", "CVE-2022-0847", ((5, 10, 102), (5, 15, 25), (5, 16, 11)), since=(5, 8)),
    Hole(
        "kernel",
        "CVE-2026-43499",
        (
            (5, 10, 261),
            (5, 15, 212),
            (6, 1, 175),
            (6, 6, 140),
            (6, 12, 86),
            (6, 18, 27),
            (7, 0, 4),
        ),
    ),
    Hole(
        "kernel",
        "CVE-2026-46242",
        ((6, 1, 178), (6, 6, 144), (6, 12, 95), (6, 18, 33), (7, 0, 10)),
        since=(6, 1),
    ),
    Hole("kernel", "CVE-2026-80521", ((6, 12, 111), (6, 18, 53), (7, 1, 10)), since=(6, 10)),
    Hole("runc", "CVE-2019-5736", ((1, 0, 0),)),
    Hole("runc", "CVE-2024-21626", ((1, 1, 12),)),
    Hole("runc", "CVE-2025-31133", ((1, 2, 8), (1, 3, 3), (1, 4, 0))),
)
# What the distribution calls a part.
_PACKAGES: Final = {
    "kernel": (f"linux-image-{platform.release()}",),
    "engine": ("docker.io", "docker-ce"),
    "runc": ("runc", "containerd.io"),
    "gVisor": ("runsc",),
}


@dataclass(frozen=True, slots=True)
class Version:
    """One part, its version, and that of the distribution's package if that is of the part."""

    part: str
    said: str
    revision: str = ""

    def describe(self) -> str:
        return f"{self.part} {self.revision or self.said}"

    def holes(self) -> list[str]:
        """Return the holes that its number has under any builder."""
        # A distribution's kernel has its full number in the package's revision alone.
        found = re.match(r"[\d.]*\d", self.revision or self.said)
        numbers = tuple(map(int, found[0].split("."))) if found else ()
        mine = [hole for hole in HOLES if hole.part == self.part and hole.is_in(numbers)]
        return [hole.describe(numbers) for hole in mine]

    @property
    def is_listed(self) -> bool:
        """Whether there are holes of this part in the list, and a number to compare with theirs."""
        return self.said[:1].isdecimal() and any(hole.part == self.part for hole in HOLES)

    @property
    def is_as_released(self) -> bool:
        """Whether its number alone tells what is mended in it."""
        return re.fullmatch(r"[\d.]+", self.said) is not None


def read_versions(said: Mapping[str, Any], info: Mapping[str, Any]) -> list[Version]:
    """Return the versions of this machine's parts; `said` and `info` are the engine's words."""
    parts = {part["Name"]: part["Version"] for part in said.get("Components") or ()}
    numbers = {
        "kernel": info.get("KernelVersion") or platform.release(),
        "engine": said["Version"],
        "runc": parts.get("runc", ""),
        "gVisor": _ask_gvisor(info),
    }
    revisions = dict(_read_packages())
    return [
        Version(part, number, _revision_of(part, number, revisions))
        for part, number in numbers.items()
        if number
    ]


def _revision_of(part: str, number: str, revisions: Mapping[str, str]) -> str:
    """Return the revision of the package that brings a part, where it is of the part itself."""
    found = (revisions.get(package, "") for package in _PACKAGES[part])
    revision = next(filter(None, found), "").rpartition(":")[2]
    # A kernel's package is named after it; Docker's own package of runc is containerd's.
    return revision if part == "kernel" or revision.startswith(number) else ""


def _ask_gvisor(info: Mapping[str, Any]) -> str:
    program = (info.get("Runtimes", {}).get("runsc") or {}).get("path", "")
    words = _run(program, "--version").split() if program else []
    return words[2].removeprefix("release-") if len(words) > 2 else ""


def _read_packages() -> Iterator[tuple[str, str]]:
    """Yield what is installed of those packages, with its revision, where there is dpkg."""
    names = [name for each in _PACKAGES.values() for name in each]
    shown = _run("dpkg-query", "--show", "--showformat=${Package} ${Version}\\n", *names)
    for line in shown.splitlines():
        package, _, revision = line.partition(" ")
        if revision:
            yield package, revision


def _run(program: str, *words: str) -> str:
    """Return what a program says; nothing if there is none."""
    if shutil.which(program) is None:
        return ""
    done = subprocess.run(  # noqa: S603 - named by the engine, or by us
        [program, *words], capture_output=True, text=True, errors="replace", check=False
    )
    return done.stdout


def judge(versions: Iterable[Version], today: date) -> tuple[bool | None, str, str]:
    """Say whether no version is open, what is known of them, and what to type to renew them.

    None if that is unknown: by the list, or by its age.
    """
    told, remedy, is_open = [], "", False
    unknown = today - LISTED > _BELIEVED
    for version in versions:
        holes = ", and ".join(version.holes())
        if not holes:
            unlisted = "" if version.is_listed else ", of which the list has nothing"
            told.append(f"{version.describe()}{unlisted}")
            unknown |= not version.is_listed
            continue
        remedy = remedy or _RENEW
        if version.part == "kernel":
            remedy = f"{_RENEW} && sudo reboot"
        if version.is_as_released:
            is_open = True
            told.append(f"{version.describe()} has {holes}")
        else:
            unknown = True
            told.append(f"{version.describe()}, whose changelog tells whether it has {holes}")
    return (
        False if is_open else None if unknown else True,
        "; ".join([*told, _say_age(today)]),
        remedy,
    )


def _say_age(today: date) -> str:
    if today - LISTED > _BELIEVED:
        return f"whether these are safe is unknown, since the list of holes is of {LISTED}"
    return f"the list of holes is of {LISTED}"
