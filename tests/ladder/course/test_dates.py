"""What is planned is known before, and is carried out once, by whatever process sees it first."""

import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

import ladder
from arena.errors import HostFailure, UserError
from ladder.archive.exchange import write_export
from ladder.course.applying import Applied, apply_course
from ladder.log.entries import (
    ORGANISER,
    Announced,
    AnyBody,
    Benched,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Returned,
    SeasonBegun,
)
from ladder.log.file import read_log, write_log
from ladder.matches import Division
from ladder.matchmaking.formats import read_format
from ladder.queries.overview import read_rules
from ladder.queries.snapshot import Snapshot
from ladder.rerating import rate_rest
from ladder.season.due import DueActs
from ladder.season.jobs import Logged
from ladder.settings.dates import ActName, PlannedAct
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck, Uploads
from ladder.web.cache import Question
from ladder.web.desk import FileWriter
from ladder.web.publish import publish
from ladder.wire import UploadState
from tests.ladder.golden import Golden
from tests.ladder.scripted import Scripted, enter, make_ladder, make_season, run_to_end
from tests.ladder.web.logins import OWN, issue_here, log_in
from tests.ladder.web.sites import visiting

T = TypeVar("T")
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
COURSE = """timezone = "Europe/Berlin"

[dates]
opening = 2026-11-27T11:00:00
deadline = 2026-11-27T13:00:00
final = 2026-11-27T14:00:00
format = "round-robin 1"
publish = 2026-11-27T15:00:00
"""


class Term:
    """A ladder with its course file, at a moment that the test says."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        self.now = NOON - 3 * HOUR
        self.due = DueActs(store, publish, self.time, pause=0)
        self.uploads = Uploads(store.connections, self.time)

    def time(self) -> datetime:
        return self.now

    def apply(self, text: str = COURSE, *, dry_run: bool = False) -> Applied:
        file = self.folder / "course.toml"
        file.write_text(text)
        return apply_course(self.store, file, now=self.now, dry_run=dry_run)

    def refused(self, text: str) -> str:
        before = self.store.head(), self.store.dates()
        with pytest.raises(UserError) as refused:
            self.apply(text)
        assert (self.store.head(), self.store.dates()) == before
        return str(refused.value)

    def hand_in(self, content: bytes = b"packed", author: str = "ada") -> int:
        return self.uploads.add(author, "bot.zip", None, content)

    def state(self, number: int) -> tuple[UploadState, bool]:
        line = self.uploads.line(number)
        assert line is not None
        return line.state, line.late

    def settle(self) -> None:
        """Check what waits; nothing of it passes."""
        while check := self.uploads.begin():
            self.uploads.refuse(check, "It is no bot.")

    def frozen(self) -> int:
        bodies = [entry.body for entry in self.store.entries(kinds=["frozen"])]
        return sum(isinstance(body, Frozen) and body.frozen for body in bodies)


def make(place: Path) -> Store:
    store = make_ladder(place.parent, "one", "two", name=place.name)
    store.append(Joined("ada"))
    return store


@pytest.fixture
def term(tmp_path: Path, golden: Golden) -> Iterator[Term]:
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield Term(tmp_path, store)


def test_a_plan_is_known_before_and_is_in_no_log(term: Term) -> None:
    before = term.store.head()
    said = term.apply(dry_run=True)
    assert term.store.dates() == {}
    assert term.apply() == said
    assert [act.time for act in term.store.dates()] == [
        NOON + hours * HOUR for hours in (-2, 0, 1, 2)
    ]
    (planned,) = said.changes
    assert re.fullmatch(r"Planned: [^;]+; [^;]+; [^;]+; [^;]+\.", planned)
    assert term.store.head() == before
    again = term.apply()
    assert again.changes == ()
    deadline = read_rules(term.store).dates[1]
    assert (deadline.act, deadline.local, deadline.zone) == (
        "deadline",
        "Fri 2026-11-27 13:00",
        "Europe/Berlin",
    )


def test_authors_are_early_until_the_opening_which_ends_a_freeze(term: Term) -> None:
    term.apply()
    term.store.append(Frozen(frozen=True))
    with pytest.raises(UserError, match=r"^Bots come in from Fri 2026-11-27 11:00 \(Europe/B"):
        term.hand_in()
    term.hand_in(author=ORGANISER)
    assert term.due.tend() == []
    term.now = NOON - 2 * HOUR
    term.hand_in()
    assert [entry.body for entry in term.due.tend()] == [Frozen(frozen=False, by="")]
    assert term.due.tend() == []


def test_a_deadline_refuses_by_the_moment_and_freezes_when_all_before_is_settled(
    term: Term,
) -> None:
    term.apply()
    term.now = NOON - timedelta(microseconds=1)
    number = term.hand_in()
    term.now = NOON
    with pytest.raises(
        UserError, match=r"^The deadline was .*13:00 \(Europe/Berlin\), .*12:00 UTC"
    ):
        term.hand_in(b"other")
    assert term.due.tend() == []
    check = term.uploads.begin()
    assert check == UploadCheck(number, 1)
    # It is being checked, and may come in.
    assert term.due.tend() == []
    enter(term.store, "three")
    term.uploads.refuse(check, "It is no bot.")
    assert [entry.body for entry in term.due.tend()] == [Frozen(frozen=True, by="")]
    assert term.due.tend() == []
    list(read_log(write_log(term.store.entries())))


def test_what_is_late_is_kept_and_waits_where_the_deadline_is_moved(term: Term) -> None:
    kept = COURSE.replace("[dates]", '[dates]\nlate = "keep"')
    term.apply(kept)
    term.now = NOON
    number = term.hand_in()
    assert term.state(number) == (UploadState.LATE, True)
    assert term.uploads.begin() is None
    term.due.tend()
    assert term.store.roster().frozen
    # One more is taken, though nothing comes in.
    second = term.hand_in(b"other")
    term.apply(kept.replace("13:00:00", "13:30:00"))
    assert not term.store.roster().frozen
    assert [term.state(one) for one in (number, second)] == 2 * [(UploadState.WAITING, False)]
    term.settle()
    assert term.state(number)[0] is UploadState.REFUSED
    term.now = NOON + HOUR / 2
    term.due.tend()
    assert term.frozen() == 2


def test_what_is_late_is_played_and_marked_where_the_file_says_so(term: Term) -> None:
    term.apply(COURSE.replace("[dates]", '[dates]\nlate = "play"'))
    term.now = NOON
    number = term.hand_in()
    term.due.tend()
    assert not term.store.roster().frozen
    assert term.state(number) == (UploadState.WAITING, True)
    assert term.uploads.begin() is not None


def test_an_act_is_carried_out_once_by_many(term: Term) -> None:
    term.apply()
    term.now = NOON
    with open_store(str(term.folder / "ladder.db")) as other:
        keepers = [DueActs(one, None, term.time, pause=0) for one in (term.store, other)] * 4
        threads = [threading.Thread(target=one.tend) for one in keepers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert term.frozen() == 1


def test_a_final_that_two_processes_see_at_once_begins_once(term: Term) -> None:
    def see_after() -> datetime:
        # By then the plan was read in which the final is still due.
        term.due.begin_final()
        return term.now

    term.apply()
    term.now = NOON + HOUR
    term.due.tend()
    assert DueActs(term.store, None, see_after, pause=0).begin_final() is None
    assert term.store.roster().season == 2


def test_an_act_of_a_process_that_is_killed_meanwhile_is_carried_out_by_the_next(
    term: Term, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_killed(*_: object) -> None:
        raise KeyboardInterrupt

    term.apply()
    term.now = NOON
    with monkeypatch.context() as killed:
        killed.setattr("ladder.season.due.mark_done", be_killed)
        with pytest.raises(KeyboardInterrupt):
            term.due.tend()
    assert (term.frozen(), term.store.roster().frozen) == (0, False)
    term.due.tend()
    assert (term.frozen(), term.store.roster().frozen) == (1, True)


def test_a_final_begins_when_no_match_is_played_and_is_of_who_plays_then(term: Term) -> None:
    term.apply()
    term.now = NOON + HOUR
    season = make_season(term.store, Scripted(), due=term.due)
    events = run_to_end(season, 10, lambda: not term.due.has_final)
    assert Frozen(frozen=True, by="") in [
        one.entry.body for one in events if isinstance(one, Logged)
    ]
    begun = term.due.keep_alone()
    assert begun == SeasonBegun(2, "round-robin 1", (), by="")
    assert not term.due.has_final
    assert term.due.keep_alone() is None
    assert term.store.roster().season == 2
    list(read_log(write_log(term.store.entries())))
    # In other words it is the same.
    term.apply(
        COURSE.replace(
            "13:00:00\nfinal = 2026-11-27T14:00", "13:00:00\nfinal = 2026-11-27T13:00:00Z\n#"
        )
    )
    assert term.due.keep_alone() is None


def test_a_server_begins_no_final_while_a_season_runs(term: Term) -> None:
    term.apply(COURSE.replace("publish", "#publish"))
    term.now = NOON + HOUR
    with open_store(str(term.folder / "ladder.db")) as other, other.season_lock():
        term.due.keep()
        assert term.store.roster().season == 1
    term.due.keep()
    assert term.store.roster().season == 2


def test_a_final_that_cannot_begin_waits_and_says_why(term: Term) -> None:
    term.apply(COURSE.replace("format", "top = 2\nformat"))
    term.now = NOON + HOUR
    assert term.due.keep_alone() is None
    assert term.due.obstacle.startswith("Nobody has a rank in season 1 yet")
    # Matches that are played meanwhile may tell.
    assert not term.due.has_final
    assert not term.store.dates()[_act(term, ActName.FINAL)]


def test_a_final_among_house_bots_has_one_bot_of_an_author_at_a_table(tmp_path: Path) -> None:
    tables = Division("six_nimmt", {"limit": "none", "rounds": "1"}, (2, 3))
    with make_ladder(tmp_path, "one", "two", divisions=[tables]) as store:
        store.append(Joined("ada"))
        _play_among_house(Term(tmp_path, store))


def _play_among_house(term: Term) -> None:
    store = term.store
    for bot in ("ada-a", "ada-b"):
        store.enter(Entered(f"{bot}@1", "ada", bot.encode().hex().ljust(64, "0"), ()), b"packed")
    term.apply(COURSE.replace("round-robin 1", "house 2"))
    store.append(Benched("two@1", "so", ()))
    term.now = NOON + HOUR
    assert term.due.keep_alone() is None
    assert term.due.obstacle == (
        "A house season needs 2 bots of the organiser's in six_nimmt, and 1 play it;"
        " ladder submit --samples brings some in."
    )
    store.append(Returned("two@1"))
    term.now += HOUR / 2
    term.due = DueActs(store, None, term.time, pause=0)
    assert term.due.keep_alone() == SeasonBegun(2, "house 2", (), by="")
    go_on(term)
    tables = [{*one.players} for one in store.results(season=2)]
    assert sorted(map(len, tables)) == [2] * 4 + [3] * 4
    assert all(len(table & {"ada-a@1", "ada-b@1"}) == 1 for table in tables)
    assert states(term)["final"] == "over"


def test_the_pages_are_published_once(term: Term) -> None:
    term.apply()
    term.now = NOON + 2 * HOUR
    term.due.keep()
    go_on(term)
    term.due.keep_alone()
    assert (term.folder / "site" / "index.html").is_file()
    assert all(term.store.dates().values())
    (term.folder / "site" / "index.html").unlink()
    term.due.keep_alone()
    assert not (term.folder / "site" / "index.html").exists()


def start_final(term: Term, text: str = COURSE) -> None:
    """Have the final begin in which three bots meet once, three matches in all."""
    enter(term.store, "three")
    term.apply(text)
    term.now = NOON + HOUR
    assert term.due.keep_alone() == SeasonBegun(
        2, "endless" if '"endless"' in text else "round-robin 1", (), by=""
    )


def go_on(term: Term, matches: int | None = None) -> None:
    choose = read_format(term.store.roster().seasons[-1].format)
    run_to_end(make_season(term.store, Scripted(), choose), matches)


def pages(term: Term) -> set[str]:
    """Return the matches that are published by now."""
    return {file.stem for file in (term.folder / "site" / "matches").glob("*.record")}


def states(term: Term) -> dict[str, str]:
    return {line.act: line.state for line in read_rules(term.store).dates}


@pytest.mark.parametrize("count", [4, pytest.param(30, marks=pytest.mark.soak)])
def test_a_final_ends_with_a_rank_for_each_bot_and_pages_that_name_the_winner(
    tmp_path: Path, count: int
) -> None:
    names, site = [f"bot-{number}" for number in range(count)], tmp_path / "site"
    with make_ladder(tmp_path, *names, games_a_match=31) as store:
        term = Term(tmp_path, store)
        term.apply(COURSE.replace('format = "round-robin 1"\n', ""))
        go_on(term, 2)
        term.now = NOON + HOUR
        assert term.due.keep_alone() == SeasonBegun(2, "ranked 100", (), by="")
        # Publishing is due in the middle.
        term.now = NOON + 2 * HOUR
        go_on(term, count // 2)
        term.due.keep_alone()
        assert re.fullmatch(rf"playing {count // 2} of \d+", states(term)["final"])
        assert not site.exists()
        go_on(term)
        assert states(term)["final"] == "over"
        term.due.keep_alone()
    for page in ("boards.html", "boards/six_nimmt.html"):
        assert 'title="provisional"' not in (site / page).read_text()
    (winner,) = re.findall(
        r"Winner: <strong><bdi>(.*?)</bdi></strong>", (site / "results" / "2.html").read_text()
    )
    leaders = (site / "index.html").read_text().partition("<h2>Leaders</h2>")[2]
    assert re.search(r"<bdi>(.*?)</bdi>", leaders)[1] == winner  # type: ignore[index]


def test_publishing_waits_for_the_last_result_of_the_final(term: Term) -> None:
    start_final(term)
    go_on(term, 2)
    term.now = NOON + 2 * HOUR
    term.due.keep_alone()
    assert not (term.folder / "site").exists()
    go_on(term)
    term.due.keep_alone()
    assert pages(term) == {"1", "2", "3"}
    assert "Final: <time" in (text := (term.folder / "site" / "index.html").read_text())
    assert "Over." in text


def test_it_waits_for_a_day_at_most_and_pages_are_written_again(term: Term) -> None:
    start_final(term)
    go_on(term, 1)
    term.now = NOON + 26 * HOUR - timedelta(microseconds=1)
    term.due.keep_alone()
    assert not (term.folder / "site").exists()
    term.now = NOON + 26 * HOUR
    term.due.keep_alone()
    assert pages(term) == {"1"}
    go_on(term)
    term.due.keep_alone()
    assert pages(term) == {"1", "2", "3"}


def test_for_how_long_it_waits_can_be_said(term: Term) -> None:
    start_final(term, f"{COURSE}wait_hours = 0\n")
    go_on(term, 1)
    term.now = NOON + 2 * HOUR
    term.due.keep_alone()
    assert pages(term) == {"1"}
    assert "expected a whole number >= 0" in term.refused(f"{COURSE}wait_hours = -1\n")


def test_pages_are_written_again_after_a_ruling_and_not_in_the_next_season(term: Term) -> None:
    start_final(term)
    go_on(term)
    term.now = NOON + 2 * HOUR
    term.due.keep_alone()
    index = term.folder / "site" / "index.html"
    decided: list[tuple[AnyBody, bool]] = [
        (Announced("Well done."), False),
        (Excluded("it cheats", bot="three"), True),
        (SeasonBegun(3, "endless", ()), False),
    ]
    for news, again in decided:
        index.unlink(missing_ok=True)
        term.store.append(news)
        rate_rest(term.store)
        for _ in range(2):
            term.due.keep_alone()
            assert index.exists() == again
    go_on(term, 1)
    term.due.keep_alone()
    assert not index.exists()
    assert states(term)["final"] == "over"


def test_an_endless_final_is_not_waited_for(term: Term) -> None:
    start_final(term, COURSE.replace("round-robin 1", "endless"))
    go_on(term, 1)
    term.now = NOON + 2 * HOUR
    assert states(term)["final"] == "playing, 1 so far"
    term.due.keep_alone()
    assert pages(term) == {"1"}


def test_the_plan_says_how_far_a_final_has_come(term: Term) -> None:
    term.apply()
    assert {*states(term).values()} == {"planned"}
    start_final(term)
    for played in range(3):
        assert states(term) == {
            "opening": "done",
            "deadline": "done",
            "final": f"playing {played} of 3",
            "publish": "planned",
        }
        go_on(term, 1)
    assert states(term)["final"] == "over"
    with visiting(term.folder / "ladder.db") as site:
        assert re.search(r"Final: <time .*</time>\. Over\.", site.get("/boards").text)


def test_where_rows_are_ones_own_the_plan_says_that_a_final_has_begun_and_no_more(
    term: Term,
) -> None:
    start_final(term, f'rows = "own"\n{COURSE}')
    for _ in range(3):
        assert states(term)["final"] == "done"
        go_on(term, 1)


def test_what_was_published_is_not_planned_once_more_by_the_same_file(term: Term) -> None:
    start_final(term)
    go_on(term)
    term.now = NOON + 2 * HOUR
    term.due.keep_alone()
    again = term.apply()
    assert again.changes == ()
    assert _act(term, ActName.PUBLISH).published > 0


@pytest.mark.parametrize("where", ["folder", "process"])
def test_a_planned_publishing_that_fails_is_told_on_the_desk_and_tried_again(
    term: Term, where: str
) -> None:
    def apart(snapshot: Snapshot, question: Question[T]) -> T:
        if where == "process" and in_the_way.exists():
            raise HostFailure("the process that makes it has ended")
        return question(snapshot)

    in_the_way = term.folder / "site"
    term.apply(COURSE.replace("final", "#final"))
    term.now = NOON + 2 * HOUR
    files = FileWriter(term.store, apart)
    due = DueActs(term.store, lambda _, folder: files.write(folder, publish), term.time, pause=0)
    in_the_way.write_text("It is no folder.")
    due.keep()
    (told,) = files.tell()
    why = "the process that makes it" if where == "process" else "Nothing can be published in"
    assert (told.ok, f" UTC, was not written: {why}" in told.text) == (False, True)
    assert due.obstacle.startswith(why)
    assert not term.store.dates()[_act(term, ActName.PUBLISH)]
    in_the_way.unlink()
    due.keep_alone()
    assert term.store.dates()[_act(term, ActName.PUBLISH)]
    assert (due.obstacle, [*files.tell()]) == ("", [])


def test_in_a_freeze_matches_are_asked_for_all_the_same(term: Term) -> None:
    term.store.append(Frozen(frozen=True))
    asked = Requests(term.store.connections).ask(ORGANISER, ["one@1", "two@1"])
    assert asked.number == 1


def test_a_plan_is_in_no_export(term: Term) -> None:
    term.apply()
    write_export(term.store, term.folder / "export.zip", submissions=False)
    assert b"Europe/Berlin" not in (term.folder / "export.zip").read_bytes()


def test_pages_and_the_api_say_what_is_planned_and_refuse_what_is_late(term: Term) -> None:
    term.apply()
    place = term.folder / "ladder.db"
    _, secret = issue_here(term.store, "ada", organiser=False)
    with visiting(place, now=lambda: NOON) as site:
        for path in ("/", "/boards/six_nimmt", "/season"):
            assert 'Deadline: <time datetime="2026-11-27T12:00:00+00:00" data-local>Fri' in (
                site.get(path).text
            )
        planned = site.get("/api/v1/ladder").json()["dates"]
        assert [one["act"] for one in planned] == [*ActName]
        named = {"authorization": f"Bearer {secret}"}
        late = site.post("/api/v1/uploads", content=b"x", headers=named)
        assert (late.status_code, late.json()["error"][:16]) == (409, "The deadline was")
        log_in(site, secret)
        assert "The deadline was" in site.get("/submit", headers=OWN).text


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "2026-11-27T13:00",
            "2026-03-29T02:30",
            "dates.deadline: clocks in Europe/Berlin never",
        ),
        ("2026-11-27T13:00", "2026-10-25T02:30", "dates.deadline: clocks in Europe/Berlin show"),
        (
            "2026-11-27T13:00",
            "2026-11-26T13:00",
            "dates.deadline: Thu 2026-11-26 13:00 (Europe/B",
        ),
        ("2026-11-27T13:00", "2026-11-27T10:59", "the deadline has to come after the opening; got"),
        ("2026-11-27T13:00:00", "2026-11-27", "dates.deadline: expected a date with a time"),
        ("Europe/Berlin", "Europe/Bern", "timezone: there is no time zone 'Europe/Bern'"),
        (
            "2026-11-27T15:00",
            "9999-12-31T23:59",
            "dates.publish: expected a year from 2 to 9998, got 9999-12-31 23:59:00.",
        ),
        ("2026-11-27T11:00", "0001-01-01T00:00", "dates.opening: expected a year from 2 to 9998"),
        ('"round-robin 1"', '"all"', "dates: a season's format is endless, ranked"),
        ("[dates]", "[dates]\nlate = 'no'", "dates.late: invalid enum value 'no'"),
        ("deadline", "dedline", "dates: it has the unknown field 'dedline'"),
    ],
)
def test_a_wrong_plan_is_one_sentence_with_its_path(
    term: Term, before: str, after: str, said: str
) -> None:
    term.apply("")
    assert said in term.refused(COURSE.replace(before, after, 1))


def test_a_moment_with_an_offset_needs_no_zone(term: Term) -> None:
    term.apply(COURSE.replace("2026-11-27T13:00:00", "2026-11-27T13:30:00+02:00"))
    assert _act(term, ActName.DEADLINE).time == NOON - HOUR / 2


def test_what_has_passed_may_stay_in_the_file(term: Term) -> None:
    term.apply()
    term.now = NOON + HOUR
    assert term.apply().changes == ()
    assert "has passed; expected a later time" in term.refused(COURSE.replace("13:00", "13:01"))


def test_a_course_may_have_begun_before_its_file_is_applied_first(term: Term) -> None:
    term.now = NOON - 2 * HOUR + HOUR / 2
    term.apply(COURSE)
    term.due.tend()
    assert term.store.dates()[_act(term, ActName.OPENING)]
    assert term.hand_in() == 1
    assert "has passed; expected a later time" in term.refused(COURSE.replace("11:00", "11:01"))


def test_what_the_plan_leaves_out_is_not_carried_out(term: Term) -> None:
    term.apply()
    (dropped,) = term.apply("[dates]\n").changes
    assert dropped.startswith("Not planned any more: ")
    assert term.store.dates() == {}
    term.now = NOON + 3 * HOUR
    assert term.due.tend() == []
    assert term.hand_in() == 1


def _act(term: Term, name: ActName) -> PlannedAct:
    return next(act for act in term.store.dates() if act.act is name)


def test_moments_have_one_form_on_pages_and_at_the_terminal() -> None:
    files = Path(ladder.__path__[0]).rglob("*.py")
    told = {file.name for file in files if re.search(r":(%a )?%Y-", file.read_text())}
    assert told == {"clock.py", "dates.py", "site.py"}
