"""A season: what it plays first, when it ends, and what it does with what cannot be played."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete

from arena.boxes.recipe import read_recipe
from arena.match.verdict import HostFailure, Unavailable
from arena.v1 import record_pb2 as rec
from ladder.division import Division
from ladder.executor import LocalExecutor
from ladder.happening import Begun, Logged
from ladder.log import Cancelled, Played
from ladder.matchmaking import Format
from ladder.matchmaking.endless import endless
from ladder.matchmaking.meet_all import Gauntlet, RoundRobin
from ladder.matchmaking.swiss import Swiss
from ladder.present import make_match_plan, read_present
from ladder.result import Player
from ladder.season import Season
from ladder.store import schema
from ladder.store.store import Queued, Store
from tests.ladder.scripted import (
    LASTING,
    PAIRS,
    VOID,
    Scripted,
    enter,
    kinds,
    make_ladder,
    make_season,
    play,
)


def plan(store: Store) -> Queued:
    """Plan a match, as a season does that is killed before it is played."""
    present = read_present(store)
    pairing = endless(present.field(), present.history, Random(1))
    assert pairing is not None
    return store.plan(make_match_plan(present, pairing))


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
        play(store, Scripted(), may_plan=iter([True, True, False]).__next__)
        assert played(store) == [1, 2, 3]


def test_as_many_matches_at_once_are_played_as_are_allowed(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        executor, most = Scripted(), 0
        for _ in make_season(store, executor, parallel=3).run(9, lambda: True):
            most = max(most, len(executor))
        assert most == 3


def test_a_round_robin_ends_when_all_have_met(tmp_path: Path) -> None:
    with make_ladder(tmp_path, *"abcd") as store:
        play(store, Scripted(), choose=RoundRobin(2))
        met = Counter(
            frozenset(player for team in result.teams for player in team)
            for result in store.results()
        )
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
        assert play(store, Scripted(), choose=choose) == []


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
        happenings = play(store, Scripted(), 1)
        assert isinstance(happenings[0], Logged)
        assert happenings[0].entry.body == Cancelled(1, "a@1 plays no more")
        assert played(store) == [2]
        assert kinds(store)["Cancelled"] == 1


def test_what_an_earlier_version_has_planned_is_cancelled_and_the_log_says_why(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        present = read_present(store)
        pairing = endless(present.field(), present.history, Random(1))
        assert pairing is not None
        old = make_match_plan(present, pairing)
        old.seed = b""
        store.plan(old)
        happenings = play(store, Scripted(), 1)
        assert isinstance(happenings[0], Logged)
        body = happenings[0].entry.body
        assert isinstance(body, Cancelled)
        assert body.reason.startswith("This match was planned by an earlier version")
        assert played(store) == [2]


def test_a_bot_that_comes_in_during_a_season_plays_in_it(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for happening in make_season(store, Scripted()).run(4, lambda: True):
            if isinstance(happening, Begun) and happening.planned.match == 1:
                enter(store, "newcomer")
        assert len(store.matches_of("newcomer@1")) >= 2


def test_an_old_version_is_not_paired_once_the_new_one_is_in(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        for happening in make_season(store, Scripted()).run(4, lambda: True):
            if isinstance(happening, Begun) and happening.planned.match == 1:
                enter(store, "a", version=2)
        assert [len(store.matches_of(player)) for player in ("a@1", "a@2")] == [1, 3]


def test_a_match_is_played_with_todays_image_and_box_whatever_it_was_planned_with(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        planned = plan(store).plan
        assert planned.box == "container"
        planned.image = "of another version"
        store.plan(planned)
        executor = Scripted()
        play(store, executor, 2)
        for task in executor.started:
            plan_ = rec.Plan.FromString(task.plan)
            assert (plan_.box, plan_.image) == ("process", read_recipe().digest)


def test_a_bot_whose_files_are_not_here_is_not_paired_and_that_is_said(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b", "c") as store:
        _lose_files(store, "a@1")
        season = make_season(store, Scripted())
        list(season.run(3, lambda: True))
        assert [len(store.matches_of(player)) for player in ("a@1", "b@1")] == [0, 3]
        assert "a@1 cannot play: its files are not on this ladder." in list(season.shortages())


def test_a_planned_match_of_a_bot_whose_files_are_not_here_stops_the_season_in_a_sentence(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        plan(store)
        _lose_files(store, "a@1", "b@1")
        season = Season(
            store, LocalExecutor(store), endless, rng=Random(1), parallel=1, box="process"
        )
        with pytest.raises(HostFailure, match="there is no submission "):
            list(season.run(1, lambda: True))
        assert len(store.queue()) == 1


def _lose_files(store: Store, *players: Player) -> None:
    with store._engine.begin() as connection:
        for player in players:
            digest = store.roster().versions[player].digest
            gone = schema.submissions.c.digest == digest
            connection.execute(delete(schema.submissions).where(gone))


def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", divisions=[PAIRS, Division("tonton", {}, (3,))]) as store:
        season = make_season(store, Scripted())
        assert list(season.run(None, lambda: True)) == []
        assert list(season.shortages()) == [
            "6 nimmt! limit=none rounds=1 cannot be played by 2 bots: only 1 bot plays it.",
            "TonTon cannot be played by 3 bots: only 1 bot plays it.",
        ]
