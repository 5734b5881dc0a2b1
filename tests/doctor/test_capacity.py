"""How many matches at once this machine bears, by CPUs and memory: one answer for all who ask."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.doctor import capacity
from arena.doctor.capacity import Capacity, find_capacity
from arena.runner.host import Host
from ladder.cli.running import _find_executor


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have three CPUs for bots, and the memory of 25 boxes of a container."""
    monkeypatch.setattr(capacity, "cpus_for_bots", lambda: [1, 2, 3])
    monkeypatch.setattr(capacity, "read_left", lambda _: 25 * (256 + 16) * 1024**2)


@pytest.mark.parametrize(("box", "by_memory"), [("container", 2), ("gvisor", 2), ("process", None)])
def test_a_match_takes_a_cpu_and_the_limits_of_ten_boxes(box: str, by_memory: int | None) -> None:
    assert find_capacity(box) == Capacity(3, by_memory)


@pytest.mark.parametrize(
    ("by_cpu", "by_memory", "matches"), [(3, 2, 2), (2, 7, 2), (3, None, 3), (3, 0, 1)]
)
def test_what_is_scarcest_decides_and_one_can_always_be_tried(
    by_cpu: int, by_memory: int | None, matches: int
) -> None:
    assert Capacity(by_cpu, by_memory).matches == matches


@pytest.mark.parametrize(("box", "slots"), [("container", 2), ("process", 3)])
def test_a_season_plays_as_many_at_once_unless_it_is_told(box: str, slots: int) -> None:
    store: Any = SimpleNamespace(submission=None)
    here: dict[str, Any] = {"url": None, "tls": None}
    assert _find_executor(store, Host(box), parallel=None, **here).slots == slots
    assert _find_executor(store, Host(box), parallel=7, **here).slots == 7
