"""A thousand games of every game are run again from their records, and are the same everywhere."""

import pytest

from arena.games import game_names
from tests.match.thousand import FILE, digest_of

DIGESTS = dict(line.split() for line in FILE.read_text().splitlines())


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", game_names())
def test_a_thousand_records_run_again_and_tell_what_they_told_under_any_python(name: str) -> None:
    assert digest_of(name) == DIGESTS[name]
