"""Who may do what on the server: tokens, sessions, forms of other sites."""

import asyncio
import json
import re
from collections.abc import Iterator, MutableMapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal
from unittest.mock import Mock

import pytest
from limits import parse
from starlette.testclient import TestClient

from ladder.archive.exchange import import_export
from ladder.log.entries import ORGANISER, Joined
from ladder.settings.about import About
from ladder.store.opening import open_store
from ladder.store.sessions import MOST, Sessions
from ladder.store.settings import keep_setting
from ladder.store.tokens import Tokens
from ladder.web.access import Allowed, Role
from ladder.web.bounds import LARGEST_BODY, LARGEST_UPLOAD
from ladder.web.pages import front_page
from ladder.web.site import Page, Site
from tests.ladder.bad_input.mistakes import dump
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.logins import OWN, form_token, issue, issue_here, log_in
from tests.ladder.web.sites import UNBOUNDED, fill, flatten_routes, visiting


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", fill, 1)


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        yield client


def revoke(place: Path, number: int) -> None:
    with open_store(str(place)) as store:
        assert Tokens(store.connections).revoke(number)


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
    old = site.cookies["session"]
    site.post("/logout", data={"csrf": form_token(site)}, headers=OWN)
    assert not is_logged_in(site)
    assert "session" not in site.cookies
    # Nor for anyone who has kept the cookie.
    site.cookies.set("session", old)
    assert site.get("/uploads").status_code == 401


def test_an_author_logs_out_everywhere_and_nobody_else_is(place: Path) -> None:
    tokens = [issue(place)[1], issue(place)[1]]
    with visiting(place) as one, visiting(place) as other, visiting(place) as grace:
        log_in(one, tokens[0])
        log_in(other, tokens[1])
        log_in(grace, issue(place, "grace")[1])
        assert "Log out everywhere" in one.get("/login").text
        one.post("/logout", data={"csrf": form_token(one), "everywhere": "ada"}, headers=OWN)
        assert [is_logged_in(site) for site in (one, other, grace)] == [False, False, True]
        log_in(one, tokens[0])
        assert is_logged_in(one)


def test_the_organiser_logs_an_author_out_and_an_author_no_other(place: Path) -> None:
    with visiting(place) as ada, visiting(place) as grace, visiting(place) as organiser:
        log_in(ada, issue(place)[1])
        log_in(grace, issue(place, "grace")[1])
        log_in(organiser, issue(place, ORGANISER, organiser=True)[1])
        sent = {"csrf": form_token(grace), "everywhere": "ada"}
        assert grace.post("/logout", data=sent, headers=OWN).status_code == 403
        assert is_logged_in(ada)
        assert "Log ada out" in organiser.get("/organiser").text
        sent = {"csrf": form_token(organiser), "everywhere": "ada"}
        answer = organiser.post("/logout", data=sent, headers=OWN)
        assert (answer.url.path, answer.status_code) == ("/organiser", 200)
        assert [is_logged_in(site) for site in (ada, grace)] == [False, True]


def test_a_token_has_so_many_sessions_and_the_next_ends_the_oldest(place: Path) -> None:
    number = issue(place)[0]
    with open_store(str(place)) as store:
        sessions = Sessions(store.connections)
        theirs = sessions.begin(issue_here(store, "grace", organiser=False)[0])
        begun = [sessions.begin(number) for _ in range(MOST + 1)]
        known = [sessions.find(cookie) is not None for cookie in (*begun, theirs)]
    assert known == [False, *[True] * MOST, True]


def test_who_reads_the_database_has_no_session(site: TestClient, place: Path) -> None:
    log_in(site, issue(place)[1])
    cookie, form = site.cookies["session"], form_token(site)
    kept = b"".join(path.read_bytes() for path in place.parent.glob(f"{place.name}*"))
    assert sha256(cookie.encode()).hexdigest().encode() in kept
    assert cookie.encode() not in kept
    assert form.encode() not in kept


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
        # Nor what needs no token, and what there is not.
        for path in ("bots", "openapi.json", "none"):
            by_program = site.get(f"/api/v1/{path}", headers={"authorization": f"Bearer {wrong}"})
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
        monkeypatch.setattr("ladder.store.sessions.LASTS", -1)
        assert not is_logged_in(site)


def test_a_forged_session_is_none(site: TestClient, place: Path) -> None:
    issue(place)
    log_in(site, issue(place)[1])
    cookie = site.cookies["session"]
    site.cookies.clear()
    for forged in ("1", cookie[:-1], f"{cookie}A", sha256(cookie.encode()).hexdigest(), "\u00e9"):
        headers = {b"cookie": f"session={forged}".encode()}
        assert "Log out" not in site.get("/bots", headers=headers).text, forged
    assert "Log out" in site.get("/bots", headers={"cookie": f"session={cookie}"}).text


@pytest.mark.parametrize("rows", ["all", "own"])
def test_a_session_that_is_over_is_sent_what_is_kept_for_anybody(
    place: Path, monkeypatch: pytest.MonkeyPatch, rows: Literal["all", "own"]
) -> None:
    with open_store(str(place)) as store, store.connections.writing() as here:
        keep_setting(here.connection, About(rows=rows))
    with visiting(place) as site:
        kept = site.get("/").text
        made = Mock(side_effect=front_page)
        monkeypatch.setattr("ladder.web.pages.front_page", made)
        over = site.get("/", headers={"cookie": "session=x"})
        assert (over.status_code, over.text) == (200, kept)
        # A wrong token is refused, whatever is kept.
        assert site.get("/", headers={"authorization": "Bearer x"}).status_code == 401
        assert not made.called


def test_a_session_of_before_an_upgrade_is_over_in_a_sentence_and_the_next_one_begins(
    site: TestClient, place: Path
) -> None:
    # Signed, as cookies were once.
    site.cookies.set("session", "eyJ0b2tlbiI6MX0.aRwQ8g.3mZr0vXq1fJbq0mCkz4kQh1t6Xo")
    assert site.get("/bots").status_code == 200
    asked = site.get("/uploads")
    assert asked.status_code == 401
    assert "This session is over; log in again." in asked.text
    assert site.post("/submit", data={"text": "mine"}, headers=OWN).status_code == 401
    site.cookies.clear()
    log_in(site, issue(place)[1])
    assert is_logged_in(site)


def test_forms_of_other_sites_do_nothing(site: TestClient, place: Path) -> None:
    log_in(site, issue(place)[1])
    own = {"csrf": form_token(site)}
    asked: list[tuple[dict[str, str], dict[str, str]]] = [
        ({}, OWN),
        ({"csrf": "wrong"}, OWN),
        ({"csrf": "\u00e9"}, OWN),
        (own, {"origin": "http://elsewhere"}),
        (own, {"origin": "null"}),
        (own, {}),
        ({}, {**OWN, "x-csrf-token": "wrong"}),
    ]
    for sent, headers in asked:
        answer = site.post("/logout", data=sent, headers=headers)
        assert answer.status_code == 403, (sent, headers)
        assert is_logged_in(site), (sent, headers)


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


def test_what_is_made_for_one_visitor_is_shown_to_no_other(site: TestClient, place: Path) -> None:
    organiser = issue(place, ORGANISER, organiser=True)[1]
    assert site.get("/bots/two/own").status_code == 401
    log_in(site, organiser)
    own = "/bots/two@1/own"
    assert f'href="..{own}"' in site.get("/bots/two@1").text
    assert "All that it printed in match 1" in site.get(own).text
    assert "Bench it" in site.get(own).text
    site.cookies.clear()
    log_in(site, issue(place, "grace")[1])
    assert (other := site.get(own)).status_code == 403
    assert "Only the author of two@1 and the organiser" in other.text
    assert "Manage this bot" not in site.get("/bots/two@1").text
    site.cookies.clear()
    assert site.get(own).status_code == 401


def test_one_page_that_is_kept_is_for_all(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    render = Site.render

    def note(own: Site, page: Page) -> bytes:
        made.append(page.path)
        return render(own, page)

    monkeypatch.setattr(Site, "render", note)
    names = ("ada", "grace")
    secrets = [issue(place, name)[1] for name in names]
    # It looks for no other edition meanwhile.
    with visiting(place, pause=3600.0) as site:
        anybodys = site.get("/bots/two").text
        for name, secret in zip(names, secrets, strict=True):
            log_in(site, secret)
            text = site.get("/bots/two").text
            assert f"<bdi>{name}</bdi>" in text
            assert OWN_PARTS.sub("", text).split() == OWN_PARTS.sub("", anybodys).split()
            site.cookies.clear()
        assert made == ["bots/two@1"]
        # A wrong token gets no page, kept or not.
        wrong = site.get("/bots/two", headers={"authorization": "Bearer nonsense"})
        assert wrong.status_code == 401


# --- every route, with every role ---


OWN_PARTS = re.compile(
    r'<li><a href="../(take-part">Take part|mine">Mine)</a></li>'
    r'|<a class="who" href="../login">Log in</a>|<form method="post".*?</form>',
    re.DOTALL,
)


def list_routes(site: TestClient) -> list[tuple[str, str, Role | None]]:
    """Return method and path of every route of the application, with the role that it wants."""
    found = []
    for route in flatten_routes(vars(site)["app"]):
        calls = [one.call for one in route.dependant.dependencies]
        wanted = [call.role for call in calls if isinstance(call, Allowed)]
        assert len(wanted) <= 1
        role = wanted[0] if wanted else None
        found += [(method, route.path, role) for method in sorted(route.methods or ())]
    return found


def test_every_route_that_changes_anything_says_who_may(site: TestClient) -> None:
    routes = list_routes(site)
    assert len(routes) > 60
    open_ones = [path for method, path, role in routes if method != "GET" and role is None]
    assert open_ones == ["/login", "/join"]
    for method, path, role in routes:
        if "/act" in path or path.startswith("/organiser"):
            assert role in {Role.AUTHOR, Role.ORGANISER}, (method, path)


@pytest.mark.parametrize("who", ["nobody", "wrong", "revoked", "author", "organiser"])
def test_every_route_lets_in_its_role_and_nobody_else(
    site: TestClient, place: Path, who: str
) -> None:
    with open_store(str(place)) as store:
        store.append(Joined("grace"))
    gone, revoked = issue(place, "grace")
    revoke(place, gone)
    secrets = {
        "wrong": "nonsense",
        "revoked": revoked,
        "author": issue(place, "grace")[1],
        "organiser": issue(place, "grace", organiser=True)[1],
    }
    has = {"author": Role.AUTHOR, "organiser": Role.ORGANISER}.get(who, Role.ANYBODY)
    headers = {} if who == "nobody" else {"authorization": f"Bearer {secrets[who]}"}
    before = dump(place)
    closed = [one for one in list_routes(site) if one[2] is not None]
    for method, path, role in closed:
        if role is not None and role > has:
            answer = knock(site, method, path, headers)
            assert answer.status_code == (403 if has else 401), (method, path)
            if path.startswith("/api/"):
                assert answer.json()["error"].endswith(".")
    assert dump(place) == before
    for method, path, role in closed:
        if role is not None and role <= has:
            status = knock(site, method, path, {**headers, **OWN}).status_code
            # A wrong token opens not even what is open to anybody.
            if who in {"wrong", "revoked"}:
                assert status == 401, (method, path)
            else:
                assert status not in {401, 403}, (method, path)
                assert status != 500, (method, path)


def test_no_route_lets_a_session_change_anything_without_the_form(
    site: TestClient, place: Path
) -> None:
    log_in(site, issue(place, organiser=True)[1])
    before = dump(place)
    for method, path, role in list_routes(site):
        if method != "GET" and role is not None:
            assert knock(site, method, path, OWN).status_code == 403, path
    assert dump(place) == before
    assert is_logged_in(site)


def knock(site: TestClient, method: str, path: str, headers: dict[str, str]) -> Any:
    asked = re.sub(r"\{[^}]+\}", "1", path)
    return site.request(method, asked, headers=headers, json={}, follow_redirects=False)


# --- what may be sent ---


def test_wrong_tokens_are_refused_for_a_while_and_a_right_one_is_let_in(place: Path) -> None:
    with visiting(place, rates=UNBOUNDED._replace(wrong_token=parse("3/hour"))) as site:
        statuses = [log_in(site, "nonsense").status_code for _ in range(4)]
        assert statuses == [401, 401, 401, 429]
        refused = log_in(site, "nonsense")
        assert 0 < int(refused.headers["retry-after"]) <= 3600
        assert "at most 3 times an hour" in refused.text
        assert site.get("/bots").status_code == 200
        assert log_in(site, issue(place)[1]).status_code == 303
        assert is_logged_in(site)


def test_a_right_token_begins_sessions_at_the_rate_of_all_changes(place: Path) -> None:
    secret = issue(place)[1]
    with visiting(place, rates=UNBOUNDED._replace(change=parse("2/hour"))) as site:
        assert [log_in(site, secret).status_code for _ in range(3)] == [303, 303, 429]


def test_rates_are_by_token(place: Path) -> None:
    one, other = issue(place)[1], issue(place)[1]
    with visiting(place, rates=UNBOUNDED._replace(change=parse("1/hour"))) as site:

        def send(secret: str) -> int:
            headers = {"authorization": f"Bearer {secret}"}
            return site.post("/api/v1/acts/withdraw", json={}, headers=headers).status_code

        assert [send(one), send(one), send(other)] == [422, 429, 422]


def test_a_body_is_as_large_as_what_is_sent_may_be(site: TestClient, place: Path) -> None:
    headers = {"authorization": f"Bearer {issue(place, organiser=True)[1]}"}
    large = b'{"text": "' + b"x" * LARGEST_BODY + b'"}'
    for content in (large, iter([large])):
        answer = site.post("/api/v1/acts/announce", content=content, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["error"].endswith("here it may be 64 KB at most.")
    answer = site.post("/login", data={"token": "x" * LARGEST_BODY}, headers=OWN)
    assert answer.status_code == 413
    lying = {**headers, "content-length": str(LARGEST_UPLOAD + 1)}
    assert site.post("/api/v1/uploads", content=b"x", headers=lying).status_code == 413


def test_a_body_that_comes_too_slowly_is_waited_for_no_longer(
    place: Path,
) -> None:
    secret = issue(place, organiser=True)[1]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/v1/acts/announce",
        "raw_path": b"/api/v1/acts/announce",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"testserver"), (b"authorization", f"Bearer {secret}".encode())],
        "client": ("testclient", 1),
        "server": ("testserver", 80),
    }
    sent: list[MutableMapping[str, Any]] = []
    parts = iter([{"type": "http.request", "body": b'{"text": ', "more_body": True}])

    async def receive() -> MutableMapping[str, Any]:
        for part in parts:
            return part
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    with visiting(place, rates=UNBOUNDED._replace(body=0.2)) as site:
        assert site.portal is not None
        site.portal.call(site.app, scope, receive, send)
    assert sent[0]["status"] == 408
    said = json.loads(b"".join(part.get("body", b"") for part in sent))
    assert said == {"error": "That took too long to send; nothing of it was done."}


# --- what is decided ---


def call(site: TestClient, secret: str, act: str, **sent: Any) -> Any:
    headers = {"authorization": f"Bearer {secret}"}
    return site.post(f"/api/v1/acts/{act}", json=sent, headers=headers)


def test_a_program_decides_with_its_token_and_the_log_says_who(
    site: TestClient, place: Path
) -> None:
    organiser = issue(place, organiser=True)[1]
    answer = call(site, organiser, "pause", paused=True)
    assert answer.status_code == 200
    assert (answer.json()["kind"], answer.json()["by"]) == ("paused", "ada")
    again = call(site, issue(place, "grace", organiser=True)[1], "pause", paused=True)
    assert again.status_code == 409
    assert "paused already" in again.json()["error"]
    assert call(site, organiser, "pause", paused="perhaps").status_code == 422
    assert call(site, organiser, "pause", paused=False, more=1).status_code == 422


ACTS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("pause", {"paused": True}),
    ("freeze", {"frozen": True}),
    ("announce", {"text": "At noon"}),
    ("limit", {"unsettled": 3}),
    ("exclude", {"match": 1, "reason": "so"}),
    ("bench", {"bot": "one", "reason": "it floods"}),
    ("join", {"name": "bert"}),
    ("withdraw", {"bot": "one@1"}),
]


def test_the_same_act_again_is_answered_the_same_and_done_once(
    site: TestClient, place: Path
) -> None:
    organiser = issue(place, organiser=True)[1]
    with open_store(str(place)) as store:
        for act, sent in ACTS:
            first = call(site, organiser, act, **sent)
            assert first.status_code == 200, first.text
            head = store.head()
            again = call(site, organiser, act, **sent)
            assert (again.status_code, again.json()) == (200, first.json()), act
            assert store.head() == head, act


def test_a_version_is_named_where_the_name_alone_would_be_another_the_second_time(
    site: TestClient, place: Path
) -> None:
    organiser = issue(place, organiser=True)[1]
    for act in ("withdraw", "choose"):
        assert call(site, organiser, act, bot="one").status_code == 422


def test_an_author_decides_for_own_bots_only(site: TestClient, place: Path) -> None:
    answer = call(site, issue(place)[1], "withdraw", bot="one@1")
    assert answer.status_code == 403
    assert "not ada's; each decides for its own" in answer.json()["error"]


def test_the_organiser_decides_in_the_browser(site: TestClient, place: Path) -> None:
    log_in(site, issue(place, organiser=True)[1])
    csrf = {"csrf": form_token(site)}
    page = site.get("/organiser").text
    assert "Pause the season" in page
    for name, sent, said in [
        ("pause", {"paused": "true"}, "no matches are planned any more"),
        ("announce", {"text": "At noon <b>"}, "announced: At noon &lt;b&gt;"),
        ("limit", {"unsettled": "3", "bots": ""}, "3 versions without a rank"),
        ("bench", {"bot": "one", "reason": "it floods"}, "one@1 is benched: it floods"),
        ("return", {"bot": "one"}, "one@1 plays again"),
        ("exclude", {"bot": "", "match": "1", "reason": "so"}, "match 1 counts no more: so"),
        ("admit", {"match": "1", "reason": "so"}, "match 1 counts again: so"),
        ("join", {"name": "bert"}, "bert may hand in bots"),
    ]:
        answer = site.post(f"/act-{name}", data={**sent, **csrf}, headers=OWN)
        assert answer.status_code == 200, name
        assert said in answer.text
        assert "ada" in answer.text
    told = site.post("/act-token", data={"author": "bert", **csrf}, headers=OWN).text
    secret = re.search(r"<code>([\w-]{43})<", told)
    assert secret is not None
    assert secret[1] not in site.get("/organiser").text
    refused = site.post("/act-return", data={"bot": "two", **csrf}, headers=OWN)
    assert refused.status_code == 409
    assert "not benched" in refused.text
    assert site.post("/act-pause", data={"paused": "false"}, headers=OWN).status_code == 403


def test_a_limit_of_nothing_is_refused_and_none_is_no_limit(site: TestClient, place: Path) -> None:
    organiser = issue(place, organiser=True)[1]
    for wrong in (0, -1, "0", "many"):
        answer = call(site, organiser, "limit", requests_a_day=wrong)
        assert answer.status_code == 422, wrong
        assert answer.json()["error"].endswith(".")
    assert call(site, organiser, "limit", requests_a_day=7, unsettled=2).status_code == 200
    log_in(site, organiser)
    form = {"csrf": form_token(site), "unsettled": "none"}
    assert site.post("/act-limit", data={**form, "bots": "0"}, headers=OWN).status_code == 422
    assert site.post("/act-limit", data=form, headers=OWN).status_code == 200
    with open_store(str(place)) as store:
        limits = store.roster().limits
    assert (limits.requests_a_day, limits.unsettled) == (7, 0)


def test_the_organiser_downloads_the_export(tmp_path: Path) -> None:
    place = tmp_path / "plain.db"
    with make_ladder(place, "one", "two") as store:
        play_on(store, 1)
        digest = store.head()[1]
    headers = {"authorization": f"Bearer {issue_as_organiser(place)}"}
    with visiting(place) as site:
        answer = site.get("/organiser/export?submissions=true", headers=headers)
    assert answer.headers["content-type"] == "application/zip"
    (tmp_path / "x.zip").write_bytes(answer.content)
    checked = import_export(str(tmp_path / "copy.db"), tmp_path / "x.zip")
    assert checked.state.matches.played == {1}
    assert digest != checked.state.digest  # The token was made after it.


def issue_as_organiser(place: Path) -> str:
    return issue(place, ORGANISER, organiser=True)[1]
