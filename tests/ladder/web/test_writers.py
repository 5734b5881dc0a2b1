"""Many who change a ladder through its server: pages do not wait for them."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ladder.store import connections
from ladder.store.opening import open_store
from tests.ladder.ladders import make_ladder
from tests.ladder.web.logins import issue
from tests.ladder.web.sites import visiting

# More than a server has threads for pages.
MANY = 60


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_ladder(tmp_path / "ladder.db", "one", "two").close()
    return tmp_path / "ladder.db"


def test_pages_do_not_wait_for_those_who_wait_to_write(place: Path) -> None:
    headers = {"authorization": f"Bearer {issue(place, organiser=True)[1]}"}
    with (
        visiting(place) as site,
        open_store(str(place)) as other,
        ThreadPoolExecutor(MANY) as pool,
    ):

        def announce(number: int) -> int:
            said = {"text": f"at {number}"}
            return site.post("/api/v1/acts/announce", json=said, headers=headers).status_code

        with other.connections.writing():
            acting = [pool.submit(announce, number) for number in range(MANY)]
            for page in ("/bots", "/log", "/log/3", "/season"):
                assert site.get(page).status_code == 200
            assert not any(one.done() for one in acting)
        assert [one.result() for one in acting] == [200] * MANY


def test_one_too_many_is_told_to_try_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"authorization": f"Bearer {issue(place, organiser=True)[1]}"}
    monkeypatch.setattr(connections, "WRITERS", 0)
    with visiting(place) as site:
        answer = site.post("/api/v1/acts/announce", json={"text": "hello"}, headers=headers)
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert answer.json()["error"] == (
        "Not now: too many are changing this ladder; try again in a minute."
    )
