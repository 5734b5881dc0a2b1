"""Requested matches: who may ask for what, how a season plays them, and what they leave alone."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from arena.errors import NotNow, Unavailable, UserError
from arena.match.record import unpack_record
from arena.runner.referee_process import Event, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.log.entries import (
    ORGANISER,
    Benched,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Limited,
    Limits,
    Paused,
    Withdrawn,
)
from ladder.matches import read_division
from ladder.queries.requests import RequestsHere
from ladder.queue.plans import MOST_VOIDS
from ladder.season.jobs import MatchBegun, MatchOver, RatedMatch, RequestedMatch, SeasonEvent
from ladder.shares import RECORDS_OF_REQUESTS, REQUESTS_WAITING
from ladder.store import schema
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.wire import RequestState
from tests.ladder import ladders
from tests.ladder.conftest import StartLadder
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like
from tests.ladder.scripted import (
    PAIRS,
    VOID,
    Checking,
    Scripted,
    StoreClock,
    Timed,
    follow,
    is_rated,
    kinds,
    make_ladder,
    make_season,
    play,
    run_to_end,
)
from tests.ladder.seasons import make_endless_ladder, make_sample_ladder, plays
from tests.programs import Run
from tests.waiting import wait_until

FISH = read_division("big_fish seats=2")


def make(place: Path) -> Store:
    store = make_ladder(place.parent, *"abc", name=place.name)
    store.append(Joined("ada"), Joined("bob"))
    enter(store, "hers@1")
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    """A ladder of pairs with a, b and c of the organiser's, and ada's bot `hers`."""
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


def enter(store: Store, player: str, author: str = "ada") -> None:
    digest, content = files_like(player)
    store.enter(Entered(player, author, digest, ()), content)


def kept(store: Store) -> Requests:
    return Requests(store.connections)


def states(store: Store) -> list[RequestState]:
    """Return what has become of each request, the oldest first."""
    return [one.state for one in reversed(kept(store).newest())]


def begun(events: list[SeasonEvent]) -> list[int | str]:
    """Return the numbers of the requests whose matches were begun."""
    jobs = [one.job for one in events if isinstance(one, MatchBegun)]
    return [job.key for job in jobs if isinstance(job, RequestedMatch)]


def over(events: list[SeasonEvent]) -> list[int | str]:
    jobs = [one.job for one in events if isinstance(one, MatchOver)]
    return [job.key for job in jobs if isinstance(job, RequestedMatch)]


# --- at the door ---


def test_an_author_asks_for_a_match_of_its_bot_and_nobody_is_told_its_luck(store: Store) -> None:
    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    assert (asked.number, asked.state, asked.reason) == (1, RequestState.WAITING, "")
    assert (asked.players, asked.game, asked.games) == (("hers@1", "a@1"), "six_nimmt", 4)
    assert "seed" not in repr(asked)


def test_an_older_version_of_the_own_bot_may_play_the_one_of_today(store: Store) -> None:
    enter(store, "hers@2")
    assert RequestsHere(store, "ada").ask_for_match("hers@1", ["hers"]).players == (
        "hers@1",
        "hers@2",
    )


def test_a_version_whose_files_are_kept_no_more_is_refused(store: Store) -> None:
    store.append(Limited(Limits(old_versions=1)))
    for version in (2, 3):
        enter(store, f"hers@{version}")
    assert RequestsHere(store, "ada").ask_for_match("hers@2", ["hers@3"]).players == (
        "hers@2",
        "hers@3",
    )
    with pytest.raises(NotNow, match="hers@1 is too old: its files are kept no more; name a bot"):
        RequestsHere(store, "ada").ask_for_match("hers@1", ["hers@3"])
    assert len(states(store)) == 1


def test_requests_are_played_on_a_frozen_ladder_too_and_never_count(store: Store) -> None:
    store.append(Frozen(frozen=True))
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Scripted(), choose=lambda *_: None)
    assert states(store) == [RequestState.PLAYED]
    assert kinds(store)["Played"] == 0


def test_the_organiser_asks_for_any_match_however_many_there_are(store: Store) -> None:
    store.append(Limited(Limits(requests_a_day=1)))
    for _ in range(REQUESTS_WAITING + 1):
        RequestsHere(store, ORGANISER).ask_for_match("hers", ["a"])


@pytest.mark.parametrize(
    ("bot", "opponents", "game", "sentence"),
    [
        ("a", ["b"], None, "a@1 is the organiser's, not ada's"),
        ("hers", ["nobody"], None, "no bot 'nobody'"),
        ("nobody", ["a"], None, "no bot 'nobody'"),
        ("hers", [], None, "name one bot at least"),
        ("hers", ["hers"], None, "Each bot is in a match once"),
        ("hers", ["a", "b"], None, "six_nimmt is for 2 bots here, and these are 3"),
        ("hers", ["a"], "chess", "'chess' is not played on this ladder"),
    ],
)
def test_what_cannot_be_played_is_refused(
    store: Store, bot: str, opponents: list[str], game: str | None, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        RequestsHere(store, "ada").ask_for_match(bot, opponents, game)
    assert states(store) == []


def test_a_bot_is_asked_for_no_game_that_it_does_not_play(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", divisions=(PAIRS, FISH)) as store:
        digest, content = files_like("fish")
        store.enter(Entered("fish@1", ORGANISER, digest, ("big_fish",)), content)
        with pytest.raises(UserError, match="fish@1 does not play six_nimmt"):
            RequestsHere(store, ORGANISER).ask_for_match("a", ["fish"], "six_nimmt")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (Benched("hers@1", "it failed", ()), "hers@1 is benched: it failed"),
        (Excluded("it cheats", player="hers@1"), "hers@1 is excluded: it cheats"),
        (Excluded("they cheat", author="ada"), "ada is excluded and asks for nothing: they cheat"),
        (Benched("a@1", "it failed", ()), "a@1 is benched: it failed"),
        (Excluded("it cheats", bot="a"), "a@1 is excluded: it cheats"),
        (Withdrawn("a@1"), "a@1 was withdrawn by its author"),
    ],
)
def test_who_does_not_play_is_not_asked_for(
    store: Store, body: Benched | Excluded | Withdrawn, sentence: str
) -> None:
    store.append(body)
    with pytest.raises(UserError, match=sentence):
        RequestsHere(store, "ada").ask_for_match("hers@1", ["a@1"])


def test_only_who_plays_is_played_against(store: Store) -> None:
    enter(store, "hers@2")
    with pytest.raises(UserError, match="hers@2 has taken its place"):
        RequestsHere(store, "ada").ask_for_match("hers@2", ["hers@1"])


def test_of_several_games_one_has_to_be_named(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b", divisions=(PAIRS, ladders.TEAMS, FISH)) as store:
        with pytest.raises(UserError, match="They can play six_nimmt, big_fish; say which"):
            RequestsHere(store, ORGANISER).ask_for_match("a", ["b"])
        assert (
            RequestsHere(store, ORGANISER).ask_for_match("a", ["b"], "big_fish").game == "big_fish"
        )


def test_an_author_may_ask_for_so_many_a_day(store: Store) -> None:
    store.append(Limited(Limits(requests_a_day=2)))
    for _ in range(2):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    with pytest.raises(UserError, match="ask for 2 a day, and ada has; the next time"):
        RequestsHere(store, "ada").ask_for_match("hers", ["b"])
    with store.connections.writing() as here:
        yesterday = (datetime.now(UTC) - timedelta(hours=24)).isoformat()
        first = update(schema.requests).where(schema.requests.c.number == 1)
        here.connection.execute(first.values(time=yesterday))
    RequestsHere(store, "ada").ask_for_match("hers", ["b"])


def test_without_a_limit_only_so_many_wait_at_once(store: Store) -> None:
    for _ in range(REQUESTS_WAITING):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    with pytest.raises(UserError, match="20 requests of ada wait"):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])


# --- in a season ---


def test_a_requested_match_is_played_and_leaves_nothing_in_log_and_ratings(store: Store) -> None:
    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Scripted()
    events = play(store, executor, 3)
    assert states(store) == [RequestState.PLAYED]
    assert kinds(store)["Played"] == kinds(store)["Planned"] == 3
    assert sorted(executor.jobs()) == ["match 1", "match 2", "match 3", "request 1"]
    assert begun(events) == over(events) == [asked.number]
    story = RequestsHere(store, "ada").read_request(asked.number)
    assert {one.player for one in story.places} == {"hers@1", "a@1"}
    assert len(story.games) == 4
    content = kept(store).record(asked.number)
    assert content is not None
    assert [bot.name for bot in unpack_record(content, "").plan.bots] == ["hers@1", "a@1"]


def test_requested_matches_take_turns_with_those_of_the_season(store: Store) -> None:
    for _ in range(3):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Scripted()
    play(store, executor, 3)
    assert [is_rated(job) for job in executor.jobs()] == [False, True] * 3


def test_requested_matches_have_a_fifth_of_the_time_and_not_of_the_matches(store: Store) -> None:
    for _ in range(10):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Timed(rated=60, others=240)
    season = make_season(store, executor, now=lambda: executor.now)
    run_to_end(season, 18)
    requested = [place for place, job in enumerate(executor.jobs()) if not is_rated(job)]
    # The second waits for 240 * 4 seconds of the ladder's.
    assert requested == [0, 17]


def test_trials_have_a_part_of_the_same_fifth(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Timed(None, *[VOID] * MOST_VOIDS, rated=60, others=240)
    season = make_season(store, executor, now=lambda: executor.now)
    run_to_end(season, 18)
    others = [place for place, job in enumerate(executor.jobs()) if not is_rated(job)]
    # Two bots of one match are tried, and could have been right after its third void.
    assert others == [0, 17]


def test_who_takes_long_while_nothing_else_can_be_played_has_taken_it_from_nobody(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for _ in range(3):
            RequestsHere(store, ORGANISER).ask_for_match("a", ["b"])
        executor = Timed(rated=20, others=1000)
        season = make_season(store, executor, lambda *_: None, now=lambda: executor.now)
        run_to_end(season, None)
        assert states(store) == [RequestState.PLAYED] * 3


def test_requested_matches_use_the_places_that_nothing_else_needs(store: Store) -> None:
    for _ in range(3):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    season = make_season(store, Scripted(), lambda *_: None, parallel=4)
    playing = most = 0
    for event in follow(season, None):
        playing += len(begun([event])) - len(over([event]))
        most = max(most, playing)
    assert most == 3
    assert states(store) == [RequestState.PLAYED] * 3


class Holding(Scripted):
    """Comes to no end with what is no match of the ladder, as long as there are such matches."""

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        for _ in range(len(self)):
            found = super().wait(limit)
            if is_rated(found[0][0]):
                return found
            self._events.extend(found)
        return super().wait(limit)


@pytest.mark.parametrize(("places", "requests"), [(2, 4), (3, 1), (3, 4)])
def test_requests_and_trials_leave_the_last_place_to_matches_that_wait(
    store: Store, places: int, requests: int
) -> None:
    for _ in range(requests):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Holding(voiding=["a@1", "b@1"])
    others = rated = 0
    for event in follow(make_season(store, executor, parallel=places), 12):
        if isinstance(event, MatchBegun | MatchOver):
            change = 1 if isinstance(event, MatchBegun) else -1
            rated += change * isinstance(event.job, RatedMatch)
            others += change * (not isinstance(event.job, RatedMatch))
        assert others < places
    begun = {job.split()[0] for job in executor.jobs()}
    assert begun == {"match", "request", *(["trial"] if requests == 1 else [])}


def test_a_request_and_a_check_leave_one_of_two_places_to_matches(
    store: Store, tmp_path: Path
) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Holding()
    intake = Checking(tmp_path / "ladder.db", store, executor, 1)
    events = follow(make_season(store, executor, parallel=2, intake=intake), 8)
    over = [type(event.job) for event in events if isinstance(event, MatchOver)]
    assert over == [*[RatedMatch] * 8, RequestedMatch]


def test_where_nothing_else_can_be_played_they_are_played_one_after_the_other(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        store.append(Benched("b@1", "it failed", ()))
        enter(store, "c@1", ORGANISER)
        for _ in range(3):
            RequestsHere(store, ORGANISER).ask_for_match("a", ["c"])
        executor = Scripted()
        play(store, executor, may_plan=lambda: True, choose=lambda *_: None)
        assert states(store) == [RequestState.PLAYED] * 3
        assert kinds(store)["Planned"] == 0


def test_who_has_had_least_today_is_next(store: Store) -> None:
    store.append(Joined("eve"))
    enter(store, "eves@1", "eve")
    for _ in range(3):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    RequestsHere(store, "eve").ask_for_match("eves", ["a"])
    events = play(store, Scripted(), 4)
    assert begun(events) == [1, 4, 2, 3]


def test_it_is_seconds_that_an_author_had_and_not_matches(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, requests = StoreClock(monkeypatch), kept(store)
    store.append(Joined("eve"))
    enter(store, "eves@1", "eve")
    for author, bot in (("ada", "hers"), ("ada", "hers"), *[("eve", "eves")] * 3):
        RequestsHere(store, author).ask_for_match(bot, ["a"])

    def play_next(seconds: float) -> int:
        found = requests.next()
        assert found is not None
        request, _ = found
        assert requests.begin(request.number)
        clock.wait(seconds)
        requests.finish(request.number, b"record", "")
        return request.number

    # One long match of ada's weighs more than two short ones of eve's.
    assert [play_next(seconds) for seconds in (500, 10, 10)] == [1, 3, 4]
    # A check counts as well; nobody knows how long one was made whose season was killed.
    uploads = Uploads(store.connections)
    uploads.add("eve", "bot.tar.gz", None, b"content")
    check = uploads.begin()
    assert check is not None
    clock.wait(600)
    uploads.refuse(check, "refused")
    found = requests.next()
    assert found is not None
    requests.begin(found[0].number)
    clock.wait(10_000)
    store.stop("the season was killed")
    assert play_next(200) == 2
    assert play_next(0) == 5


def test_a_void_one_is_dealt_anew_twice_and_then_it_has_failed(store: Store) -> None:
    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Scripted(*[VOID] * MOST_VOIDS)
    play(store, executor, None, choose=lambda *_: None)
    assert executor.jobs() == ["request 1"] * 3
    assert len({task.plan for task in executor.started}) == 3
    found = kept(store).find(asked.number)
    assert found is not None
    assert (found.state, found.reason) == (RequestState.FAILED, VOID.reason)
    assert store.voids() == []
    assert kinds(store)["Voided"] == kinds(store)["Benched"] == 0


def test_a_record_that_cannot_be_played_again_is_void(store: Store) -> None:
    class Lying(Scripted):
        def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
            record = super()._record(plan, attempt)
            record.games[0].scores[0] += 1
            return record

    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Lying(), None, choose=lambda *_: None)
    found = kept(store).find(asked.number)
    assert found is not None
    assert found.state == RequestState.FAILED
    assert found.reason.startswith("the record of request 1 cannot be played again: ")


def test_one_void_is_forgotten_when_it_is_played(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Scripted(VOID), None, choose=lambda *_: None)
    assert states(store) == [RequestState.PLAYED]
    assert kept(store).newest()[0].reason == ""


def test_forfeits_in_requested_matches_bench_nobody(store: Store) -> None:
    for _ in range(6):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Scripted(failing=["hers@1"]), None, choose=lambda *_: None)
    assert states(store) == [RequestState.PLAYED] * 6
    assert list(store.roster().benched) == []
    story = RequestsHere(store, "ada").read_request(1)
    assert {one.player: bool(one.forfeits) for one in story.places} == {
        "hers@1": True,
        "a@1": False,
    }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (Excluded("it cheats", bot="a"), "a@1 is excluded: it cheats"),
        (Withdrawn("a@1"), "a@1 was withdrawn by its author"),
    ],
)
def test_who_has_left_meanwhile_is_not_played(
    store: Store, body: Excluded | Withdrawn, reason: str
) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    store.append(body)
    play(store, Scripted(), 1)
    (found,) = kept(store).newest()
    assert (found.state, found.reason) == (RequestState.FAILED, reason)


def test_a_paused_ladder_plays_none_until_it_goes_on(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    store.append(Paused(paused=True))
    play(store, Scripted())
    assert states(store) == [RequestState.WAITING]
    store.append(Paused(paused=False))
    play(store, Scripted(), 1)
    assert states(store) == [RequestState.PLAYED]


def test_a_season_that_ends_in_the_middle_has_it_wait_dealt_anew(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    executor = Scripted(MatchVoid("there is no engine", lasting=True))
    with pytest.raises(Unavailable):
        play(store, executor, 1)
    assert states(store) == [RequestState.WAITING]
    again = Scripted()
    play(store, again, 1)
    assert states(store) == [RequestState.PLAYED]
    assert executor.started[0].plan != again.started[0].plan


def test_old_records_are_kept_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.store.requests.RECORDS_OF_REQUESTS", 2)
    assert RECORDS_OF_REQUESTS > 2
    for _ in range(4):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Scripted(), None, choose=lambda *_: None)
    assert [kept(store).record(number) is not None for number in (1, 2, 3, 4)] == [
        *[False, False],
        *[True, True],
    ]
    assert states(store) == [RequestState.PLAYED] * 4


# --- who may see it ---


def test_only_who_asked_and_the_organiser_see_it(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    assert (
        RequestsHere(store, "ada").read_request(1).request
        == RequestsHere(store, ORGANISER).read_request(1).request
    )
    for author, number in (("bob", 1), ("ada", 2)):
        with pytest.raises(UserError, match=f"nothing with the number {number}"):
            RequestsHere(store, author).read_request(number)


# --- on a terminal, with real matches ---


def test_a_real_match_that_was_asked_for_is_played_and_can_be_replayed(
    ladder: Run, tmp_path: Path
) -> None:
    place = make_sample_ladder(tmp_path)
    said = ladder("request", "random", "first").stdout
    assert "Request 1: 4 games of six_nimmt of random@1, first@1" in said
    ladder("request", "random", "first")
    for _ in range(2):
        assert "organiser has taken it back" in ladder("requests", "2", "--cancel").stdout
    done = json.loads(ladder("run", "--trust", "--matches", "2", "--json").stdout)
    assert (done["played"], done["void"]) == (2, 0)
    told = ladder("requests", "1", "--record", "records").stdout
    assert "played" in told
    (record,) = (tmp_path / "records").iterdir()
    assert unpack_record(record.read_bytes(), "").plan.bots[0].name == "random@1"
    _, line = json.loads(ladder("requests", "--json").stdout)
    assert (line["state"], line["players"]) == ("played", ["random@1", "first@1"])
    with open_store(str(place)) as store:
        assert store.count_results() == 2


def test_a_killed_season_has_it_wait_and_the_next_one_plays_it(
    start_ladder: StartLadder, tmp_path: Path
) -> None:
    place = make_endless_ladder(tmp_path)
    with open_store(str(place)) as store:
        RequestsHere(store, ORGANISER).ask_for_match("one", ["other"])
        plan = plan_of(store)
    for _ in range(2):
        season = start_ladder("run", "--trust", "--parallel", "2")
        wait_until(lambda: plays(season, matches=2))  # noqa: B023 - called here
        season.kill()
        season.wait()
        with open_store(str(place)) as store:
            assert states(store) == [RequestState.PLAYING]
            dealt, plan = plan, plan_of(store)
    assert dealt != plan


def test_one_that_this_version_cannot_play_has_failed_and_the_season_goes_on(store: Store) -> None:
    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    plan = rec.Plan.FromString(plan_of(store))
    plan.options["limit"] = "of another version"
    with store.connections.writing() as here:
        here.connection.execute(update(schema.requests).values(plan=plan.SerializeToString()))
    executor = Scripted()
    play(store, executor, 1)
    found = kept(store).find(asked.number)
    assert found is not None
    assert found.state == RequestState.FAILED
    assert found.reason.startswith("Option limit cannot be 'of another version'")
    assert executor.jobs() == ["match 1"]


def plan_of(store: Store) -> bytes:
    with store.connections.reading() as connection:
        return bytes(connection.execute(select(schema.requests.c.plan)).scalar_one())
