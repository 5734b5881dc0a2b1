"""Whose memory limit caused an OOM kill of something of a bot: what the kernel says of that."""

from pathlib import Path

import pytest

from arena.boxes.host.cgroup import GroupMemory, OomCause

LIMIT = 256 * 1024**2


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("events", "cause"),
    [
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", OomCause.NOTHING),
        ("low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\noom_group_kill 0\n", OomCause.OWN),
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n", OomCause.MACHINE),
        # Its limit was met, and what could be reclaimed was enough.
        ("low 0\nhigh 0\nmax 7000\noom 0\noom_kill 1\n", OomCause.MACHINE),
    ],
)
def test_version_2_says_it(events: str, cause: OomCause, tmp_path: Path) -> None:
    memory = GroupMemory({"": write(tmp_path, {"memory.events": events})})
    assert memory.oom_cause() is cause
    memory.close()
    assert memory.oom_cause() is None


@pytest.mark.parametrize(
    ("killed", "most", "cause"),
    [
        (0, LIMIT, OomCause.NOTHING),
        (1, LIMIT, OomCause.OWN),
        (1, LIMIT - 4096, OomCause.OWN),
        (3, LIMIT // 2, OomCause.MACHINE),
    ],
)
def test_version_1_tells_it_by_the_most_that_was_used(
    killed: int, most: int, cause: OomCause, tmp_path: Path
) -> None:
    files = {
        "memory.oom_control": f"oom_kill_disable 0\nunder_oom 0\noom_kill {killed}\n",
        "memory.max_usage_in_bytes": f"{most}\n",
        "memory.limit_in_bytes": f"{LIMIT}\n",
    }
    memory = GroupMemory({"memory": write(tmp_path, files), "": tmp_path})
    assert memory.oom_cause() is cause
    memory.close()


def test_a_group_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    assert GroupMemory({"pids": tmp_path}).oom_cause() is None
    assert GroupMemory({"": tmp_path}).oom_cause() is None
