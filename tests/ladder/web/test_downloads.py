"""Files that take long: written beside the server, one at a time, with what comes of them told."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient

from arena.errors import HostFailure, UserError
from ladder.archive.exchange import write_export
from ladder.log.entries import ORGANISER
from ladder.queries.snapshot import Busy, Snapshot
from ladder.store.opening import open_reader
from ladder.store.store import Ladder
from ladder.web.cache import Question
from ladder.web.desk import FileWriter
from ladder.web.publish import publish
from ladder.web.selections import Selections
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.logins import issue, log_in
from tests.ladder.web.sites import visiting
from tests.ladder.web.test_selections import ALL_DAY
from tests.waiting import LIMIT

T = TypeVar("T")
EXPORT = partial(write_export, submissions=False)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store:
        play_on(store, 2)
    return place


@pytest.fixture
def reader(place: Path) -> Iterator[Ladder]:
    with open_reader(str(place)) as reader:
        yield reader


@contextmanager
def visit(place: Path, files: FileWriter) -> Iterator[TestClient]:
    """Open the site as its organiser."""
    with visiting(place, files=files) as site:
        log_in(site, issue(place, ORGANISER, organiser=True)[1])
        yield site


class Apart:
    """Counts the questions, and answers each when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.begun, self.may_end = Event(), Event()

    def __call__(self, snapshot: Snapshot, question: Question[T]) -> T:
        self.asked += 1
        self.begun.set()
        assert self.may_end.wait(LIMIT)
        return question(snapshot)


def told(site: TestClient) -> list[tuple[bool, str]]:
    files = site.get("/api/v1/desk").json()["files"]
    page = site.get("/organiser").text
    assert all(one["text"].split(" MB")[0] in page for one in files)
    return [(one["ok"], one["text"]) for one in files]


def test_exports_pages_programs_and_certificates_are_written_apart(
    place: Path, reader: Ladder
) -> None:
    apart = Apart()
    apart.may_end.set()
    with visit(place, FileWriter(reader, apart)) as site:
        for number, path in enumerate(("export", "site", "sources", "results/1"), 1):
            answer = site.get(f"/organiser/{path}")
            assert (answer.status_code, apart.asked) == (200, number)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert told(site) == []


def test_one_file_is_written_at_a_time_and_the_desk_says_how_far_it_has_come(
    place: Path, reader: Ladder
) -> None:
    apart = Apart()
    with visit(place, FileWriter(reader, apart)) as site:
        answers: list[Any] = []
        first = Thread(target=lambda: answers.append(site.get("/organiser/export")))
        first.start()
        assert apart.begun.wait(LIMIT)
        ((ok, text),) = told(site)
        assert (ok, text.startswith("ladder.zip is being written since ")) == (True, True)
        assert text.endswith(" UTC: 0.0 MB by now")
        second = site.get("/organiser/site")
        assert (second.status_code, "another file is being written" in second.text) == (503, True)
        apart.may_end.set()
        first.join()
        assert zipfile.ZipFile(io.BytesIO(answers[0].content)).testzip() is None
        assert told(site) == []


def test_what_could_not_be_written_stays_on_the_desk_until_it_is(
    place: Path, reader: Ladder, tmp_path: Path
) -> None:
    apart = Apart()
    apart.may_end.set()
    files = FileWriter(reader, apart)
    (tmp_path / "site").write_text("A file in the place of the folder.")
    with visit(place, files) as site:
        with pytest.raises(UserError, match="Nothing can be published"):
            files.write(tmp_path / "site", publish)
        ((ok, text),) = told(site)
        assert (ok, text.startswith("site, begun at ")) == (False, True)
        assert " UTC, was not written: Nothing can be published in " in text
        (tmp_path / "site").unlink()
        files.write(tmp_path / "site", publish)
        assert told(site) == []
    assert (tmp_path / "site" / "index.html").is_file()


def test_a_server_ends_while_something_planned_takes_long(place: Path) -> None:
    begun, may_end, ended = Event(), Event(), Event()

    def act() -> None:
        begun.set()
        may_end.wait(LIMIT / 5)
        ended.set()

    with visiting(place, keep_dates=act, pause=0):
        assert begun.wait(LIMIT)
    assert not ended.is_set()
    may_end.set()


# --- in a process of its own ---


@pytest.mark.usefixtures("processes")
def test_what_is_written_beside_is_the_same_and_a_killed_process_is_followed_by_another(
    place: Path, reader: Ladder, tmp_path: Path
) -> None:
    write_export(reader, tmp_path / "here.zip", submissions=False)
    with Selections(str(place), ALL_DAY) as beside:
        files = FileWriter(reader, beside.answer)
        files.write(tmp_path / "beside.zip", EXPORT)
        (child,) = active_children()
        child.kill()
        with pytest.raises(HostFailure, match="its process ended"):
            files.write(tmp_path / "second.zip", EXPORT)
        ((one),) = files.tell()
        assert one.text.startswith("second.zip, begun at ")
        files.write(tmp_path / "second.zip", EXPORT)
    names = [zipfile.ZipFile(tmp_path / name).namelist() for name in ("here.zip", "beside.zip")]
    assert names[0] == names[1]
    assert (tmp_path / "second.zip").is_file()


@pytest.mark.usefixtures("processes")
def test_what_takes_too_long_is_given_up(place: Path, reader: Ladder, tmp_path: Path) -> None:
    with Selections(str(place), seconds=0) as beside:
        files = FileWriter(reader, beside.answer)
        with pytest.raises(Busy, match="takes longer than 0 seconds"):
            files.write(tmp_path / "ladder.zip", EXPORT)
        ((one),) = files.tell()
    assert one.text.endswith("this takes longer than 0 seconds")
    assert not (tmp_path / "ladder.zip").exists()
