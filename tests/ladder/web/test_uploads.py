"""Handing in over HTTP: who may, what is taken, and who reads what came of it."""

import io
import json
import re
import socket
import tarfile
import zlib
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.bots.archive import MAX_ARCHIVE_BYTES
from arena.bots.folder import MAX_BYTES
from arena.check.report import CheckStep, Evidence, Finding, StepOutcome
from arena.match.record import pack_record, unpack_record
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import write_export
from ladder.log.entries import ORGANISER, Entered, Excluded, Frozen, Limited, Limits
from ladder.log.proof import prove
from ladder.machine.clock import DAY
from ladder.machine.pulse import Pulse, read_machine
from ladder.matches import read_division
from ladder.queries.requests import RequestsHere
from ladder.shares import DECISIONS_A_DAY, LEAST_SECONDS, REQUESTS_WAITING, UPLOADS_WAITING
from ladder.store.opening import open_store
from ladder.store.settings import keep_setting
from ladder.store.uploads import Uploads
from ladder.web.publish import publish
from tests.ladder.conftest import StartLadder
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, plan_match, play, queue
from tests.ladder.servers import wait_for_address
from tests.ladder.uploading import open_ladder, pack_goat, wait_for_story
from tests.ladder.web.logins import OWN, form_token, issue_here, log_in
from tests.ladder.web.sites import Markup, visiting
from tests.ladder.web.test_pages import OUR_SCRIPT
from tests.match.records import RECORD

BOT = b"PK\3\4 whatever it is, nobody opens it here"
STRANGE = "<script>alert(1)\u202e\x1b[2J.zip"


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", open_ladder, "one", "two")


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        yield client


def bearer(place: Path, author: str = "ada", *, organiser: bool = False) -> dict[str, str]:
    with open_store(str(place)) as store:
        _, secret = issue_here(store, author, organiser=organiser)
    return {"authorization": f"Bearer {secret}"}


def outline(replay: dict[str, str]) -> Any:
    return json.loads(zlib.decompress(b64decode(replay["outline"])))


def append(place: Path, *bodies: Any) -> None:
    with open_store(str(place)) as store:
        store.append(*bodies)


def hand_in(site: TestClient, who: dict[str, str], content: bytes = BOT, **query: str) -> Any:
    return site.post("/api/v1/uploads", params=query, content=content, headers=who)


def waiting(place: Path) -> int:
    with open_store(str(place)) as store:
        return len(Uploads(store.connections).lines())


# --- what is taken ---


def test_an_upload_waits_and_its_author_sees_it(site: TestClient, place: Path) -> None:
    ada = bearer(place)
    answer = hand_in(site, ada, name="mine.zip", bot="mine")
    assert answer.status_code == 201
    upload = answer.json()
    assert (upload["number"], upload["author"], upload["name"]) == (1, "ada", "mine.zip")
    assert (upload["state"], upload["place"]) == ("waiting", 1)
    story = site.get("/api/v1/uploads/1", headers=ada).json()
    assert story["upload"] == upload
    assert story["note"].startswith("No season runs at the moment")
    found = site.get("/api/v1/uploads", headers=ada)
    assert found.json()["uploads"] == [upload]
    assert found.headers["cache-control"] == "no-store"
    page = site.get("/uploads/1", headers=ada).text
    assert "No season runs at the moment" in page
    assert "Look again" in page
    assert "mine.zip" in site.get("/uploads", headers=ada).text


def test_the_form_hands_in_and_leads_to_the_upload(site: TestClient, place: Path) -> None:
    log_in(site, bearer(place)["authorization"].split()[1])
    fields = {"csrf": form_token(site), "bot": ""}
    file = {"file": (STRANGE, io.BytesIO(BOT))}
    answer = site.post("/submit", data=fields, files=file, headers=OWN, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "uploads/1")
    page = site.get("/uploads/1").text
    assert "script" not in Markup(OUR_SCRIPT.sub("", page)).tags
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    # A form of another site, and one without its token, hand in nothing.
    for data, headers in [(fields, {"origin": "http://evil"}), ({"bot": ""}, OWN)]:
        file = {"file": ("b.zip", io.BytesIO(BOT))}
        assert site.post("/submit", data=data, files=file, headers=headers).status_code == 403
    assert waiting(place) == 1


def test_a_form_without_a_file_says_so_on_its_page(site: TestClient, place: Path) -> None:
    log_in(site, bearer(place)["authorization"].split()[1])
    fields = {"csrf": form_token(site), "file": "no file"}
    for data, said in [(fields, "No file was sent"), (fields | {"bot": "a b"}, "No file was")]:
        answer = site.post("/submit", data=data, headers=OWN)
        assert answer.status_code == 422
        assert said in answer.text
        assert "<form" in answer.text
    file = {"file": ("b.zip", io.BytesIO(BOT))}
    answer = site.post("/submit", data=fields | {"bot": "a b"}, files=file, headers=OWN)
    assert answer.status_code == 422
    assert "cannot be a bot&#39;s name" in answer.text
    assert waiting(place) == 0


def test_the_files_of_a_folder_wait_as_an_archive(site: TestClient, place: Path) -> None:
    log_in(site, bearer(place)["authorization"].split()[1])
    fields = {"csrf": form_token(site), "bot": ""}
    files = {"my goat/bot.toml": b"one", "my goat/deep/../../../a.txt": b"another"}

    def send(sent: dict[str, bytes]) -> Any:
        folder = [("folder", one) for one in sent.items()]
        return site.post("/submit", data=fields, files=folder, headers=OWN, follow_redirects=False)

    large = send({"my goat/a": bytes(MAX_BYTES), "my goat/b": b"and more"})
    assert large.status_code == 422
    assert "my goat cannot be a bot: its files add up to more than 32 MB" in large.text
    assert send(files).headers["location"] == "uploads/1"
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        check = uploads.begin()
        assert check is not None
        sent = uploads.content(check)
    assert sent is not None
    assert sent.name == "my goat"
    with tarfile.open(fileobj=io.BytesIO(sent.content)) as archive:
        # Nothing of it is opened here; the intake refuses such names.
        packed = {one.name: archive.extractfile(one) for one in archive}
        assert {name: file.read() for name, file in packed.items() if file} == files
        assert {one.mode for one in archive} == {0o755}


def test_what_is_no_file_to_take_is_refused_in_a_sentence(site: TestClient, place: Path) -> None:
    ada = bearer(place)
    refused = {
        "The file is empty": hand_in(site, ada, b""),
        "cannot be a bot's name": hand_in(site, ada, bot="a b"),
        "is over 64 MB": hand_in(site, ada, bytes(MAX_ARCHIVE_BYTES + 1)),
    }
    for said, answer in refused.items():
        assert answer.status_code in {413, 422}
        assert said in answer.json()["error"]
    # Without a length that is told beforehand.
    chunks = (bytes(1024**2) for _ in range(66))
    answer = site.post("/api/v1/uploads", content=chunks, headers=ada)
    assert (answer.status_code, waiting(place)) == (413, 0)


def test_the_same_file_twice_waits_once(site: TestClient, place: Path) -> None:
    ada = bearer(place)
    first, again = hand_in(site, ada), hand_in(site, ada)
    assert (again.status_code, again.json()) == (201, first.json())
    assert waiting(place) == 1
    # To be called otherwise it is another bot.
    assert hand_in(site, ada, bot="other").json()["number"] == 2
    # Of somebody else it may be another bot, by its name.
    assert hand_in(site, bearer(place, "bert")).status_code == 201


def test_so_many_of_an_author_wait_at_most(site: TestClient, place: Path) -> None:
    ada = bearer(place)
    answers = [hand_in(site, ada, BOT + bytes([number])) for number in range(UPLOADS_WAITING + 1)]
    assert [one.status_code for one in answers] == [201] * UPLOADS_WAITING + [429]
    assert "ada has 3" in answers[-1].json()["error"]
    # Behind one of each author's, not behind all of ada's.
    assert hand_in(site, bearer(place, "bert")).json()["place"] == 2


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (Frozen(frozen=True), "The ladder is frozen"),
        (Excluded("they cheat", author="ada"), "ada is excluded and hands in nothing: they cheat"),
    ],
)
def test_who_may_hand_in_nothing_is_told_at_the_door(
    site: TestClient, place: Path, body: Any, said: str
) -> None:
    ada = bearer(place)
    append(place, body)
    answer = hand_in(site, ada)
    assert answer.status_code == 409
    assert answer.json()["error"].startswith(said)
    assert said in site.get("/submit", headers=ada).text
    assert waiting(place) == 0


def test_the_limit_of_a_day_is_told_at_the_door(site: TestClient, place: Path) -> None:
    append(place, Limited(Limits(submissions_a_day=1)))
    digest, content = files_like("mine")
    with open_store(str(place)) as store:
        store.enter(Entered("mine@1", "ada", digest, ()), content)
    answer = hand_in(site, bearer(place))
    assert answer.status_code == 429
    assert answer.json()["error"].startswith("An author may hand in 1 a day, and ada has;")
    # The organiser's own have no limits.
    assert hand_in(site, bearer(place, ORGANISER, organiser=True)).status_code == 201


def test_an_author_is_shown_what_is_used_and_when_there_is_more(
    site: TestClient, place: Path
) -> None:
    append(place, Limited(Limits(bots=2, submissions_a_day=1, requests_a_day=5, megabytes=3)))
    digest, content = files_like("mine")
    with open_store(str(place)) as store:
        entry = store.enter(Entered("mine@1", "ada", digest, ()), content)
        RequestsHere(store, "ada").ask_for_match("mine", ["one"])
        acts.withdraw(store, Actor("ada", organiser=False), "mine")
        Uploads(store.connections).add("ada", "a.zip", None, b"no archive")
    ada, organiser = bearer(place), bearer(place, ORGANISER, organiser=True)
    told = {one["what"]: one for one in site.get("/api/v1/shares", headers=ada).json()}
    assert {what: (one["used"], one["most"]) for what, one in told.items()} == {
        "bots that play": (0, 2),
        "submissions in 24 hours": (1, 1),
        "uploads that wait": (1, UPLOADS_WAITING),
        "seconds of checks": (0, 0),
        "seconds that matches waited for bots in 24 hours": (0, LEAST_SECONDS),
        "requests in 24 hours": (1, 5),
        "requests that wait": (1, REQUESTS_WAITING),
        "times chosen and withdrawn in 24 hours": (1, DECISIONS_A_DAY),
        "MB of files": (1, 3),
    }
    again = told.pop("submissions in 24 hours")["again"]
    assert datetime.fromisoformat(again) == entry.time + DAY
    assert not any(one["again"] for one in told.values())
    page = site.get("/uploads", headers=ada).text
    assert "Your quota" in page
    assert f"{entry.time + DAY:%Y-%m-%d %H:%M}" in page
    assert site.get("/api/v1/shares", headers=organiser).json() == []
    assert "Your quota" not in site.get("/uploads", headers=organiser).text


def test_whoever_has_no_token_sees_nothing_of_it(site: TestClient, place: Path) -> None:
    hand_in(site, bearer(place))
    for path in ("uploads", "uploads/1", "submit", "matches/1/log/one"):
        assert site.get(f"/{path}").status_code == 401, path
    assert hand_in(site, {}).status_code == 401
    assert waiting(place) == 1


def test_another_authors_upload_is_none_of_yours(site: TestClient, place: Path) -> None:
    hand_in(site, bearer(place))
    bert, organiser = bearer(place, "bert"), bearer(place, ORGANISER, organiser=True)
    for path in ("/uploads/1", "/api/v1/uploads/1", "/uploads/1.record"):
        answer = site.get(path, headers=bert)
        assert answer.status_code == 404
        assert "none of yours" in answer.text
    assert site.get("/api/v1/uploads", headers=bert).json()["uploads"] == []
    assert len(site.get("/api/v1/uploads", headers=organiser).json()["uploads"]) == 1
    assert site.get("/uploads/1", headers=organiser).status_code == 200
    assert site.get("/uploads/2", headers=organiser).status_code == 404
    assert site.get("/uploads/1.record", headers=organiser).status_code == 404


def test_an_upload_that_is_cut_off_leaves_nothing(place: Path, start_ladder: StartLadder) -> None:
    address = wait_for_address(start_ladder("serve", "--port", "0"))
    host, port = re.findall(r"//([\d.]+):(\d+)", address)[0]
    secret = bearer(place)["authorization"]
    head = f"POST /api/v1/uploads HTTP/1.1\r\nhost: {host}\r\nauthorization: {secret}\r\n"
    with socket.create_connection((host, int(port))) as half:
        half.sendall(f"{head}content-length: 1000000\r\n\r\n".encode() + BOT)
    with socket.create_connection((host, int(port))) as whole:
        whole.sendall(f"{head}content-length: {len(BOT)}\r\nconnection: close\r\n\r\n".encode())
        whole.sendall(BOT)
        assert whole.makefile("rb").readline().split()[1] == b"201"
    assert waiting(place) == 1


# --- what came of it ---


def refuse(place: Path, log: str = f"{STRANGE}\nline two", record: bytes = b"a record") -> None:
    """Have an upload of ada's be refused by a hostile bot's hostile words."""
    evidence = Evidence("a Turn", f"{STRANGE} came back", "a Choice", log, Path("seats"), game=2)
    steps = [
        CheckStep(1, "files", StepOutcome.PASSED, Finding("It plays.", ("a note",)), 0.1),
        CheckStep(2, "start-up", StepOutcome.FAILED, Finding("No.", evidence=evidence), 0.2),
        CheckStep(3, "tonton: seats", StepOutcome.SKIPPED, Finding("Not run."), 0.0),
    ]
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        uploads.add("ada", STRANGE, None, BOT)
        check = uploads.begin()
        assert check is not None
        for step in steps:
            uploads.add_step(check, step)
        uploads.refuse(check, "bad is refused at step 2, start-up.", "ab" * 16, record)


def test_a_refusal_shows_its_steps_and_evidence_as_text(site: TestClient, place: Path) -> None:
    refuse(place)
    ada = bearer(place)
    page = site.get("/uploads/1", headers=ada).text
    again = f"arena check --game tonton --seed {'ab' * 16}"
    for said in ("refused at step 2", "a note", "a Turn", "line two", "not run", again):
        assert said in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert "Look again" not in page
    assert site.get("/uploads/1.record", headers=ada).content == b"a record"
    assert site.get("/api/v1/uploads/1/record", headers=ada).content == b"a record"
    told = site.get("/api/v1/uploads/1", headers=ada).json()["steps"][1]["finding"]["evidence"]
    # Where the record lay on the server is nobody's business.
    assert (told["log_tail"], told["record"]) == (f"{STRANGE}\nline two", None)


def test_what_failed_comes_first_with_the_end_of_what_was_printed_and_its_match(
    site: TestClient, place: Path
) -> None:
    record = pack_record(RECORD)
    refuse(place, "\n".join(f"line {number} of it" for number in range(30)), record)
    ada = bearer(place)
    page = site.get("/uploads/1", headers=ada).text
    assert "2 steps run, 1 not run." in page
    parts = ("Failed: start-up", "line 29 of it", "All 30 lines", "Steps of its check")
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert page.index("line 18 of it") < page.index("All 30 lines") < page.index("line 17 of it")
    assert 'data-match="../api/v1/uploads/1/replay"' in page
    replay = "/api/v1/uploads/1/replay"
    assert site.get(replay, headers=ada).json()["games"]
    assert 'href="#g2.forfeit"' in page
    # Only its author may watch it, as with the page.
    assert site.get(replay, headers=bearer(place, "bert")).status_code == 404


def test_who_waits_is_told_about_how_long(site: TestClient, place: Path) -> None:
    refuse(place)
    ada = bearer(place)
    hand_in(site, ada)
    # Nobody knows, as long as no season runs.
    assert site.get("/api/v1/uploads/2", headers=ada).json()["wait"] == 0
    machine = read_machine("process", "", 1)
    now = datetime.now(UTC)
    with open_store(str(place)) as store, store.connections.writing() as here:
        keep_setting(here.connection, Pulse(now, now, over=False, machine=machine))
    assert site.get("/api/v1/uploads/2", headers=ada).json()["wait"] > 0
    assert "its check is over in about 1 minute" in site.get("/uploads/2", headers=ada).text


def test_errors_and_logs_of_a_bot_are_for_its_author(site: TestClient, place: Path) -> None:
    digest, content = files_like("mine")
    with open_store(str(place)) as store:
        store.enter(Entered("mine@1", "ada", digest, ()), content)
        goats = read_division("goat_n_goat")
        planned = queue(store, plan_match(store, ["mine@1", "one@1"], goats))
        record = play(planned.plan, erring=["mine"])
        for game in record.games:
            for forfeit in game.forfeits:
                forfeit.log_tail = "a secret of ada"
        store.finish(
            planned.match, prove(record), {"mine@1": f"printed {STRANGE}", "one@1": "by one"}
        )
    ada, bert = bearer(place), bearer(place, "bert")
    organiser = bearer(place, ORGANISER, organiser=True)
    with visiting(place) as fresh:
        for path in ("/bots/mine/own", "/api/v1/bots/mine", "/api/v1/bots/mine/details"):
            told = [fresh.get(path, headers=who).text for who in ({}, bert, ada, organiser, {})]
            assert ["a secret of ada" in text for text in told] == [False, False, True, True, False]
        own = fresh.get("/bots/mine/own", headers=ada).text
        assert 'href="../../matches/1#g1.forfeit.eyes=mine@1"' in own
        for path in ("/matches/1/log/mine", "/api/v1/matches/1/log/mine@1"):
            answers = [fresh.get(path, headers=who) for who in ({}, bert, ada, organiser)]
            assert [one.status_code for one in answers] == [401, 403, 200, 200]
        assert "by one" not in fresh.get("/matches/1/log/one", headers=ada).text
        assert "\x1b" not in fresh.get("/matches/1/log/mine", headers=ada).text
        assert fresh.get("/matches/2/log/mine", headers=ada).status_code == 404
        # What is public has neither, anyone who asks.
        for path in ("/matches/1.record", "/api/v1/matches/1/record"):
            record = unpack_record(fresh.get(path, headers=ada).content, "the record")
            forfeits = [one for game in record.games for one in game.forfeits]
            assert forfeits
            assert not any(one.log_tail for one in forfeits)


def test_of_a_bot_that_printed_nothing_a_sentence_says_so(place: Path) -> None:
    with open_store(str(place)) as store:
        digest, content = files_like("mine")
        store.enter(Entered("mine@1", "ada", digest, ()), content)
        goats = read_division("goat_n_goat")
        planned = queue(store, plan_match(store, ["mine@1", "one@1"], goats))
        store.finish(planned.match, prove(play(planned.plan)), {"one@1": "by one"})
        digest, content = files_like("late")
        store.enter(Entered("late@1", "ada", digest, ()), content)
    ada = bearer(place)
    with visiting(place) as fresh:
        page = fresh.get("/matches/1/log/mine", headers=ada)
        assert page.status_code == 200
        assert "mine printed nothing in match 1." in re.sub(r"<[^>]*>", "", page.text)
        assert "All of it" not in page.text
        assert fresh.get("/api/v1/matches/1/log/mine/replay", headers=ada).status_code == 200
        for path in ("/matches/1/log/late", "/matches/2/log/mine"):
            assert fresh.get(path, headers=ada).status_code == 404


def test_what_a_bot_printed_stands_beside_the_turn_for_its_author_alone(place: Path) -> None:
    said = "a plan of ada"
    with open_store(str(place)) as store:
        digest, content = files_like("mine")
        store.enter(Entered("mine@1", "ada", digest, ()), content)
        goats = read_division("goat_n_goat")
        planned = queue(store, plan_match(store, ["mine@1", "one@1"], goats))
        record = play(planned.plan)
        seat = record.games[1].seating[:].index(0)
        logs = {
            "mine@1": f"--- game 2, seat {seat} ---\n--- turn 2 ---\n{said}\n",
            "one@1": f"--- game 2, seat {1 - seat} ---\n--- turn 2 ---\nby one\n",
        }
        store.finish(planned.match, prove(record), logs)
        write_export(store, place.parent / "all.zip", submissions=True)
        publish(store, place.parent / "site")
    with visiting(place) as fresh:
        own = "/api/v1/matches/1/log/mine/replay"
        people: tuple[dict[str, str], ...] = (
            {},
            bearer(place, "bert"),
            bearer(place),
            bearer(place, ORGANISER, organiser=True),
        )
        answers = [fresh.get(own, headers=who) for who in people]
        assert [one.status_code for one in answers] == [401, 403, 200, 200]
        (told,) = outline(answers[2].json())["games"][1]["printed"]
        assert (told["seat"], told["text"]) == (seat, said)
        assert (
            f'data-match="../../..{own}"'
            in fresh.get("/matches/1/log/mine", headers=people[2]).text
        )
        for who in (*people, *reversed(people)):
            public = fresh.get("/api/v1/matches/1/replay", headers=who).json()
            assert [game["printed"] for game in outline(public)["games"]] == [[]] * 4
            assert said not in fresh.get("/matches/1", headers=who).text
    files = [*(place.parent / "site").rglob("*.html"), place.parent / "all.zip"]
    assert len(files) > 10
    for file in files:
        data = re.search(rb'"outline": "([^"]+)"', file.read_bytes())
        if data is not None:
            shown = outline({"outline": data[1].decode()})["games"]
            assert [game["printed"] for game in shown] == [[]] * 4
        assert said.encode() not in file.read_bytes()


def test_the_season_says_on_the_page_that_it_works_the_queue_off(
    place: Path, site: TestClient, start_ladder: StartLadder, tmp_path: Path
) -> None:
    ada = bearer(place)
    hand_in(site, ada, pack_goat(tmp_path, "goat"), name="goat.tar.gz")
    start_ladder("run", "--trust", "--parallel", "1")
    wait_for_story(place, 1, lambda story: story.upload.state.is_over)
    page = site.get("/uploads/1", headers=ada).text
    assert "goat@1 is on the ladder" in page
    assert 'href="../bots/goat@1"' in page
