"""Protections: what has to keep a bot in its container, and what happens where one is missing.

A container box refuses to play on a machine that lacks one of these, unless anyone who runs the
match allows that by name. The plan keeps the names, so the record shows what was done without.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from arena.errors import Unavailable

EngineInfo: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Protection:
    """One thing that the container engine or the kernel has to give."""

    name: str
    consequence: str
    """The danger without it, as a clause."""
    given: Callable[[EngineInfo], bool] | None
    """Whether an engine that says this of itself has it; None if only a box can tell."""


def _says(key: str) -> Callable[[EngineInfo], bool]:
    return lambda info: bool(info.get(key))


def _has_seccomp(info: EngineInfo) -> bool:
    return any("name=seccomp" in option for option in info.get("SecurityOptions") or ())


MEMORY: Final = Protection(
    "memory", "a bot may take all the memory of this machine", _says("MemoryLimit")
)
SWAP: Final = Protection("swap", "a bot may fill the swap of this machine", _says("SwapLimit"))
PROCESSES: Final = Protection(
    "processes", "a bot may start processes without end", _says("PidsLimit")
)
CPU: Final = Protection("cpu", "a bot may compute on all processors", _says("CpuCfsQuota"))
SECCOMP: Final = Protection("seccomp", "a bot may call all of the kernel", _has_seccomp)
FREEZING: Final = Protection(
    "freezing", "a bot may compute while others are asked, and outlive its match", None
)
PINNING: Final = Protection(
    "pinning", "bots that think at the same time may share a CPU, and are charged more for it", None
)

PROTECTIONS: Final = {
    each.name: each for each in (MEMORY, SWAP, PROCESSES, CPU, SECCOMP, FREEZING, PINNING)
}
"""All of them by name."""


def missing_protections(info: EngineInfo) -> list[Protection]:
    """Return what an engine does not give that says this of itself."""
    return [each for each in PROTECTIONS.values() if each.given and not each.given(info)]


def require(missing: Iterable[Protection], allow_missing: Collection[str]) -> None:
    """Unavailable, naming all protections that are missing and may not be."""
    refused = [each for each in missing if each.name not in allow_missing]
    if refused:
        raise Unavailable(describe_missing(refused))


def describe_missing(missing: Collection[Protection]) -> str:
    """Say what is so without these protections, and how to play without them all the same."""
    told = ", and ".join(
        f"without the protection {each.name} {each.consequence}" for each in missing
    )
    options = " ".join(f"--allow-missing {each.name}" for each in missing)
    them = "it" if len(missing) == 1 else "them"
    return (
        f"{told}; the container engine here does not give {them}. To play without {them}, add"
        f" {options}"
    )
