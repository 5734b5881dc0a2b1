"""What `bench.kill` tries fifty times, tried five times."""

from bench.kill import run


def test_whatever_is_killed_nothing_is_lost_nothing_counts_twice_and_nothing_is_left() -> None:
    outcome = run(5, postgres=False, seed=1)
    assert outcome.losses == []
    assert outcome.kills.total() == 5
    assert outcome.matches > 0
