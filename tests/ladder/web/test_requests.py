"""Requests on the site: the forms, the pages and the API, and who may see what."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete
from starlette.testclient import TestClient

from arena.match.record import unpack_record
from arena.viewer.address import position_address
from ladder.log.entries import ORGANISER, Benched, Entered, Joined, Limited, Limits
from ladder.log.proof import prove
from ladder.queue.reviews import review_record
from ladder.store import schema
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.wire import RequestState
from tests.ladder.golden import Golden
from tests.ladder.ladders import SHORT, files_like, finish, make_ladder, plan_match, play
from tests.ladder.web.logins import OWN, issue_here
from tests.ladder.web.sites import FISH, Markup, visiting

PRINTED = "hello <b>\x1b[31m there"


def make(place: Path) -> Store:
    store = make_ladder(place, "one", "two", "three", divisions=(SHORT, FISH))
    store.append(Joined("ada"), Joined("bob"))
    digest, content = files_like("hers")
    store.enter(Entered("hers@1", "ada", digest, ()), content)
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    """A ladder of the organiser's bots, with ada, who has `hers`, and bob, who has none."""
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


@pytest.fixture
def site(store: Store, tmp_path: Path) -> Iterator[TestClient]:
    with visiting(tmp_path / "ladder.db") as client:
        yield client


def bearer(store: Store, author: str, *, organiser: bool = False) -> dict[str, str]:
    _, secret = issue_here(store, author, organiser=organiser)
    return {"authorization": f"Bearer {secret}"}


def log_in(site: TestClient, store: Store, author: str) -> None:
    _, secret = issue_here(store, author, organiser=False)
    site.post("/login", data={"token": secret}, headers=OWN)


def csrf(text: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', text)
    assert found is not None
    return found[1]


def play_next(store: Store) -> None:
    """Play what waits, as a season does."""
    requests = Requests(store.connections)
    found = requests.next()
    assert found is not None
    request, plan = found
    requests.begin(request.number)
    record = play(plan, erring=["one"])
    for game in record.games:
        for forfeit in game.forfeits:
            forfeit.log_tail = "a secret of one"
    requests.finish(request.number, prove(record).content, PRINTED)


def test_a_match_is_asked_for_in_a_form_and_its_result_is_a_page(
    site: TestClient, store: Store
) -> None:
    log_in(site, store, "ada")
    form = site.get("/request")
    assert 'option value="hers@1"' in form.text
    assert 'option value="one@1"' in form.text
    assert "selected>" not in form.text
    sent = {"csrf": csrf(form.text), "bot": "hers@1", "opponent": ["one", ""], "game": "six_nimmt"}
    answer = site.post("/request", data=sent, headers=OWN)
    assert answer.url.path == "/mine"
    assert "waiting" in answer.text
    play_next(store)
    page = Markup(site.get("/requests/1").text)
    assert "played" in page.read
    assert "illegal" in page.read
    assert "hello <b>" in page.read
    assert "\x1b" not in page.read
    assert len(page.rows) == 1 + 2 + 1 + 4
    assert "hers@1" in Markup(site.get("/requests").text).read
    record = site.get("/requests/1.record")
    assert [bot.name for bot in unpack_record(record.content, "").plan.bots] == ["hers@1", "one@1"]


def test_what_is_refused_is_said_in_the_form_and_nothing_that_was_typed_is_lost(
    site: TestClient, store: Store
) -> None:
    log_in(site, store, "ada")
    for bot, opponents, (status, sentence) in (
        ("hers", ["one"], (422, "They can play six_nimmt, big_fish; say which of these.")),
        ("one", ["two"], (403, "one@1 is the organiser's, not ada's")),
        ("hers", [""], (422, "1 to 9 others")),
        ("hers", ["x" * 65], (422, "1 to 9 others")),
        ("hers", ["<script>"], (404, "There is no bot '<script>'")),
    ):
        sent = {"csrf": csrf(site.get("/request").text), "bot": bot, "opponent": opponents}
        answer = site.post("/request", data=sent, headers=OWN)
        assert answer.status_code == status
        page = Markup(answer.text)
        assert sentence in page.read
        for name in filter(None, opponents):
            assert ("value", name) in page.attributes
    assert Requests(store.connections).newest() == []


def test_who_has_no_bot_is_told_to_hand_one_in(site: TestClient, store: Store) -> None:
    log_in(site, store, "bob")
    assert "Hand one in" in site.get("/request").text


def test_a_bot_that_is_benched_is_not_offered(site: TestClient, store: Store) -> None:
    store.append(Benched("hers@1", "it failed", ()), Benched("two@1", "it failed", ()))
    log_in(site, store, "ada")
    text = site.get("/request").text
    assert "hers@1" not in text
    assert "two@1" not in text


def test_programs_ask_and_look(site: TestClient, store: Store) -> None:
    ada = bearer(store, "ada")
    asked = {"bot": "hers", "opponents": ["one", "two"], "game": "six_nimmt"}
    made = site.post("/api/v1/requests", json=asked, headers=ada)
    assert made.status_code == 201
    assert made.json()["players"] == ["hers@1", "one@1", "two@1"]
    assert made.json()["state"] == "waiting"
    play_next(store)
    assert [one["number"] for one in site.get("/api/v1/requests", headers=ada).json()] == [1]
    story = site.get("/api/v1/requests/1", headers=ada).json()
    assert story["request"]["state"] == "played"
    assert {one["player"] for one in story["places"]} == {"hers@1", "one@1", "two@1"}
    assert story["log"] == PRINTED
    record = site.get("/api/v1/requests/1/record", headers=ada)
    found = unpack_record(record.content, "")
    assert found.plan.game == "six_nimmt"
    forfeits = [one for game in found.games for one in game.forfeits]
    assert forfeits
    assert not any(one.log_tail for one in forfeits)


def test_a_body_that_is_wrong_is_one_sentence(site: TestClient, store: Store) -> None:
    headers = {**bearer(store, "ada"), "content-type": "application/json"}
    for body, status in (
        (b"", 422),
        (b"[]", 422),
        (b"\xff\xfe", 422),
        (b'{"bot": "hers"}', 422),
        (b'{"bot": "hers", "opponents": []}', 422),
        (b'{"bot": "hers", "opponents": ["one"], "author": "organiser"}', 422),
        (b'{"bot": "hers", "opponents": ["one"], "game": "chess"}', 404),
        (b'{"bot": "hers", "opponents": ["one"], "old": "one"}', 422),
        (b'{"bot": "hers", "opponents": ["\\u202e"], "game": null}', 404),
        (b'{"bot": "' + b"x" * 70_000 + b'"}', 413),
    ):
        answer = site.post("/api/v1/requests", content=body, headers=headers)
        assert answer.status_code == status, body
        assert answer.json()["error"].endswith(".")
    assert Requests(store.connections).newest() == []


def test_who_asked_and_the_organiser_take_one_back_as_long_as_it_waits(
    site: TestClient, store: Store
) -> None:
    ada, bob = bearer(store, "ada"), bearer(store, "bob")
    for _ in range(3):
        asked = {"bot": "hers", "opponents": ["one"], "game": "six_nimmt"}
        assert site.post("/api/v1/requests", json=asked, headers=ada).status_code == 201
    assert site.delete("/api/v1/requests/1", headers=bob).status_code == 404
    taken = site.delete("/api/v1/requests/1", headers=ada).json()
    assert (taken["state"], taken["reason"]) == ("failed", "ada has taken it back")
    assert site.delete("/api/v1/requests/1", headers=ada).json() == taken
    organiser = bearer(store, ORGANISER, organiser=True)
    again = site.delete("/api/v1/requests/1", headers=organiser)
    assert (again.status_code, again.json()["error"]) == (
        409,
        "Request 1 cannot be taken back: it is failed.",
    )
    taken = site.delete("/api/v1/requests/2", headers=organiser).json()
    assert taken["reason"] == "organiser has taken it back"
    requests = Requests(store.connections)
    found = requests.next()
    assert found is not None
    assert found[0].number == 3
    assert requests.begin(3)
    assert "it is playing" in site.delete("/api/v1/requests/3", headers=ada).json()["error"]


def test_one_is_taken_back_on_its_page(site: TestClient, store: Store) -> None:
    Requests(store.connections).ask("ada", ["hers@1", "one@1"], "six_nimmt")
    log_in(site, store, "ada")
    page = site.get("/requests/1").text
    assert "Take it back" in page
    after = site.post("/requests/1", data={"csrf": csrf(page)}, headers=OWN)
    assert after.url.path == "/mine"
    assert "ada has taken it back" in after.text
    assert "Take it back" not in after.text
    assert Requests(store.connections).next() is None


def test_a_limit_holds_for_programs_too(site: TestClient, store: Store) -> None:
    store.append(Limited(Limits(requests_a_day=1)))
    asked = {"bot": "hers", "opponents": ["one"], "game": "six_nimmt"}
    ada = bearer(store, "ada")
    assert site.post("/api/v1/requests", json=asked, headers=ada).status_code == 201
    refused = site.post("/api/v1/requests", json=asked, headers=ada)
    assert (refused.status_code, refused.json()["error"][:33]) == (
        429,
        "An author may ask for 1 a day, an",
    )


ADDRESSES = [
    "/requests/1",
    "/requests/1.record",
    "/api/v1/requests/1",
    "/api/v1/requests/1/record",
    "/api/v1/requests/1/replay",
]


def test_nobody_looks_without_a_token(site: TestClient, store: Store) -> None:
    Requests(store.connections).ask("ada", ["hers@1", "one@1"], "six_nimmt")
    play_next(store)
    ada = bearer(store, "ada")
    lists = ("/request", "/requests", "/api/v1/requests", "/mine", "/api/v1/mine")
    for address in (*ADDRESSES, *lists):
        # Who may see it has seen it before, so that it would be kept.
        assert site.get(address, headers=ada).status_code == 200, address
        answer = site.get(address)
        assert answer.status_code == 401, address
        assert "hers" not in answer.text


def test_what_came_of_it_is_told_to_who_asked_and_to_the_organiser(
    site: TestClient, store: Store
) -> None:
    Requests(store.connections).ask("ada", ["hers@1", "one@1"], "six_nimmt")
    play_next(store)
    ada, bob = bearer(store, "ada"), bearer(store, "bob")
    anna = bearer(store, "anna", organiser=True)
    for address in ADDRESSES:
        assert site.get(address, headers=ada).status_code == 200, address
        assert site.get(address, headers=anna).status_code == 200, address
        other = site.get(address, headers=bob)
        assert other.status_code == 404, address
        assert "hers" not in other.text


def test_lists_have_the_own_requests_and_the_organisers_all(site: TestClient, store: Store) -> None:
    asked = Requests(store.connections).ask("ada", ["hers@1", "one@1"], "six_nimmt")
    assert asked.state == RequestState.WAITING
    for author, organiser, found in (("bob", False, 0), ("ada", False, 1), ("anna", True, 1)):
        headers = bearer(store, author, organiser=organiser)
        assert len(site.get("/api/v1/requests", headers=headers).json()) == found
        assert ("hers@1" in site.get("/requests", headers=headers).text) == bool(found)


def test_a_request_leaves_the_log_as_it_is(site: TestClient, store: Store, tmp_path: Path) -> None:
    headers = bearer(store, "ada")
    before = store.head()
    asked = {"bot": "hers", "opponents": ["one"], "game": "six_nimmt"}
    site.post("/api/v1/requests", json=asked, headers=headers)
    play_next(store)
    with open_store(str(tmp_path / "ladder.db")) as again:
        assert again.head() == before


def test_new_is_compared_with_old_by_the_form_and_the_page_shows_it_as_it_grows(
    site: TestClient, store: Store
) -> None:
    digest, content = files_like("hers, better")
    store.enter(Entered("hers@2", "ada", digest, ()), content)
    log_in(site, store, "ada")
    sent = {"csrf": csrf(site.get("/request").text), "bot": "hers@2", "opponent": ["one"]}
    refused = site.post("/request", data=sent | {"old": "one"}, headers=OWN)
    assert "one@1 and hers@2 are not two versions of one bot" in refused.text
    answer = site.post("/request", data=sent | {"old": "hers@1", "game": "six_nimmt"}, headers=OWN)
    assert answer.url.path == "/mine"
    assert "hers@2 in the place of hers@1, against one@1" in Markup(answer.text).read
    for said in ("No round was played in both versions yet.", "in 12 of at most 240 pairs"):
        page = site.get("/requests/1").text
        assert said in page
        assert "data-goes-on" in page
        assert "Take it back" in page
        play_next(store)
        play_next(store)
    assert site.get("/api/v1/requests/1").json()["compared"]["pairs"] == 24


# --- reviews ---


@pytest.fixture
def reviewed(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The same ladder, on which `hers` has played match 1; a review takes a moment."""
    monkeypatch.setattr("ladder.queue.reviews.PLAYOUTS", 16)
    finish(store, plan_match(store, ["hers@1", "one@1"]), erring=["one"])
    return store


def review_next(store: Store) -> None:
    """Review what waits, as a season does."""
    requests = Requests(store.connections)
    found = requests.next()
    assert found is not None
    number = found[0].number
    requests.begin(number)
    requests.finish_review(number, review_record(store.record(1) or b"", found[0].player))


def test_a_review_is_asked_for_on_a_matchs_page_and_is_in_the_replay(
    site: TestClient, reviewed: Store
) -> None:
    log_in(site, reviewed, "ada")
    assert 'href="../matches/1/review"' in site.get("/matches/1").text
    form = site.get("/matches/1/review")
    assert "Review hers@1" in form.text
    assert "Review one@1" not in form.text
    sent = {"csrf": csrf(form.text), "bot": "hers@1"}
    answer = site.post("/matches/1/review", data=sent, headers=OWN)
    assert answer.url.path == "/mine"
    assert "reviewed in match" in answer.text
    again = site.post("/matches/1/review", data=sent, headers=OWN)
    assert again.status_code == 409
    assert "You have asked for this review: it is request 1." in again.text
    review_next(reviewed)
    page = site.get("/requests/1").text
    assert "reviewed" in page
    assert 'data-match="../api/v1/requests/1/replay"' in page
    lost = site.get("/api/v1/requests/1").json()["lost"]
    mine = site.get("/mine").text
    assert lost
    for one in lost[:10]:
        told = f"{one['cost']:.1f} ± {one['error']:.1f} {one['unit']}"
        assert told in page
        assert told in mine
        address = position_address(one["game"], one["step"], "hers@1")
        assert f'href="requests/1{address}"' in mine
    assert "%" not in Markup(page).read.partition("Every decision")[2].partition("Replay")[0]
    outline = json.loads(zlib.decompress(b64decode(site.get(page_data(page)).json()["outline"])))
    found = [one for game in outline["games"] for one in game["reviewed"]]
    assert {(one["step"], one["better"]) for one in found} >= {
        (one["step"], one["better"]) for one in lost
    }
    assert site.get("/requests/1.record").content == reviewed.record(1)


def page_data(page: str) -> str:
    found = re.search(r'data-match="\.\.([^"]+)"', page)
    assert found is not None
    return found[1]


def test_programs_ask_for_reviews_of_their_own_bots(site: TestClient, reviewed: Store) -> None:
    sent = {author: bearer(reviewed, author) for author in ("ada", "bob")} | {"": {}}
    for author, body, status in (
        ("ada", {"bot": "one", "match": 1}, 403),
        ("bob", {"bot": "hers", "match": 1}, 403),
        ("ada", {"bot": "hers", "match": 2}, 404),
        ("ada", {"bot": "hers", "match": 0}, 422),
        ("ada", {"bot": "hers", "match": "1"}, 422),
        ("ada", {"bot": "hers"}, 422),
        ("", {"bot": "hers", "match": 1}, 401),
        ("ada", {"bot": "hers", "match": 1}, 201),
    ):
        answer = site.post("/api/v1/reviews", json=body, headers=sent[author])
        assert answer.status_code == status, (author, body)


def test_a_review_whose_match_or_record_is_away_is_one_sentence(
    site: TestClient, reviewed: Store
) -> None:
    log_in(site, reviewed, "ada")
    assert "Match 7 has no result" in site.get("/matches/7/review").text
    with reviewed.connections.writing() as here:
        here.connection.execute(delete(schema.records))
    sent = {"csrf": csrf(site.get("/matches/1/review").text), "bot": "hers@1"}
    answer = site.post("/matches/1/review", data=sent, headers=OWN)
    assert "There is no record of match 1, so it cannot be reviewed." in answer.text
    empty = site.post("/matches/1/review", data={**sent, "bot": ""}, headers=OWN)
    assert (empty.status_code, "There is no bot" in empty.text) == (404, True)
    assert Requests(reviewed.connections).newest() == []


# --- what is one's own ---


def test_mine_has_bots_with_places_uploads_requests_and_shares(
    reviewed: Store, site: TestClient
) -> None:
    ada = bearer(reviewed, "ada")
    site.post("/api/v1/uploads?name=a.zip", content=b"nothing", headers=ada)
    found = site.get("/api/v1/mine", headers=ada).json()
    (bot,) = found["bots"]
    assert (bot["player"], bot["state"]) == ("hers@1", "plays")
    assert {one["game"] for one in bot["places"]} == {None, "six_nimmt"}
    assert [one["match"] for one in bot["matches"]] == [1]
    assert [one["number"] for one in found["uploads"]] == [1]
    waited = "seconds that matches waited for bots in 24 hours"
    assert {one["what"] for one in found["shares"]} >= {"requests that wait", waited}
    page = Markup(site.get("/mine", headers=ada).text)
    for said in (
        "hers@1",
        "All games together: provisional",
        "a.zip",
        "requests that wait",
        waited,
    ):
        assert said in page.read
    other = site.get("/mine", headers=bearer(reviewed, "bob")).text
    assert "hers@1" not in other
    assert "You have no bot here yet." in other
    assert site.get("/mine").status_code == 401


def test_who_decides_for_a_bot_is_back_at_mine_and_sees_what_came_of_it(
    site: TestClient, reviewed: Store
) -> None:
    log_in(site, reviewed, "ada")
    sent = {"csrf": csrf(site.get("/bots/hers@1/own").text), "bot": "hers@1"}
    answer = site.post("/act-withdraw", data=sent, headers=OWN)
    assert answer.url.path == "/mine"
    assert "<p>Withdrawn." in answer.text
