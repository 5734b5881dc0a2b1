"""A site of a test ends nothing for want of time, whatever the limits of the product are."""

from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from ladder.store import database
from ladder.store.opening import open_store
from ladder.web import app
from ladder.web.bounds import Rates
from tests.ladder.ladders import make_ladder
from tests.ladder.web.logins import issue, log_in
from tests.ladder.web.sites import visiting


def test_a_body_and_a_writer_may_take_as_long_as_they_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one").close()
    secret = issue(place, organiser=True)[1]
    monkeypatch.setattr(database, "PATIENCE", 0)
    monkeypatch.setattr(app, "Rates", lambda: Rates()._replace(body=0.0, upload_body=0.0))
    with visiting(place) as site, open_store(str(place)) as other, ThreadPoolExecutor(1) as pool:
        with other.connections.writing():
            entering = pool.submit(log_in, site, secret)
            assert not wait([entering], timeout=0.2).done
        assert entering.result().status_code == 303
