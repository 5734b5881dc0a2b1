"""What `bench.kill` tries fifty times, tried three times."""

import pytest

from bench.kill import run


@pytest.mark.usefixtures("processes")
def test_whatever_is_killed_nothing_is_lost_nothing_counts_twice_and_nothing_is_left() -> None:
    outcome = run(3, postgres=False, seed=1)
    assert outcome.losses == []
    assert outcome.kills.total() == 3
    assert outcome.matches > 0
