"""Versions of what bots are held by, and the holes that are known of them.

The list has a day. A version that it calls open stays so; that it knows nothing of a version means
less the older the list gets, and after a year nothing. A distribution mends holes without another
version number, so what it has built below such a number is for its changelog to judge.
"""

import platform
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

LISTED: Final = date(2025, 11, 30)
_BELIEVED: Final = timedelta(days=365)

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


HOLES: Final = (
    Hole("kernel", "CVE-2022-0847", ((5, 10, 102), (5, 15, 25), (5, 16, 11)), since=(5, 8)),
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
    """One part, its version, and that of the distribution's package if it is one of those."""

    part: str
    said: str
    package: str = ""
    revision: str = ""

    def describe(self) -> str:
        return f"{self.part} {self.revision or self.said}"

    def holes(self) -> list[Hole]:
        """Return the holes that its number has, anyone who built it."""
        found = re.match(r"[\d.]*\d", self.said)
        numbers = tuple(map(int, found[0].split("."))) if found else ()
        return [hole for hole in HOLES if hole.part == self.part and hole.is_in(numbers)]

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
        Version(part, number, *_package_of(part, number, revisions))
        for part, number in numbers.items()
        if number
    ]


def _package_of(part: str, number: str, revisions: Mapping[str, str]) -> tuple[str, str]:
    """Return the package that brings a part, and its revision where that is of the part itself."""
    for package in _PACKAGES[part]:
        if revision := revisions.get(package, "").rpartition(":")[2]:
            # A kernel's package is named after it; Docker's own package of runc is containerd's.
            own = part == "kernel" or revision.startswith(number)
            return package, revision if own else ""
    return "", ""


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


def judge(versions: list[Version], today: date) -> tuple[bool, str, list[str]]:
    """Say whether no version is open, what is known of them, and which packages to renew."""
    told, renew, whole = [], [], True
    for version in versions:
        names = ", ".join(hole.name for hole in version.holes())
        if not names:
            told.append(version.describe())
            continue
        renew.append(version.package or version.part)
        if version.is_as_released:
            whole = False
            told.append(f"{version.describe()} has {names}")
        else:
            told.append(f"{version.describe()}, whose changelog tells whether it has {names}")
    return whole, "; ".join([*told, _say_age(today)]), renew


def _say_age(today: date) -> str:
    if today - LISTED > _BELIEVED:
        return f"whether these are safe is unknown, since what is known of them is of {LISTED}"
    return f"nothing else was known of them on {LISTED}"
