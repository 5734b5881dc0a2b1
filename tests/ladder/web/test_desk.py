"""The organiser's desk: its numbers, its acts, its reports, and the course file by upload."""

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ladder.log.entries import ORGANISER, Entered, Joined
from ladder.settings.scheme import Scheme
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.tokens import Tokens
from ladder.store.uploads import Uploads
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, make_ladder, plan_match, play_on, queue
from tests.ladder.web.logins import OWN, form_token, issue, log_in
from tests.ladder.web.sites import visiting

COURSE = b"""announcement = "Hand in by Friday."
roster = "roster.csv"

[[tiers]]
bot = "one"
points = 10
"""
ROSTER = "key;name;email\nada;Ada;ada@example.org\nben;Bén, <b>;\n".encode("latin-1")


def fill(place: Path) -> Store:
    store = make_ladder(place, "one", "two")
    for author in ("ada", "ben", "cid"):
        store.append(Joined(author))
    digest, content = files_like("hers")
    store.enter(Entered("hers@1", "ada", digest, ()), content)
    play_on(store, 12)
    queue(store, plan_match(store))
    uploads = Uploads(store.connections)
    uploads.add("ben", "his.zip", None, b"no archive")
    check = uploads.begin()
    assert check is not None
    uploads.refuse(check, "It is no archive.")
    uploads.add("ada", "new.zip", None, b"another")
    return store


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", fill)


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        log_in(client, issue(place, ORGANISER, organiser=True)[1])
        yield client


def send(site: TestClient, act: str, **fields: str) -> Any:
    """Send a form of the desk, as a browser does."""
    sent = {"csrf": form_token(site), **fields}
    return site.post(f"/act-{act}", data=sent, headers=OWN, follow_redirects=False)


def test_the_numbers_come_first(site: TestClient) -> None:
    desk = site.get("/api/v1/desk").json()
    assert (desk["nothing"], desk["failing"]) == (["cid"], ["ben"])
    assert (desk["checks"]["waiting"], desk["checks"]["checking"]) == (1, 0)
    own = {one["author"]: one for one in desk["authors"]}
    assert own["ben"]["uploads"]["newest"]["outcome"] == "It is no archive."
    assert (own["ada"]["uploads"]["day"], own["ada"]["has_token"]) == (1, False)
    assert sum(one["share"] for one in desk["authors"]) == pytest.approx(1)
    assert desk["progress"]["hours"][-1]["matches"] >= 12
    assert [one["name"] for one in desk["disk"]] == ["disk", "secrets"]
    text = site.get("/organiser").text
    assert text.index("Nothing handed in: 1") < text.index('<form method="post" action="act-')
    assert "Check fails: 1" in text
    assert "Waiting checks" in text
    assert "It is no archive." in text


def test_authors_are_told_by_name_and_those_that_are_asked_for(site: TestClient) -> None:
    rows = {
        show: re.findall(r'<tr id="of-(\w+)">', site.get(f"/organiser?show={show}").text)
        for show in ("", "nothing", "fails")
    }
    assert rows == {"": ["ada", "ben", "cid"], "nothing": ["cid"], "fails": ["ben"]}
    assert site.get("/organiser?show=some").status_code == 422


def test_an_act_leads_back_to_where_it_was_and_says_what_was_done(site: TestClient) -> None:
    answer = send(site, "exclude", author="cid", reason="left", show="nothing")
    where = answer.headers["location"]
    assert re.fullmatch(r"organiser\?done=\d+&show=nothing#of-cid", where)
    text = site.get(f"/{where}").text
    assert re.search(r"Done: [^<]*cid[^<]* left\.", text)
    assert 'aria-current="page">Nothing handed in: 1<' in text


def test_what_was_typed_stays_with_why_it_was_not_done(site: TestClient) -> None:
    answer = send(site, "bench", bot="nobody", reason='it "floods"')
    assert answer.status_code == 404
    assert "Not done: There is no bot &#39;nobody&#39; on this ladder" in answer.text
    assert 'name="bot" value="nobody" required="" maxlength="64"' in answer.text
    assert 'value="it &#34;floods&#34;"' in answer.text
    answer = send(site, "exclude", author="ada", reason="")
    assert (answer.status_code, "The field &#39;reason&#39; is empty" in answer.text) == (422, True)
    for refused in (
        send(site, "exclude", reason="so"),
        send(site, "return", bot="one"),
        send(site, "revoke", number="9"),
        send(site, "freeze", frozen="false"),
    ):
        assert refused.status_code in {409, 422}
        assert "ladder set" not in refused.text
        assert "--" not in refused.text.split("Not done:")[1].split("</p>")[0]


def test_a_token_is_made_once_however_often_the_page_is_loaded(
    site: TestClient, place: Path
) -> None:
    assert '<input type="hidden" name="number" value="2">' in site.get("/organiser").text
    first = send(site, "token", author="cid", number="2")
    assert re.search(r"<code>[\w-]{43}<", first.text)
    again = send(site, "token", author="cid", number="2")
    assert (again.status_code, "was made already" in again.text) == (409, True)
    with open_store(str(place)) as store:
        assert [one.author for one in Tokens(store.connections).all()] == [ORGANISER, "cid"]


def test_what_cannot_be_undone_is_behind_a_second_step_that_names_it(site: TestClient) -> None:
    text = site.get("/organiser").text
    steps = re.findall(r'<details class="danger"(?: open)?>\n<summary>(.*?)</summary>', text)
    assert {"Cancel it", "Revoke token 1", "Exclude", "Begin season 2 or the final"} <= {*steps}
    assert {"Pause the season", "Freeze submissions"} <= {*steps}
    red = re.findall(r'<button class="danger">(.*?)</button>', text)
    assert {"Cancel match 13", "Revoke token 1 of organiser", "Exclude ada"} <= {*red}
    for act in ("revoke", "cancel", "exclude", "season"):
        for form in re.findall(rf'<form method="post" action="act-{act}">.*?</form>', text, re.S):
            assert 'class="danger"' in form
    assert "It is the one that you are logged in with" in text


def test_a_season_begins_once(site: TestClient, place: Path) -> None:
    answer = send(site, "season", number="2", format="round-robin", times="2", final="true")
    assert answer.status_code == 303
    assert send(site, "season", number="2").status_code == 409
    assert "Season 2 is the last that has begun" in send(site, "season", number="2").text
    with open_store(str(place)) as store:
        roster = store.roster()
        assert (roster.season, roster.frozen) == (2, True)
        (begun,) = store.entries(kinds=["begun"])
        assert str(begun.body).startswith("season 2 begins, round-robin 2")
    wrong = send(site, "season", number="3", format="gauntlet")
    assert "A gauntlet is of one bot" in wrong.text
    assert "<option selected>gauntlet</option>" in wrong.text


def choose(site: TestClient, files: dict[str, bytes], **fields: str) -> Any:
    """Choose files of a course, as a browser sends them."""
    sent = [("files", (name, content)) for name, content in files.items()]
    data = {"csrf": form_token(site), **fields}
    return site.post("/organiser/course", data=data, files=sent, headers=OWN)


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields of the form that applies a course."""
    form = re.search(r'<form method="post" action="../act-course">.*?</form>', text, re.S)
    assert form is not None
    return dict(re.findall(r'name="([^"]+)" value="([^"]+)"', form[0]))


def test_a_course_file_is_shown_before_it_is_applied(site: TestClient, place: Path) -> None:
    files = {"course.toml": COURSE, "roster.csv": ROSTER}
    with open_store(str(place)) as store:
        before = store.head()
        page = choose(site, files, tokens="true").text
        assert "This would change:" in page
        assert "Announced: Hand in by Friday." in page
        assert store.head() == before
        fields = hidden(page)
        done = site.post("/act-course", data=fields, headers=OWN).text
        assert "Done:" in done
        assert done.count('class="digest"') == 2
        assert done.count("<li>Open http://testserver/</li>") == 2
        assert "Bén, &lt;b&gt;" in done
        assert "<b>;" not in done
        assert store.roster().announcement == "Hand in by Friday."
        assert store.people()["ben"].name == "Bén, <b>"
        assert [tier.bot for tier in store.setting(Scheme(())).tiers] == ["one"]
        # Sent again it says what there is to do now, and makes no tokens.
        after = store.head()
        again = site.post("/act-course", data=fields, headers=OWN).text
        assert "The ladder is as the file says." in again
        assert 'class="digest"' not in again
        assert store.head() == after
        # Other files were looked at since.
        choose(site, {"course.toml": b"title = 'Cards'"})
        late = site.post("/act-course", data=fields, headers=OWN)
        assert late.status_code == 409
        assert "Nothing was changed: other files were looked at since" in late.text
        assert store.head() == after


WRONG_COURSES: tuple[tuple[dict[str, bytes], str], ...] = (
    ({"course.toml": b"title = 3"}, "course.toml, title: expected text"),
    ({"course.toml": COURSE}, "roster.csv cannot be read: it was not sent with the course"),
    ({"roster.csv": ROSTER}, "Choose one course file, whose name ends with .toml"),
    (
        {"course.toml": COURSE, "roster.csv": b"key,name\nx,A\nx,B\n"},
        "roster.csv, line 3, column 1: &#39;x&#39; stands in line 2 already",
    ),
    (
        {"c.toml": b'[dates]\nfolder = "../x"\npublish = 2099-01-01T00:00:00'},
        "c.toml, dates.folder: expected a folder within that of the ladder, got &#39;../x&#39;",
    ),
    ({"c.toml": b'[dates]\nfolder = "a\\u0000"'}, "c.toml, dates.folder: embedded null"),
    ({"c.toml": b"a = " + 60_000 * b"["}, "c.toml cannot be read: a number in it is too long"),
    (
        {"c.toml": b'[[tiers]]\nbot = "on"\npoints = 1'},
        "c.toml, tiers[0].bot: There is no bot &#39;on&#39; on this ladder",
    ),
)


def test_a_wrong_course_file_is_one_sentence_and_changes_nothing(
    site: TestClient, place: Path
) -> None:
    with open_store(str(place)) as store:
        before = store.head()
        for files, said in WRONG_COURSES:
            answer = choose(site, files)
            assert answer.status_code in {404, 422}
            assert said in answer.text
        assert store.head() == before


def test_a_program_applies_a_course_file(site: TestClient, place: Path) -> None:
    headers = {"authorization": f"Bearer {issue(place, ORGANISER, organiser=True)[1]}"}
    files = {"course.toml": COURSE, "roster.csv": ROSTER}
    sent = {"files": {name: b64encode(content).decode() for name, content in files.items()}}
    looked = site.post("/api/v1/course", json={**sent, "dry_run": True}, headers=headers).json()
    assert "Announced: Hand in by Friday." in looked["applied"]["changes"]
    assert looked["tokens"] == []
    stale = site.post("/api/v1/course", json={**sent, "digest": "0" * 64}, headers=headers)
    assert stale.status_code == 409
    done = site.post("/api/v1/course", json={**sent, "tokens": True}, headers=headers).json()
    assert [one["author"] for one in done["tokens"]] == ["ada", "ben"]
    secret = done["tokens"][0]["token"]
    named = {"authorization": f"Bearer {secret}"}
    assert site.get("/api/v1/shares", headers=named).status_code == 200


def test_reports_are_what_the_commands_say(site: TestClient) -> None:
    files = {"course.toml": COURSE, "roster.csv": ROSTER}
    site.post("/act-course", data=hidden(choose(site, files).text), headers=OWN)
    marks = site.get("/api/v1/marks").json()
    assert [one["author"] for one in marks["marks"]][:2] == ["organiser", "ada"]
    assert {one["author"] for one in site.get("/api/v1/grades?game=six_nimmt").json()["grades"]}
    table = site.get("/organiser/grades.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.text.splitlines()[0] == "author,name,member,email,lms,bot,points,one"
    assert "ada@example.org" in table.text
    page = site.get("/organiser/grades").text
    assert ">one: 10<" in page
    assert site.get("/organiser/grades?game=chess").status_code == 404
    assert "All is as it should be." in site.get("/organiser/doctor").text
    assert site.get("/api/v1/doctor").json()["ok"]
    suspects = site.get("/organiser/suspects").text
    assert "at a false alarm rate of 5%" in suspects or "nothing to look at yet" in suspects
    assert site.get("/api/v1/suspects").json()["suspicions"] == []
    matrix = site.get("/organiser/matrix/six_nimmt").text
    assert "hers@1" in matrix
    result = site.get("/organiser/results/1")
    assert "attachment" in result.headers["content-disposition"]
    assert "hers@1" in result.text
    assert site.get("/organiser/results/2").status_code == 404


def test_pages_and_sources_are_downloaded_whole(site: TestClient, tmp_path: Path) -> None:
    pages = zipfile.ZipFile(io.BytesIO(site.get("/organiser/site").content)).namelist()
    assert {"index.html", "ladder.zip", "matches/1.html"} <= {*pages}
    sources = zipfile.ZipFile(io.BytesIO(site.get("/organiser/sources").content)).namelist()
    # The organiser's own bots are copies of nobody's.
    assert sources == ["ada/hers/NAME", "ada/hers/bot.py"]
    assert not [*tmp_path.glob("download-*")]
