"""Whether a process is frozen, as the kernel says it."""

from collections.abc import Iterator
from pathlib import Path


def is_frozen(pid: int) -> bool:
    """Say whether the group of a process is frozen."""
    return any(path.read_text().strip() in {"1", "FROZEN"} for path in freezers(pid))


def freezers(pid: int) -> Iterator[Path]:
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        path = line.split(":", 2)[2].lstrip("/")
        for root in ("", "unified", "freezer"):
            for name in ("cgroup.freeze", "freezer.state"):
                if (found := Path("/sys/fs/cgroup") / root / path / name).is_file():
                    yield found
