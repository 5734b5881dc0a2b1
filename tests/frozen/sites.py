"""Two sites of one ladder: open to all, and one that shows each author its own rows alone.

Both are made of `given/course.zip`, an export of two seasons: three games; ann with two versions of
a bot, bob with one whose matches are forfeited, cy whose bot is excluded, and three bots of the
organiser's; a void, an excluded match, a limit.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import time_machine
from starlette.testclient import TestClient

from ladder.archive.exchange import import_export
from ladder.course.applying import apply_course
from ladder.log.entries import ORGANISER
from ladder.rerating import rate_rest
from ladder.store.opening import open_store
from ladder.store.tokens import Tokens
from tests.frozen.oracle import GIVEN
from tests.ladder.web.sites import visiting

# When all is asked that is asked of a ladder: some weeks after its last match.
NOW: Final = datetime(2026, 11, 27, 12, tzinfo=UTC)
COURSES: Final = {
    "open": 'title = "Cards 101"\ntext = "Hand in by Friday."\nnames = "shown"',
    "own": 'title = "Cards 101"\nrows = "own"\nnames = "pseudonyms"',
}
ROSTER: Final = """
[[authors]]
key = "ann"
name = "Ann Abbot"
members = [{name = "Ann Abbot", email = "ann@example.org", lms = "90177"}]
[[authors]]
key = "bob"
name = "Bob Bell"
[[authors]]
key = "cy"
name = "Cy Cole"
"""
ROLES: Final = {"visitor": "", "author": "ann", "other": "bob", "organiser": ORGANISER}


@contextmanager
def open_site(course: str) -> Iterator[tuple[TestClient, dict[str, dict[str, str]]]]:
    """Open the site with a course; return it with the headers of each role."""
    with TemporaryDirectory() as folder, time_machine.travel(NOW, tick=False):
        place, file = Path(folder) / "ladder.db", Path(folder) / "course.toml"
        file.write_text(f"{COURSES[course]}\n{ROSTER}")
        place.write_bytes(_imported())
        with open_store(str(place)) as store:
            apply_course(store, file)
            headers = {role: _log_in(Tokens(store.connections), who) for role, who in ROLES.items()}
        documents = Path(folder) / "documents"
        documents.mkdir()
        (documents / "index.html").write_text("documents")
        with visiting(place, documents=documents) as client:
            yield client, headers


def _log_in(tokens: Tokens, author: str) -> dict[str, str]:
    if not author:
        return {}
    _, secret = tokens.issue(author, organiser=author == ORGANISER)
    return {"authorization": f"Bearer {secret}"}


@cache
def _imported() -> bytes:
    """Return the ladder of the export, rated."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "ladder.db"
        import_export(str(place), GIVEN / "course.zip")
        with open_store(str(place)) as store:
            rate_rest(store)
        return place.read_bytes()


def routes_of(client: TestClient) -> Iterator[tuple[str, str]]:
    """Yield the method and the path of every route of a site."""
    for route in vars(client.app)["app"].routes:
        for method in sorted(getattr(route, "methods", ()) or {"GET"}):
            yield method, route.path
