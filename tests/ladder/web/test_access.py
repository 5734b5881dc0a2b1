"""Who may do what on the server: tokens, sessions, forms of other sites."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ladder.store.opening import open_store
from ladder.store.tokens import Tokens
from tests.ladder.web.sites import fill, visiting

OWN = {"origin": "http://testserver"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    fill(place, 1).close()
    return place


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        yield client


def issue(place: Path, author: str = "ada", *, organiser: bool = False) -> tuple[int, str]:
    with open_store(str(place)) as store:
        token, secret = Tokens(store.engine).issue(author, organiser=organiser)
    return token.number, secret


def revoke(place: Path, number: int) -> None:
    with open_store(str(place)) as store:
        assert Tokens(store.engine).revoke(number)


def log_in(site: TestClient, secret: str) -> Any:
    return site.post("/login", data={"token": secret}, headers=OWN, follow_redirects=False)


def form_token(site: TestClient) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', site.get("/bots").text)
    assert found is not None
    return found[1]


def is_logged_in(site: TestClient) -> bool:
    return "Log out" in site.get("/bots").text


def test_a_token_logs_in_and_the_session_ends_by_logging_out(site: TestClient, place: Path) -> None:
    secret = issue(place)[1]
    assert not is_logged_in(site)
    answer = log_in(site, secret)
    assert answer.status_code == 303
    assert secret not in str(answer.headers)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=" in cookie
    assert is_logged_in(site)
    site.post("/logout", data={"csrf": form_token(site)}, headers=OWN)
    assert not is_logged_in(site)


def test_a_cookie_is_for_encrypted_connections_only_where_there_are_some(place: Path) -> None:
    secret = issue(place)[1]
    with visiting(place) as site:
        site.base_url = site.base_url.copy_with(scheme="https")
        assert "secure" in log_in(site, secret).headers["set-cookie"].lower()


def test_wrong_and_revoked_tokens_open_nothing_and_say_so(site: TestClient, place: Path) -> None:
    number, secret = issue(place)
    revoke(place, number)
    for wrong, said in [("nonsense", "not known"), ("", "not known"), (secret, "was revoked")]:
        answer = log_in(site, wrong)
        assert answer.status_code == 401
        assert said in answer.text
        assert "set-cookie" not in answer.headers
        by_program = site.get("/api/v1/bots", headers={"authorization": f"Bearer {wrong}"})
        assert by_program.status_code == 401
        assert said in by_program.json()["error"]
        assert by_program.headers["www-authenticate"] == "Bearer"


def test_a_token_that_is_revoked_ends_its_sessions_at_once(site: TestClient, place: Path) -> None:
    number, secret = issue(place)
    log_in(site, secret)
    token = form_token(site)
    revoke(place, number)
    assert not is_logged_in(site)
    assert site.post("/logout", data={"csrf": token}, headers=OWN).status_code == 401


def test_a_session_outlives_the_server_and_not_its_time(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(place) as site:
        cookie = log_in(site, issue(place)[1]).cookies["session"]
    with visiting(place) as site:
        site.cookies.set("session", cookie)
        assert is_logged_in(site)
        monkeypatch.setattr("ladder.web.sessions.LASTS", -1)
        assert not is_logged_in(site)


def test_a_forged_session_is_none(site: TestClient, place: Path) -> None:
    issue(place)
    log_in(site, issue(place)[1])
    cookie = site.cookies["session"]
    payload, _, rest = cookie.partition(".")
    site.cookies.clear()
    for forged in ("1", f"MQ.{rest}", cookie[:-1], f"{payload}..", "\u00e9", "a.b.c"):
        headers = {b"cookie": f"session={forged}".encode()}
        assert "Log out" not in site.get("/bots", headers=headers).text, forged
    assert "Log out" in site.get("/bots", headers={"cookie": f"session={cookie}"}).text


@pytest.mark.parametrize(
    ("data", "headers"),
    [
        ({}, OWN),
        ({"csrf": "wrong"}, OWN),
        ({"csrf": "\u00e9"}, OWN),
        ({"csrf": "RIGHT"}, {"origin": "http://elsewhere"}),
        ({"csrf": "RIGHT"}, {"origin": "null"}),
        ({"csrf": "RIGHT"}, {}),
        ({}, {**OWN, "x-csrf-token": "wrong"}),
    ],
)
def test_forms_of_other_sites_do_nothing(
    site: TestClient, place: Path, data: dict[str, str], headers: dict[str, str]
) -> None:
    log_in(site, issue(place)[1])
    own = form_token(site)
    sent = {name: own if value == "RIGHT" else value for name, value in data.items()}
    answer = site.post("/logout", data=sent, headers=headers)
    assert answer.status_code == 403
    assert is_logged_in(site)


def test_the_form_token_of_another_session_is_wrong(place: Path) -> None:
    with visiting(place) as one, visiting(place) as other:
        log_in(one, issue(place)[1])
        log_in(other, issue(place, "grace")[1])
        theirs = form_token(one)
        assert other.post("/logout", data={"csrf": theirs}, headers=OWN).status_code == 403


def test_a_script_may_send_the_form_token_as_a_header(site: TestClient, place: Path) -> None:
    log_in(site, issue(place)[1])
    site.post("/logout", headers={**OWN, "x-csrf-token": form_token(site)})
    assert not is_logged_in(site)


def test_another_site_logs_nobody_in(site: TestClient, place: Path) -> None:
    secret = issue(place)[1]
    for headers in ({}, {"origin": "http://elsewhere"}):
        answer = site.post("/login", data={"token": secret}, headers=headers)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


def test_what_is_for_one_visitor_is_kept_by_nobody(site: TestClient, place: Path) -> None:
    secret = issue(place)[1]
    public = site.get("/bots")
    assert public.headers["cache-control"] == "no-cache"
    assert "cookie" in public.headers["vary"]
    log_in(site, secret)
    known = {"if-none-match": public.headers["etag"]}
    private = site.get("/bots", headers=known)
    assert (private.status_code, private.headers["cache-control"]) == (200, "no-store")
    assert "ada" in private.text
    assert "etag" not in private.headers
    assert site.head("/bots").content == b""
    # Nor does anybody else see it afterwards.
    site.get("/games")
    site.cookies.clear()
    assert site.get("/bots").text == public.text
    assert "Log out" not in site.get("/games").text
    answer = site.get("/api/v1/bots", headers={"authorization": f"Bearer {secret}"})
    assert answer.headers["cache-control"] == "no-store"
