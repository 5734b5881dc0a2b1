"""Jobs of a season that meet what they cannot use: one sentence, and nothing is lost or doubled.

Workers without an image or of another version, and a scheduler that begins again, are in
`test_worker_faults.py`, `test_workers.py` and `test_executor.py` of `cluster`; kills at
random moments in `season/test_random_kills.py`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Table, select, update

from arena.errors import HostFailure
from arena.runner.host import Host
from arena.v1 import record_pb2 as rec
from ladder.log.entries import ORGANISER, Cancelled, Entered
from ladder.queries.requests import RequestsHere
from ladder.season.jobs import SeasonContext
from ladder.store import schema
from ladder.store.database import Away
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck, Uploads
from ladder.submissions import intake
from ladder.submissions.intake import Intake
from ladder.wire import Request, RequestState, UploadState
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, plan_match, queue
from tests.ladder.scripted import (
    VOID,
    Scripted,
    fail,
    kinds,
    make_ladder,
    make_season,
    play,
    run_to_end,
)


def make(place: Path) -> Store:
    store = make_ladder(place.parent, name=place.name)
    for player in ("a@1", "a@2", "b@1", "c@1"):
        digest, content = files_like(player)
        store.enter(Entered(player, ORGANISER, digest, ()), content)
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


def have_match(store: Store) -> None:
    queue(store, plan_match(store, ["a@2", "b@1"]))


def have_request(store: Store) -> None:
    RequestsHere(store, ORGANISER).ask_for_match("a", ["b"])


def have_comparison(store: Store) -> None:
    RequestsHere(store, ORGANISER).ask_for_match("a", ["b"], old="a@1")


def request(store: Store) -> Request:
    (one,) = Requests(store.connections).newest()
    return one


def change_plan(store: Store, table: Table, change: Callable[[bytes], bytes]) -> None:
    """Have all plans of a table be others."""
    names = [name for name in ("plan", "old") if name in table.c]
    with store.connections.writing() as here:
        for name in names:
            content = here.connection.execute(select(table.c[name])).scalar_one()
            changed = content and change(content)
            here.connection.execute(update(table).values({name: changed}))


def of_another_game(content: bytes) -> bytes:
    plan = rec.Plan.FromString(content)
    plan.game = "bridge"
    return plan.SerializeToString()


def of_another_option(content: bytes) -> bytes:
    plan = rec.Plan.FromString(content)
    plan.options["limit"] = "of another version"
    return plan.SerializeToString()


# --- what this release lacks ---


def test_a_match_of_options_that_this_release_lacks_is_cancelled_and_others_are_played(
    store: Store,
) -> None:
    have_match(store)
    change_plan(store, schema.queue, of_another_option)
    play(store, Scripted(), 2)
    (cancelled,) = [entry.body for entry in store.entries(kinds=["cancelled"])]
    assert isinstance(cancelled, Cancelled)
    assert cancelled.reason.startswith("Option limit cannot be 'of another version'")
    assert kinds(store)["Played"] == 2
    assert store.queue() == []


@pytest.mark.parametrize("have", [have_request, have_comparison])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (of_another_option, "Option limit cannot be 'of another version'"),
        (of_another_game, "There is no game 'bridge'"),
    ],
)
def test_what_is_asked_for_and_this_release_cannot_play_fails_and_the_season_goes_on(
    store: Store,
    have: Callable[[Store], None],
    change: Callable[[bytes], bytes],
    said: str,
) -> None:
    have(store)
    change_plan(store, schema.requests, change)
    play(store, Scripted(), 1)
    assert request(store).state == RequestState.FAILED
    assert request(store).reason.startswith(said)
    assert kinds(store)["Played"] == 1


@pytest.mark.parametrize(
    ("have", "table", "said"),
    [
        (have_match, schema.queue, r"^the plan of match 1 in .* ladder cancel 1 gives it up$"),
        (have_request, schema.requests, r"^the plan of request 1 in .* is damaged; "),
        (have_comparison, schema.requests, r"^the plan of request 1 in .* is damaged; "),
    ],
)
def test_a_job_that_is_damaged_ends_the_season_in_one_sentence_and_stays(
    store: Store, have: Callable[[Store], None], table: Table, said: str
) -> None:
    have(store)
    change_plan(store, table, lambda _: b"\xff")
    before = kinds(store)
    with pytest.raises(HostFailure, match=said):
        play(store, Scripted(), 1)
    assert kinds(store) == before


# --- a database that is away in each state ---


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("name", ["next", "begin", "finish", "void", "stop"])
def test_what_is_asked_for_is_played_once_though_the_database_was_away(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str, done: bool
) -> None:
    have_request(store)
    # Once more, and it would have failed.
    executor = Scripted(VOID, VOID)
    season = make_season(store, executor, lambda *_: None)
    context: SeasonContext = season._context
    if name == "stop":
        context.requests.begin(1)
        fail(monkeypatch, store, name, done=done)
        with pytest.raises(Away):
            run_to_end(season, None)
        season = make_season(store, executor, lambda *_: None)
    else:
        fail(monkeypatch, context.requests, name, done=done)
    run_to_end(season, None)
    assert request(store).state == RequestState.PLAYED
    assert executor.jobs() == ["request 1"] * 3


class NoProcess:
    """A check whose process never answers."""

    def __init__(self, upload: UploadCheck) -> None:
        self.upload = upload
        self.process = self

    def ask(self, *_: object) -> None:
        pass

    def interrupt(self) -> None:
        pass

    def end(self) -> str:
        return ""

    def has_answer(self) -> bool:
        return False


@pytest.mark.parametrize("done", [False, True])
def test_a_check_begins_once_though_the_database_was_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    monkeypatch.setattr(intake, "Check", NoProcess)
    uploads = Uploads(store.connections)
    for author in ("ada", "bob"):
        uploads.add(author, "bot.zip", None, b"an archive")
    with Intake(str(tmp_path), store, Host("process")) as checks:
        fail(monkeypatch, checks._uploads, "begin", done=done)
        with pytest.raises(Away):
            checks.begin()
        assert [one and one.number for one in (checks.begin(), checks.begin())] == [1, 2]
        assert checks.begin() is None
        assert [check.upload.attempt for check in checks.running] == [1, 1]
    assert {one.state for one in uploads.lines()} == {UploadState.WAITING}
