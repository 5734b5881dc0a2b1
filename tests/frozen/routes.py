"""Every route, as each role asks it on two ladders: status, headers, and JSON.

Pages are no part of it but by their status: they are rebuilt, and here not even written. Left out
are events, which end only with the server, and the state of this machine. Changes are asked for
with an empty body, after all else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from starlette.testclient import TestClient

from ladder.web.site import Site
from tests.frozen.oracle import Answers, digest
from tests.frozen.programs_here import lines_of
from tests.frozen.sites import COURSES, open_site, routes_of

_LEFT_OUT: Final = re.compile(r".*/(events|doctor)")
# It makes all pages: others are refused, and the organiser's takes a minute.
_DEAR: Final = "/organiser/site"
# It tells how full the disk is.
_OF_THE_MACHINE: Final = "/api/v1/desk"
_PLACE: Final = re.compile(r"{(.*?)}")
_SAFE: Final = frozenset({"GET", "HEAD"})
_HEADERS: Final = (
    "content-type",
    "cache-control",
    "location",
    "vary",
    "www-authenticate",
    "content-disposition",
)
_CONTENT: Final = ("application/json", "text/csv", "text/plain", "application/octet-stream")
_GAME: Final = "big_fish"


class _Subject(NamedTuple):
    """A bot, one of its matches without bots of other authors, and whom it played against."""

    bot: str
    match: str
    other: str


_OWN: Final = _Subject("ant@1", "11", "house@1")
_OTHERS: Final = _Subject("bee@1", "13", "house@1")
# What each course is asked about: where all is shown to all, another author's is like one's own.
_SUBJECTS: Final = {"open": (_OWN,), "own": (_OWN, _OTHERS)}


class _Telling:
    """Tells answers in lines; each content in full where it comes first."""

    def __init__(self) -> None:
        self.contents: list[str] = []
        self._known: set[str] = set()

    def tell(self, asked: str, role: str, answer: Any) -> str:
        headers = [f"{name}: {answer.headers[name]}" for name in _HEADERS if name in answer.headers]
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if kind in _CONTENT and answer.content and not asked.endswith(_OF_THE_MACHINE):
            headers.append(self._keep(f"{asked} as {role}", kind, answer))
        return f"{answer.status_code} {'; '.join(headers)}"

    def _keep(self, asked: str, kind: str, answer: Any) -> str:
        """Keep a content that is new; return what stands for it."""
        if kind == "application/octet-stream":
            return digest(answer.content)
        told = [*lines_of(answer.json())] if kind == "application/json" else [answer.text]
        name = digest("\n".join(told))
        if name not in self._known:
            self.contents += [f"# {asked} {name}", *told, ""]
        self._known.add(name)
        return name


def answers() -> Answers:
    """Yield what each role is answered on each ladder, and the contents of these answers."""
    for course in COURSES:
        with open_site(course) as (client, headers), patch.object(Site, "render", lambda *_: b""):
            _ask_for_work(client, headers["author"])
            telling = _Telling()
            asked = {*_addresses(client, _SUBJECTS[course])}
            told = [*_ask_all(client, asked, headers, telling)]
        yield f"{course}.txt", told
        yield f"{course}.contents.txt", telling.contents


def _ask_for_work(client: TestClient, author: dict[str, str]) -> None:
    """Hand in a bot, and ask for a match and a review; no season takes them on."""
    match = {"bot": "ant", "opponents": ["house"], "game": _GAME}
    sent = [
        client.post("/api/v1/uploads", content=b"PK\3\4 not opened here", headers=author),
        client.post("/api/v1/requests", json=match, headers=author),
        client.post("/api/v1/reviews", json={"bot": "ant@1", "match": 11}, headers=author),
    ]
    assert all(answer.is_success for answer in sent), [answer.text for answer in sent]


def _ask_all(
    client: TestClient,
    asked: set[tuple[str, str]],
    headers: dict[str, dict[str, str]],
    telling: _Telling,
) -> Iterator[str]:
    for method, path in sorted(asked, key=lambda one: (one[0] not in _SAFE, one)):
        yield f"# {method} {path}"
        before, times = "", ""
        for role, own in headers.items():
            if path == _DEAR and role == "organiser":
                continue
            answer = client.request(method, path, headers=own, follow_redirects=False)
            told = telling.tell(f"{method} {path}", role, answer)
            client.cookies.clear()
            if told == before:
                times += f", {role}"
            else:
                if before:
                    yield f"{times}: {before}"
                before, times = told, role
        yield f"{times}: {before}"


def _addresses(client: TestClient, subjects: Sequence[_Subject]) -> Iterator[tuple[str, str]]:
    for method, path in routes_of(client):
        if not _LEFT_OUT.fullmatch(path):
            for subject in subjects:
                yield method, _PLACE.sub(partial(_fill, path, subject), path)


def _fill(path: str, subject: _Subject, place: re.Match[str]) -> str:
    name = place[1]
    if name in {"bot", "name"}:
        is_game = path.startswith("/games")
        return _GAME if is_game else subject.bot
    if name == "number" and "/matches/" not in path:
        return "1"
    known = {"game": _GAME, "season": "1", "digest": "none", "path:path": ""}
    return known.get(name) or {"number": subject.match, "other": subject.other}[name]
