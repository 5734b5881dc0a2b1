"""What a season does with matches that are void, and with the bots that were in them."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from arena.errors import HostFailure
from arena.v1 import record_pb2 as rec
from ladder.log.entries import Benched, Cancelled, Played
from ladder.matches import Player
from ladder.matchmaking.meet_all import RoundRobin
from ladder.queue.plans import MOST_VOIDS
from ladder.queue.quarantine import count_voids
from ladder.season.jobs import (
    Logged,
    MatchBegun,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    SeasonEvent,
    TrialMatch,
)
from ladder.store.store import Store
from ladder.submissions.files import open_samples
from tests.ladder import scripted
from tests.ladder.scripted import (
    VOID,
    Scripted,
    enter,
    follow,
    is_rated,
    kinds,
    make_season,
    play,
    players_of,
    run_to_end,
)

THRICE = [VOID] * MOST_VOIDS
# Matches are void as a whole, however few games they have.
make_ladder = partial(scripted.make_ladder, games_a_match=2)


def played(store: Store) -> list[int]:
    return [entry.body.match for entry in store.entries() if isinstance(entry.body, Played)]


def benched(store: Store) -> list[Player]:
    return [*store.roster().benched]


def tried(events: list[SeasonEvent]) -> list[tuple[Player, str]]:
    return [
        (str(one.job.key), one.reason)
        for one in events
        if isinstance(one, MatchOver) and isinstance(one.job, TrialMatch)
    ]


def voids(events: list[SeasonEvent]) -> list[MatchOver]:
    """Return the ends of the ladder's matches that were void."""
    return [
        one
        for one in events
        if isinstance(one, MatchOver)
        and isinstance(one.job, RatedMatch)
        and one.outcome in {MatchOutcome.VOID, MatchOutcome.DEFERRED}
    ]


def test_a_void_match_is_played_again_dealt_anew(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        executor = Scripted(VOID)
        events = play(store, executor, 1)
        first, second = executor.started
        assert (first.attempt, second.attempt) == (0, 1)
        assert (first.job, first.plan) == (second.job, second.plan)
        (voided,) = voids(events)
        found = (voided.job.key, voided.reason, voided.outcome)
        assert found == (1, VOID.reason, MatchOutcome.VOID)
        assert {*voided.job.players} == {"a@1", "b@1"}
        assert played(store) == [1]


def test_a_match_that_is_void_three_times_is_put_off_and_the_next_season_plays_it(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b", "c", "d") as store:
        events = play(store, Scripted(*THRICE), 1)
        outcomes = [one.outcome for one in voids(events)]
        assert outcomes == [MatchOutcome.VOID, MatchOutcome.VOID, MatchOutcome.DEFERRED]
        (waiting,) = store.queue()
        assert (waiting.match, waiting.voids, waiting.reason) == (1, MOST_VOIDS, VOID.reason)
        assert played(store) == [2]
        executor = Scripted()
        play(store, executor, 1)
        assert played(store) == [2, 1]
        assert executor.started[-1].attempt == MOST_VOIDS


def test_a_match_that_was_put_off_is_played_when_nothing_else_is_left(tmp_path: Path) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(*THRICE), choose=RoundRobin())
        assert played(store)[0] != 1
        assert sorted(played(store)) == [1, 2, 3, 4, 5, 6]
        assert store.queue() == []


class Impossible(Scripted):
    """Has records of some players that the ladder refuses: a wait beyond its wall time."""

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        record = super()._record(plan, attempt)
        if self.refused & {bot.name for bot in plan.bots}:
            record.games[0].entries[0].waited_us = 10**12
        return record

    refused: frozenset[Player] = frozenset({"odd@1"})


def test_a_record_that_is_refused_is_void_and_no_bots_fault(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "odd", *"abcd") as store:
        events = play(store, Impossible(), 20)
        assert len(played(store)) == 20
        reasons = {one.reason.partition(" has ")[2] for one in voids(events)}
        assert reasons == {"a wait in game 1 that no box can have had"}
        assert (store.voids(), tried(events), benched(store)) == ([], [], [])


def test_one_bot_does_not_end_a_season_and_is_benched_with_the_reason(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", *"abcd") as store:
        events = play(store, Scripted(voiding=["bad@1"]), 20)
        assert len(played(store)) == 20
        assert benched(store) == ["bad@1"]
        (entry,) = [one for one in store.entries() if isinstance(one.body, Benched)]
        assert isinstance(entry.body, Benched)
        assert entry.body.reason == (
            "void with others and 3 times alone with the sample bots, while other matches were"
            f" played: {VOID.reason}"
        )
        assert entry.body.matches
        assert store.queue() == []
        # Who met it in the void match was quarantined too and has shown that it can be played with.
        others = [player for player, reason in tried(events) if not reason]
        assert "bad@1" not in others
        assert [reason for player, reason in tried(events) if player == "bad@1"] == [
            VOID.reason
        ] * MOST_VOIDS
        assert store.voids() == []
        cancelled = [one.body for one in store.entries() if isinstance(one.body, Cancelled)]
        assert [one.match for one in cancelled] == [*entry.body.matches]


def test_two_that_help_each_other_do_not_end_a_season_either(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "worse", *"abcdefgh") as store:
        play(store, Scripted(voiding=["bad@1", "worse@1"]), 30, parallel=2)
        assert len(played(store)) == 30
        assert sorted(benched(store)) == ["bad@1", "worse@1"]


def test_of_three_bots_the_one_with_which_no_match_can_be_played_is_found(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a", "b") as store:
        play(store, Scripted(voiding=["bad@1"]), choose=RoundRobin())
        assert benched(store) == ["bad@1"]
        assert len(played(store)) == 1


def test_where_nothing_else_is_left_everybody_in_three_voids_plays_alone(tmp_path: Path) -> None:
    """Of four bots two bring voids about, in all matches but one, so each is the others' alibi."""
    with make_ladder(tmp_path, *"abcd") as store:
        bad = ["a@1", "b@1"]
        with suppress(HostFailure):
            play(store, Scripted(voiding=bad), choose=RoundRobin(), parallel=6)
        assert sorted(benched(store)) == bad


def test_bots_that_can_be_played_alone_and_not_with_each_other_end_a_season_that_has_no_others(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        executor = Scripted(apart=["a@1", "b@1"])
        with pytest.raises(HostFailure, match=r"begun: match 1 \([ab]@1, [ab]@1\): the machine"):
            play(store, executor)
        assert executor.matches().count(1) == 2 * MOST_VOIDS
        assert benched(store) == []
        play(store, Scripted(), 1)
        assert played(store) == [1]


def test_bots_that_cannot_be_played_with_each_other_play_with_everybody_else(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        with pytest.raises(HostFailure):
            play(store, Scripted(apart=["a@1", "b@1"]), choose=RoundRobin(2))
        assert len(played(store)) == 10
        assert benched(store) == []
        assert {frozenset(one.players) for one in store.queue()} == {frozenset(["a@1", "b@1"])}


@pytest.mark.parametrize("seeds", [(44, 9), pytest.param((20, 27), marks=pytest.mark.soak)])
def test_however_matches_are_void_a_season_ends_and_benches_no_innocent(
    tmp_path: Path, seeds: tuple[int, int]
) -> None:
    for seed in seeds:
        rng = Random(seed)
        players = [f"{name}@1" for name in "abcde"]
        bad, apart = rng.sample(players, 2), rng.sample(players, 2)
        script = [VOID if rng.random() < 0.1 else None for _ in range(30)]
        executor = Scripted(*script, voiding=bad, apart=apart)
        folder = tmp_path / str(seed)
        folder.mkdir()
        with make_ladder(folder, *"abcde") as store:
            with suppress(HostFailure):
                play(store, executor, 10, parallel=rng.randint(1, 3))
            assert {*benched(store)} <= {*bad}
            assert len(executor.started) < 100


def test_who_is_quarantined_meets_nobody_before_it_has_played_alone_with_the_samples(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        executor = Scripted(*THRICE)
        events = play(store, executor, 3)
        first = players_of(executor.started[0])
        rest = executor.started[MOST_VOIDS:]
        alone = [task for task in rest if not is_rated(task.job)]
        assert {player for task in alone for player in players_of(task) & first} == first
        for player in first:
            theirs = [task.job for task in rest if player in players_of(task)]
            assert theirs[0] == f"trial {player}"
        assert sorted(tried(events)) == sorted((player, "") for player in first)
        begun = [one.job for one in events if isinstance(one, MatchBegun)]
        assert {job.key for job in begun if isinstance(job, TrialMatch)} == first


def test_a_trial_is_a_match_like_the_others_with_sample_bots_and_counts_for_nothing(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"ab") as store:
        executor = Scripted(*THRICE)
        play(store, executor, 1)
        void, trial = (
            rec.Plan.FromString(task.plan) for task in executor.started[MOST_VOIDS - 1 :][:2]
        )
        samples = {bot.digest for bot in open_samples()}
        digests = {one.digest for one in trial.bots}
        assert len(digests & samples) == 1
        assert len(digests & {one.digest for one in void.bots}) == 1
        assert trial.seed != void.seed
        for field in ("game", "options", "games", "box", "image", "allow_missing", "clock"):
            assert getattr(trial, field) == getattr(void, field)
        assert len(played(store)) == 1
        assert len({match for match, _ in store.records()}) == 1


def test_a_machine_that_is_too_busy_for_everybody_quarantines_nobody(tmp_path: Path) -> None:
    with make_ladder(tmp_path, *"abcdef") as store:
        executor = Scripted(*[VOID] * 100)
        with pytest.raises(HostFailure) as failure:
            play(store, executor, parallel=3)
        assert benched(store) == []
        # When nothing else is left each bot is tried once, which shows that it is the machine.
        jobs = executor.jobs()
        trials = [job for job in jobs if not is_rated(job)]
        assert jobs[-len(trials) :] == trials
        assert 2 <= len(trials) <= 6
        assert len(jobs) - len(trials) == MOST_VOIDS * len(store.queue())
        said = str(failure.value)
        for planned in store.queue():
            assert f"match {planned.match} ({', '.join(planned.players)}): {VOID.reason}" in said


def test_a_season_of_which_every_match_is_void_ends_in_one_sentence_and_benches_nobody(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"abcdef") as store:
        with pytest.raises(HostFailure, match=r"^what is left to be played is void again and"):
            play(store, Scripted(*[VOID] * 100))
        assert benched(store) == []
        play(store, Scripted(), 5)
        assert len(played(store)) == 5


def test_what_a_season_knew_of_who_is_quarantined_the_next_one_knows(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", *"abcd") as store:
        executor = Scripted(voiding=["bad@1"])
        for event in follow(make_season(store, executor), 20):
            if [player for player, _ in tried([event])] == ["bad@1"]:
                break
        assert count_voids(store.voids(), "bad@1") == MOST_VOIDS
        later = Scripted(voiding=["bad@1"])
        events = play(store, later, 5)
        assert len(tried(events)) <= 1 + MOST_VOIDS
        assert benched(store) == ["bad@1"]
        assert not any("bad@1" in players_of(task) for task in later.started if is_rated(task.job))


def test_a_new_version_is_not_quarantined_for_what_the_old_one_did(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", *"abc") as store:
        executor = Scripted(voiding=["bad@1"])
        for event in follow(make_season(store, executor), 20):
            if any(one.outcome == MatchOutcome.DEFERRED for one in voids([event])):
                break
        enter(store, "bad", version=2)
        events = play(store, Scripted(), 6)
        assert all(player != "bad@2" for player, _ in tried(events))
        assert len(store.matches_of("bad@2")) >= 1
        assert any(
            isinstance(one, Logged) and isinstance(one.entry.body, Cancelled) for one in events
        )


def test_a_round_robin_with_a_quarantined_bot_has_no_match_too_many(tmp_path: Path) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(None, None, None, *THRICE), choose=RoundRobin(2), parallel=2)
        assert len(played(store)) == 12


def test_when_its_time_is_over_a_season_leaves_what_is_void_again_and_again_to_the_next(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        executor = Scripted(*[VOID] * 100)
        play(store, executor, may_plan=lambda: kinds(store)["Planned"] < 1)
        assert len(executor.started) < 3 * MOST_VOIDS
        assert [one.match for one in store.queue()] == [1]
        play(store, Scripted(), may_plan=lambda: False)
        assert played(store) == [1]


def test_who_cannot_play_others_is_told_at_the_end(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "bad", "a") as store:
        season = make_season(store, Scripted(*[VOID] * 100))
        with pytest.raises(HostFailure):
            run_to_end(season, None)
        assert (
            "bad@1 plays no others before it has played alone with the sample bots: it was in 3"
            " voids one after the other."
        ) in list(season.shortages())
