"""`ladder publish`: a site of files, whole, with no link that leads nowhere, and written once."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import pytest

from arena.errors import UserError
from ladder.archive.exchange import opened, write_export
from ladder.log.entries import (
    ORGANISER,
    Admitted,
    Announced,
    AnyBody,
    Entered,
    Excluded,
    TokenIssued,
)
from ladder.queries.matches import read_match_details
from ladder.queries.replays import read_replay_page
from ladder.rerating import rate_rest
from ladder.store.opening import open_reader, open_store
from ladder.store.reader import Reader
from ladder.web import publish as publishing
from ladder.web.publish import LIST, publish
from tests.ladder.ladders import files_like, finish, make_ladder, plan_match, play_on
from tests.ladder.web.sites import addresses, fill
from tests.programs import Run

T = TypeVar("T")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a ladder and its site."""
    folder = tmp_path_factory.mktemp("published")
    fill(folder / "ladder.db", 4).close()
    assert write(folder / "ladder.db", folder / "site") > 15
    return folder


@pytest.fixture
def place(published: Path, tmp_path: Path) -> Path:
    """Return a ladder that has its site beside it."""
    shutil.copytree(published, tmp_path, dirs_exist_ok=True)
    return tmp_path / "ladder.db"


def write(place: Path, folder: Path) -> int:
    with open_reader(str(place)) as store:
        return publish(store, folder, export=False).written


def times(site: Path) -> dict[str, int]:
    """Return by name when each file of a site was written."""
    return {
        path.relative_to(site).as_posix(): path.stat().st_mtime_ns
        for path in site.rglob("*")
        if path.is_file()
    }


def test_every_link_leads_to_a_file_of_the_folder(published: Path) -> None:
    site = published / "site"
    # Those of replays refer to nothing: tests of the viewer open them with the network off.
    pages = [page for page in site.rglob("*.html") if ".replay." not in page.name]
    assert len(pages) > 15
    for page in pages:
        text = page.read_text()
        own = f"/{page.relative_to(site)}"
        for address in addresses(own.replace("%", "%25"), text):
            assert (site / unquote(address).lstrip("/")).is_file(), (own, address)
        assert "<script" not in text
        assert "<form" not in text


def test_only_what_has_changed_is_written_anew(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    # The list of what is there has no other content either.
    assert write(place, site) == 0
    before = times(site)
    with open_store(str(place)) as store:
        play_on(store, 1)
    write(place, site)
    after = times(site)
    kept = {name for name in before if before[name] == after[name]}
    assert {"matches/1.html", "matches/1.record", "matches/1.replay.html"} <= kept
    assert {"static/style.css", "games.html"} <= kept
    assert not {"matches.html", "log.html", "index.html"} & kept


# By what happens which files of the first match and of the last are made again.
MADE: dict[str, tuple[list[AnyBody], set[str]]] = {
    "nothing": ([], set()),
    "a notice": ([Announced("Hand in by Friday.")], set()),
    "a token": ([TokenIssued(ORGANISER, organiser=True, number=1)], set()),
    "an exclusion": ([Excluded("by hand", match=4)], {"matches/1.html", "matches/4.html"}),
    "one taken back": (
        [Excluded("by hand", match=4), Admitted("it was not", match=4)],
        {"matches/1.html", "matches/4.html"},
    ),
}


@pytest.mark.parametrize("name", [*MADE, "an upload"])
def test_what_happens_has_the_files_made_again_that_depend_on_it(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    site = tmp_path / "site"
    said, expected = MADE.get(name, ([], set[str]()))
    before, made = times(site), set[str]()

    def note(make: Callable[..., T], ending: str) -> Callable[..., T]:
        def noting(store: Reader, match: int) -> T:
            made.add(f"matches/{match}.{ending}")
            return make(store, match)

        return noting

    monkeypatch.setattr(publishing, "read_match_details", note(read_match_details, "html"))
    monkeypatch.setattr(publishing, "read_replay_page", note(read_replay_page, "replay.html"))
    with open_store(str(place)) as store:
        store.append(*said)
        rate_rest(store)
        if name == "an upload":
            digest, content = files_like("latecomer")
            store.enter(Entered("latecomer@1", ORGANISER, digest, ()), content)
    write(place, site)
    assert {one for one in made if one.startswith(("matches/1.", "matches/4."))} == expected
    after = times(site)
    written = {one for one in after if after[one] != before.get(one)}
    # Of a match only its page that says otherwise now; that is not what was taken back.
    theirs = {one for one in written if one.startswith("matches/")}
    assert theirs == ({"matches/4.html"} if name == "an exclusion" else set())
    if name == "nothing":
        assert not written
    elif name in {"a notice", "a token"}:
        named = {one for one in written if not one.startswith(("boards", "results/"))}
        assert named <= {"index.html", "log.html", "season.html", LIST}


@pytest.mark.usefixtures("place")
def test_matches_of_another_ladder_do_not_stay(tmp_path: Path) -> None:
    site, other = tmp_path / "site", tmp_path / "other.db"
    with make_ladder(other, "one", "two") as store:
        play_on(store, 1)
        content = store.record(1)
    write(other, site)
    assert (site / "matches" / "1.record").read_bytes() == content


def test_what_is_no_page_any_more_is_removed_and_nothing_else(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "mine.txt").write_text("mine")
    (site / "old.html").write_text("old")
    listed = json.loads((site / LIST).read_text())
    listed |= dict.fromkeys(["old.html", "../ladder.db", str(place)], "")
    (site / LIST).write_text(json.dumps(listed))
    write(place, site)
    assert not (site / "old.html").exists()
    assert (site / "mine.txt").exists()
    assert place.exists()


def test_a_folder_with_something_else_in_it_is_refused(place: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    wrong = pytest.raises(UserError, match=r"something else in .*full;")
    with open_reader(str(place)) as store, wrong:
        publish(store, tmp_path / "full", export=False)


def test_a_published_ladder_has_its_export(ladder: Run, tmp_path: Path) -> None:
    ladder("init", "--division", "six_nimmt limit=none rounds=1 seats=2", "--games-a-match", "2")
    ladder("submit", "--trust", "first", "random")
    ladder("run", "--trust", "--matches", "1")
    done = json.loads(ladder("publish", "site", "--json").stdout)
    assert (tmp_path / "site" / "ladder.zip").is_file()
    assert done["digest"] in (tmp_path / "site" / "log.html").read_text()
    assert done["digest"] in ladder("verify", "site/ladder.zip").stdout
    again = json.loads(ladder("publish", "site", "--json").stdout)
    assert again["written"] == 0


def test_a_site_has_nothing_that_came_after_the_entry_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that came in while it was written has played by the time that boards are made."""
    # Without strangers' names: nobody could export these.
    place = tmp_path / "own.db"
    with make_ladder(place, "one", "two") as store:
        play_on(store, 2)

    def late(*words: Any, **named: Any) -> Any:
        with open_store(str(place)) as store:
            digest, content = files_like("latecomer")
            store.enter(Entered("latecomer@1", ORGANISER, digest, ()), content)
            finish(store, plan_match(store, ["latecomer@1", "one@1"]))
        return write_export(*words, **named)

    monkeypatch.setattr("ladder.web.publish.write_export", late)
    site = tmp_path / "site"
    with open_reader(str(place)) as reader:
        number, digest = reader.head()
        published = publish(reader, site)
        assert (published.entries, published.digest) == (number, digest)
        assert reader.head()[0] == number + 3
    with opened(site / "ladder.zip") as export:
        assert list(export.entries())[-1].digest == digest
    assert not any("latecomer" in path.read_text() for path in site.rglob("*.html"))
