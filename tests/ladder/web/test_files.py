"""The site's own files, which browsers keep; and what is sent compressed."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from ladder.web.files import name_folder, site_files, site_folder
from tests.ladder.golden import Golden
from tests.ladder.web.logins import issue, log_in
from tests.ladder.web.sites import addresses, fill, visiting

PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", fill, 1)


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    # It looks for no other edition meanwhile.
    with visiting(place, pause=3600.0) as client:
        yield client


def find_files(site: TestClient) -> set[str]:
    """Return all files that a page of a match needs, with those that its scripts ask for."""
    found = {one for one in addresses("/matches/1", site.get("/matches/1").text) if "static" in one}
    waiting = [*found]
    while waiting:
        own = waiting.pop()
        asked = re.findall(r'"(\./[a-z/]+\.(?:js|css))"', site.get(own).text)
        new = {urljoin(own, one) for one in asked} - found
        found |= new
        waiting += new
    return found


def test_browsers_keep_every_file_whoever_asks_for_it(site: TestClient, place: Path) -> None:
    files = find_files(site)
    assert {f"/{site_folder()}/viewer/{name}" for name in ("player.js", "viewer.css")} < files
    for logged_in in (False, True):
        if logged_in:
            log_in(site, issue(place)[1])
        for path in files:
            answer = site.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            again = site.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert site.head(path).headers["content-length"] == answer.headers["content-length"]


def test_other_files_are_in_another_folder_and_this_one_has_nothing_else(site: TestClient) -> None:
    files = {**site_files()}
    assert name_folder(files) == site_folder()
    for name in ("style.css", "viewer/frames.js"):
        assert name_folder(files | {name: files[name] + b" "}) != site_folder()
    folder = f"/{site_folder()}"
    for path in ("/static/style.css", "/static/0/style.css", f"{folder}/viewer/page.py", folder):
        assert site.get(path).status_code == 404
    assert site.post(f"{folder}/style.css").status_code == 404


def test_what_is_kept_for_all_is_sent_compressed_to_who_takes_that(site: TestClient) -> None:
    for path in ("/bots", "/api/v1/bots", f"/{site_folder()}/style.css") * 2:
        packed, plain = site.get(path), site.get(path, headers=PLAIN)
        assert packed.headers["content-encoding"] == "gzip", path
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(plain.content)
        assert packed.headers["etag"] == plain.headers["etag"]
        assert "accept-encoding" in packed.headers["vary"]
        assert "accept-encoding" in plain.headers["vary"]


def test_who_takes_it_says_so(site: TestClient) -> None:
    said = {"br, gzip;q=0.5": True, "GZIP": True, "gzip;q=0": False, "x-gzip": False, "": False}
    answers = {one: site.get("/bots", headers={"accept-encoding": one}) for one in said}
    assert {one: "content-encoding" in it.headers for one, it in answers.items()} == said


def test_nothing_is_compressed_for_who_has_a_name(site: TestClient, place: Path) -> None:
    secret = issue(place, organiser=True)[1]
    told = {"authorization": f"Bearer {secret}"}
    # What is kept for all, too.
    site.get("/bots")
    for path in ("/bots", "/uploads", "/bots/two@1/own", "/api/v1/bots", "/api/v1/shares"):
        assert "content-encoding" not in site.get(path, headers=told).headers
    log_in(site, secret)
    for path in ("/bots", "/matches", "/organiser", "/login", "/none"):
        assert "content-encoding" not in site.get(path).headers


def test_the_documents_are_kept_as_pages_are(place: Path, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "index.html").write_text("<p>How do I ...?" * 20)
    with visiting(place, documents=folder) as site:
        for _ in range(2):
            answer = site.get("/docs/")
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers.get_list("etag") == [answer.headers["etag"]]
            again = site.get("/docs/", headers={"if-none-match": answer.headers["etag"]})
            assert again.status_code == 304
