"""A season: what it plays first, when it ends, and what it does with what cannot be played."""

import multiprocessing
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete

from arena.containers.recipe import read_recipe
from arena.errors import HostFailure, Unavailable, UserError
from arena.match.record import unpack_record
from arena.runner.host import Host
from arena.runner.referee_process import Event, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.log.entries import (
    ORGANISER,
    Cancelled,
    Entered,
    Frozen,
    Paused,
    Planned,
    Played,
    SeasonBegun,
    Voided,
    Withdrawn,
)
from ladder.log.file import read_log, write_log
from ladder.matches import Division, Player
from ladder.matchmaking.endless import endless
from ladder.matchmaking.field import Field
from ladder.matchmaking.formats import Format
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import Gauntlet, RoundRobin
from ladder.matchmaking.pairing import Pairing
from ladder.matchmaking.swiss import Swiss
from ladder.queue.plans import Queued, make_match_plan
from ladder.season.executor import LocalExecutor, Notice
from ladder.season.jobs import Logged, MatchBegun, MatchOutcome, MatchOver
from ladder.season.season import Season
from ladder.season.state import read_state
from ladder.store import schema
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.intake import Intake
from tests.ladder import ladders
from tests.ladder.ladders import queue
from tests.ladder.scripted import (
    LASTING,
    PAIRS,
    VOID,
    Checking,
    Scripted,
    enter,
    follow,
    kinds,
    make_ladder,
    make_season,
    play,
    run_to_end,
)


def plan(store: Store) -> Queued:
    """Plan a match, as a season does that is killed before it is played."""
    state = read_state(store)
    pairing = endless(state.field(), state.history, Random(1))
    assert pairing is not None
    return queue(store, make_match_plan(state.opened, state.roster, pairing))


def played(store: Store) -> list[int]:
    return [entry.body.match for entry in store.entries() if isinstance(entry.body, Played)]


def test_what_is_queued_is_played_first_and_with_the_luck_it_was_planned_with(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        queued, executor = [plan(store), plan(store)], Scripted()
        play(store, executor, 3)
        assert executor.matches() == [1, 2, 3]
        for planned, task in zip(queued, executor.started, strict=False):
            assert rec.Plan.FromString(task.plan).seed == planned.plan.seed
        assert store.queue() == []


def test_a_season_ends_after_so_many_matches_and_the_next_goes_on(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b", "c") as store:
        play(store, Scripted(), 3, parallel=2)
        play(store, Scripted(), 2)
        assert played(store) == [1, 2, 3, 4, 5]


def test_a_match_that_was_void_does_not_count_as_one_of_so_many(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        play(store, Scripted(VOID, VOID), 2)
        assert played(store) == [1, 2]


def test_when_its_time_is_over_a_season_plays_what_is_planned_and_plans_no_more(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        plan(store)
        play(store, Scripted(), may_plan=lambda: kinds(store)["Planned"] < 3)
        assert played(store) == [1, 2, 3]


def test_as_many_matches_at_once_are_played_as_are_allowed(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        executor, most = Scripted(), 0
        for _ in follow(make_season(store, executor, parallel=3), 9):
            most = max(most, len(executor))
        assert most == 3


@pytest.mark.parametrize(
    ("parallel", "is_here", "most"), [(3, True, [1, 3]), (2, True, [1, 2]), (3, False, [3, 4])]
)
def test_checks_on_the_same_machine_have_all_places_and_leave_matches_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    parallel: int,
    is_here: bool,
    most: list[int],
) -> None:
    monkeypatch.setattr("ladder.season.season.count_cpus", lambda: 4)
    with make_ladder(tmp_path, "a", "b") as store:
        executor = Scripted(is_here=is_here)
        intake = Checking(tmp_path / "ladder.db", store, executor, 5)
        season = make_season(store, executor, parallel=parallel, intake=intake)
        events = follow(season, 9)
        at_once = [(len(executor.started), len(executor), len(intake.running)) for _ in events]
    before = [counts for begun, *counts in at_once if begun < 6]
    # The most matches and the most checks at once.
    assert [max(counts) for counts in zip(*before, strict=True)] == most
    assert not intake.running


def test_a_round_robin_ends_when_all_have_met(tmp_path: Path) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(), choose=RoundRobin(2))
        met = Counter(frozenset(result.players) for result in store.results())
        assert met == {frozenset(pair): 2 for pair in combinations(read(store), 2)}


@pytest.mark.parametrize(
    ("choose", "matches"), [(RoundRobin(1), 6), (Swiss(3), 6), (Gauntlet("b@1", 2), 6)]
)
def test_a_format_that_ends_ends_its_season_and_the_next_finds_nothing_to_do(
    tmp_path: Path, choose: Format, matches: int
) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(), 2, choose=choose)
        play(store, Scripted(), choose=choose, parallel=2)
        assert len(played(store)) == matches
        season = make_season(store, Scripted(), choose)
        assert run_to_end(season, None) == []
        assert season.is_over


def read(store: Store) -> list[Player]:
    return store.roster().active()


def test_a_failure_that_lasts_stops_the_season_at_once_and_loses_nothing(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        executor = Scripted(None, LASTING)
        with pytest.raises(Unavailable, match="there is no engine"):
            play(store, executor)
        assert executor.matches() == [1, 2]
        assert [planned.match for planned in store.queue()] == [2]


def test_what_was_planned_for_who_has_left_is_cancelled_and_the_log_says_so(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        plan(store)
        enter(store, "a", version=2)
        events = play(store, Scripted(), 1)
        assert isinstance(events[0], Logged)
        assert events[0].entry.body == Cancelled(1, "a@1 plays no more", by="")
        assert played(store) == [2]
        assert kinds(store)["Cancelled"] == 1


def test_what_an_earlier_version_has_planned_is_cancelled_and_the_log_says_why(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        state = read_state(store)
        pairing = endless(state.field(), state.history, Random(1))
        assert pairing is not None
        old = make_match_plan(state.opened, state.roster, pairing)
        old.seed = b""
        queue(store, old)
        events = play(store, Scripted(), 1)
        assert isinstance(events[0], Logged)
        body = events[0].entry.body
        assert isinstance(body, Cancelled)
        assert body.reason.startswith("This match was planned by an earlier version")
        assert played(store) == [2]


def test_a_bot_that_comes_in_during_a_season_plays_in_it(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for event in follow(make_season(store, Scripted()), 4):
            if isinstance(event, MatchBegun) and event.job.key == 1:
                enter(store, "newcomer")
        assert len(store.matches_of("newcomer@1")) >= 2


def test_an_old_version_is_not_paired_once_the_new_one_is_in(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for event in follow(make_season(store, Scripted()), 4):
            if isinstance(event, MatchBegun) and event.job.key == 1:
                enter(store, "a", version=2)
        assert [len(store.matches_of(player)) for player in ("a@1", "a@2")] == [1, 3]


@pytest.mark.usefixtures("processes")
def test_a_match_is_played_with_todays_image_and_box_whatever_it_was_planned_with(
    tmp_path: Path,
) -> None:
    with ladders.make_ladder(tmp_path / "ladder.db", "a", "b", divisions=[PAIRS]) as store:
        planned = ladders.plan_match(store, ["a@1", "b@1"], PAIRS)
        assert planned.box == ""
        planned.box, planned.image = "container", "of another version"
        queue(store, planned)
        _run_beside(tmp_path / "ladder.db", 1)
        record = unpack_record(store.record(1) or b"", "")
        assert (record.plan.box, record.plan.image) == ("process", read_recipe().digest)


def test_a_bot_whose_files_are_not_here_is_not_paired_and_that_is_said(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b", "c") as store:
        _lose_files(store, "a@1")
        season = make_season(store, Scripted())
        run_to_end(season, 3)
        assert [len(store.matches_of(player)) for player in ("a@1", "b@1")] == [0, 3]
        assert "a@1 cannot play: its files are not on this ladder." in list(season.shortages())


def test_a_season_goes_on_without_a_bot_whose_language_is_not_on_the_machine(
    tmp_path: Path,
) -> None:
    why = "a@1 cannot play: g++ is not on this machine"
    with make_ladder(tmp_path, "a", "b", "c") as store:
        queue(store, ladders.plan_match(store, ["a@1", "b@1"], PAIRS))
        season = make_season(store, Scripted(MatchVoid(why, lasting=True, bot="a@1")))
        ended = [one for one in run_to_end(season, 3) if isinstance(one, MatchOver)]
        assert [one.outcome for one in ended] == [
            MatchOutcome.NOT_BEGUN,
            *[MatchOutcome.PLAYED] * 3,
        ]
        assert ended[0].reason == why
        assert f"{why}." in list(season.shortages())
        assert [len(store.matches_of(player)) for player in ("a@1", "b@1")] == [0, 3]
        assert kinds(store)["Voided"] == kinds(store)["Benched"] == 0


@pytest.mark.usefixtures("processes")
def test_a_machine_without_a_compiler_plays_all_but_the_bot_that_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    compiled = tmp_path / "compiled"
    compiled.mkdir()
    (compiled / "bot.toml").write_text('name = "compiled"\nlanguage = "cpp"\n')
    (compiled / "bot.cpp").touch()
    with ladders.make_ladder(tmp_path / "ladder.db", "a", "b", divisions=[PAIRS]) as store:
        ladders.enter_files(store, "compiled", compiled)
        queue(store, ladders.plan_match(store, ["compiled@1", "a@1"], PAIRS))
        (outcome, *_, why), *ended = _run_beside(tmp_path / "ladder.db", 1)
        assert outcome == MatchOutcome.NOT_BEGUN
        assert str(why).startswith("compiled@1 cannot play: g++ is not on this machine, which")
        assert [one[0] for one in ended] == [MatchOutcome.PLAYED]
        assert played(store) == [2]


@pytest.mark.usefixtures("processes")
def test_a_planned_match_that_cannot_be_begun_is_put_off_by_name_and_the_others_are_played(
    tmp_path: Path,
) -> None:
    with ladders.make_ladder(tmp_path / "ladder.db", "a", "b", "c", divisions=[PAIRS]) as store:
        _enter_damaged(store, "bad")
        queue(store, ladders.plan_match(store, ["bad@1", "a@1"], PAIRS))
        ended = _run_beside(tmp_path / "ladder.db", 2)
        why = "bad@1 cannot play: its files on this ladder are damaged"
        (aside,) = [one for one in ended if one[0] == MatchOutcome.NOT_BEGUN]
        assert aside[1:] == (1, ("bad@1", "a@1"), why)
        assert played(store) == [2, 3]
        (waiting,) = store.queue()
        assert (waiting.match, waiting.voids, waiting.attempt, waiting.reason) == (1, 0, 0, why)
        assert store.matches_of("bad@1") == []
        assert kinds(store)["Voided"] == 0


def test_a_season_with_nothing_but_a_match_that_cannot_be_begun_ends_in_a_sentence(
    tmp_path: Path,
) -> None:
    with ladders.make_ladder(tmp_path / "ladder.db", "a", divisions=[PAIRS]) as store:
        _enter_damaged(store, "bad")
        queue(store, ladders.plan_match(store, ["bad@1", "a@1"], PAIRS))
        season = _season_on_this_machine(store)
        with pytest.raises(HostFailure, match=r"match 1 \(bad@1, a@1\): bad@1 cannot play: its"):
            run_to_end(season, None)
        store.cancel(1, "its files are damaged")
        assert run_to_end(season, None) == []


def _run_beside(place: Path, matches: int) -> list[tuple[object, ...]]:
    """Run a season in a process of its own: this one may have used gRPC, and then must not fork.

    Return of each match how it ended, its number, its players, and the reason.
    """
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_run, str(place), matches).result()


def _run(place: str, matches: int) -> list[tuple[object, ...]]:
    with open_store(place) as store:
        return [
            (one.outcome, one.job.key, one.job.players, one.reason)
            for one in run_to_end(_season_on_this_machine(store), matches)
            if isinstance(one, MatchOver)
        ]


def _season_on_this_machine(store: Store) -> Season:
    return Season(store, LocalExecutor(store.submission, Host("process")), endless, rng=Random(1))


def _enter_damaged(store: Store, name: str) -> None:
    store.enter(Entered(f"{name}@1", ORGANISER, "d" * 64, ()), ladders.FILES[:100])


def test_what_was_being_played_when_a_season_was_stopped_or_killed_is_dealt_anew_and_logged(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for _ in follow(make_season(store, Scripted()), None):
            break  # As Ctrl-C does, with the first match begun.
        assert voided(store) == [Voided(1, 0, "the season was stopped")]
        # A kill leaves no time to say so; the next season does.
        assert store.begin(1)
        executor = Scripted()
        play(store, executor, 1)
        assert voided(store)[1:] == [Voided(1, 1, "the season was killed")]
        assert (executor.started[0].job, executor.started[0].attempt) == ("match 1", 2)
        entry = store.played(1)
        assert entry is not None
        assert entry.played.attempt == 2
        # Neither is a void that quarantines a bot.
        assert store.voids() == []
        list(read_log(write_log(store.entries())))


def voided(store: Store) -> list[Voided]:
    return [entry.body for entry in store.entries() if isinstance(entry.body, Voided)]


def test_a_record_of_another_match_is_no_result_and_the_match_is_played_again(
    tmp_path: Path,
) -> None:
    class Confused(Scripted):
        def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
            if len(self.started) == 1:
                plan.seed = bytes(16)
            return super()._record(plan, attempt)

    with make_ladder(tmp_path, "a", "b") as store:
        play(store, Confused(), 1)
        (one,) = voided(store)
        assert one.reason == "the record of match 1 is not of the plan that was queued"
        assert played(store) == [1]


def test_a_paused_ladder_plays_what_is_planned_and_plans_no_more(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        plan(store)
        store.append(Paused(paused=True))
        with pytest.raises(UserError, match="is paused"):
            store.plan(1, ladders.plan_match(store, division=PAIRS))
        play(store, Scripted())
        assert played(store) == [1]
        store.append(Paused(paused=False))
        play(store, Scripted(), 1)
        assert played(store) == [1, 2]


def test_a_match_that_another_program_cancels_is_not_begun(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        plan(store), plan(store)
        executor = Scripted()
        for event in follow(make_season(store, executor), 2):
            if isinstance(event, MatchBegun) and event.job.key == 1:
                store.cancel(2, "by hand")
        assert executor.matches() == [1, 3]


def test_a_final_is_from_zero_of_the_first_and_counts_only_its_own_meetings(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(), choose=RoundRobin(1))
        plan(store)
        begun = SeasonBegun(2, "round-robin 1", ("a@1", "b@1", "c@1"))
        entries = store.begin_season(begun, "the final", freeze=True)
        assert [entry.body for entry in entries] == [
            Cancelled(7, "the final"),
            begun,
            Frozen(frozen=True),
        ]
        with pytest.raises(UserError, match=r"^The ladder is frozen"):
            enter(store, "late")
        play(store, Scripted(), choose=RoundRobin(1))
        assert {result.players for result in store.results(season=2)} <= {
            (one, other) for one in begun.players for other in begun.players
        }
        assert len(list(store.results(season=2))) == 3
        list(read_log(write_log(store.entries())))


def _lose_files(store: Store, *players: Player) -> None:
    with store.connections.writing() as here:
        for player in players:
            digest = here.roster.versions[player].digest
            gone = schema.submissions.c.digest == digest
            here.connection.execute(delete(schema.submissions).where(gone))


def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", divisions=[PAIRS, Division("tonton", {}, (3,))]) as store:
        season = make_season(store, Scripted())
        assert run_to_end(season, None) == []
        assert list(season.shortages()) == [
            "6 nimmt! limit=none rounds=1 cannot be played by 2 bots: only 1 bot plays it.",
            "TonTon cannot be played by 3 bots: only 1 bot plays it.",
        ]


class Arriving(Scripted):
    """Has bots come in when it was waited for some times."""

    def __init__(self, store: Store, *bots: str) -> None:
        super().__init__()
        self._store, self._bots, self.waits = store, bots, 0

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        self.waits += 1
        if self.waits == 3:
            for bot in self._bots:
                enter(self._store, bot)
        return super().wait(limit)


@pytest.mark.parametrize("there", [(), ("a",)])
def test_a_season_waits_for_bots_and_says_so_once(tmp_path: Path, there: tuple[str, ...]) -> None:
    with make_ladder(tmp_path, *there) as store:
        executor = Arriving(store, "b", "c")
        intake = Intake(str(tmp_path / "ladder.db"), store, Host("process"))
        events = run_to_end(make_season(store, executor, intake=intake), 2)
        (said,) = [one for one in events if isinstance(one, Notice)]
        assert said.text == "Too few bots are here for a match; the season waits for more."
        assert (events[0], len(executor.matches())) == (said, 2)


@pytest.mark.parametrize("body", [Frozen(frozen=True), Paused(paused=True), None])
def test_a_season_waits_for_no_bots_where_none_is_to_be_planned_or_comes_in(
    tmp_path: Path, body: Frozen | Paused | None
) -> None:
    with make_ladder(tmp_path) as store:
        if body is not None:
            store.append(body)
        executor = Arriving(store, "b", "c")
        intake = Intake(str(tmp_path / "ladder.db"), store, Host("process"))
        season = make_season(store, executor, intake=intake)
        assert run_to_end(season, None, lambda: body is not None) == []
        assert executor.waits == 0


def test_a_bot_that_leaves_while_its_match_is_chosen_is_not_planned(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b", "c") as store:
        left: list[str] = []

        def choose(field: Field, history: History, rng: Random) -> Pairing | None:
            pairing = endless(field, history, rng)
            if pairing is not None and not left:
                left.append(pairing.players[0])
                store.append(Withdrawn(left[0]))
            return pairing

        play(store, Scripted(), 3, choose=choose)
        planned = [one.body for one in store.entries(kinds=["planned"])]
        assert len(planned) == 3
        assert not any(left[0] in one.players for one in planned if isinstance(one, Planned))
