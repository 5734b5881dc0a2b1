"""New against old: two versions of a bot, compared in pairs of games that authors ask for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.errors import NotFound, NotNow, NotOwn, UserError
from arena.match.paired import Arm, place_of
from arena.v1 import record_pb2 as rec
from ladder.log.entries import Entered, Frozen, Joined, Limited, Limits, Withdrawn
from ladder.queries.requests import RequestsHere
from ladder.season.executor import MatchTask
from ladder.store.database import Away
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.wire import ComparedVersions, RequestState
from tests.ladder.ladders import files_like
from tests.ladder.scripted import (
    VOID,
    Scripted,
    StoreClock,
    is_rated,
    kinds,
    make_ladder,
    make_season,
    play,
    players_of,
    run_to_end,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A ladder with two versions of ada's bot `hers`, and the organiser's a and b."""
    with make_ladder(tmp_path, *"ab") as store:
        store.append(Joined("ada"), Joined("bob"))
        for version in (1, 2):
            enter(store, f"hers@{version}")
        yield store


def enter(store: Store, player: str, author: str = "ada") -> None:
    digest, content = files_like(player)
    store.enter(Entered(player, author, digest, ()), content)


def kept(store: Store) -> Requests:
    return Requests(store.connections)


def told(store: Store, number: int = 1) -> tuple[RequestState, ComparedVersions]:
    """Return what a comparison has come to."""
    story = RequestsHere(store, "ada").read_request(number)
    assert story.compared is not None
    return story.request.state, story.compared


def rest(store: Store, executor: Scripted) -> None:
    """Play what was asked for, and nothing else."""
    play(store, executor, choose=lambda *_: None)


class OldFails(Scripted):
    """Plays so that the first version fails."""

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        self.failing = {bot.name for bot in plan.bots} & {"hers@1"}
        return super()._record(plan, attempt)


def test_both_versions_play_the_same_games_until_there_is_an_answer(store: Store) -> None:
    asked = RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    assert (asked.player, asked.old, asked.players) == ("hers@2", "hers@1", ("hers@2", "a@1"))
    executor = OldFails()
    rest(store, executor)
    plans = [rec.Plan.FromString(task.plan) for task in executor.started]
    for number, plan in enumerate(plans):
        mine = "hers@1" if place_of(number)[1] is Arm.OLD else "hers@2"
        assert [bot.name for bot in plan.bots] == [mine, "a@1"]
        assert plan.games == 12
    seeds = [plan.seed for plan in plans]
    assert seeds[::2] == seeds[1::2]
    assert len({*seeds}) == len(plans) // 2
    state, compared = told(store)
    assert (state, compared.answer) == (RequestState.PLAYED, "better")
    assert compared.low > 0
    assert compared.sentence.startswith("The new version is better. It beats +")
    assert kept(store).comparison(1).forfeits(0).total() > 0
    # What is counted is kept as that alone.
    assert kept(store).record(1) is None
    with pytest.raises(NotFound, match="Request 1 is a comparison: many matches, and no record"):
        RequestsHere(store, "ada").read_requested_record(1)


def test_it_grows_a_match_at_a_time_takes_turns_and_never_counts(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    executor = Scripted()
    play(store, executor, 3)
    assert [is_rated(job) for job in executor.jobs()] == [False, True] * 3
    state, compared = told(store)
    # The other version is still to play the games of the third match.
    assert (state, compared.pairs) == (RequestState.WAITING, 12)
    assert kinds(store)["Played"] == 3


def test_others_are_next_before_its_second_match(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StoreClock(monkeypatch)

    class Slow(Scripted):
        def start(self, task: MatchTask) -> None:
            super().start(task)
            clock.wait(60)

    store.append(Joined("eve"))
    enter(store, "eves@1", "eve")
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    for _ in range(2):
        RequestsHere(store, "eve").ask_for_match("eves", ["a"])
    executor = Slow()
    play(store, executor, 4)
    requested = [job for job in executor.jobs() if not is_rated(job)]
    assert requested == ["request 1", "request 2", "request 1", "request 3"]


def test_it_ends_open_after_as_many_pairs_as_there_may_be(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.queue.paired.COMPARISON_PAIRS", 24)
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    executor = Scripted()
    rest(store, executor)
    state, compared = told(store)
    assert len(executor.started) == 4
    assert (state, compared.pairs) == (RequestState.PLAYED, 24)
    assert compared.sentence.startswith("Nothing is shown yet. It beats ")


def test_a_void_match_and_a_season_that_ends_keep_the_cards_of_the_other_version(
    store: Store,
) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    executor = Scripted(None, None, VOID)
    play(store, executor, 2)
    again = Scripted()
    play(store, again, 1)
    first, void, *_ = [task for task in executor.started if not is_rated(task.job)]
    later, *_ = [task for task in again.started if not is_rated(task.job)]
    assert players_of(first) == {"hers@1", "a@1"}
    assert players_of(void) == players_of(later) == {"hers@2", "a@1"}
    assert void.plan == later.plan
    assert rec.Plan.FromString(first.plan).seed == rec.Plan.FromString(later.plan).seed


def test_versions_that_play_no_more_are_compared_on_a_frozen_ladder_too(store: Store) -> None:
    enter(store, "hers@3")
    store.append(Withdrawn("hers@1"), Frozen(frozen=True))
    asked = RequestsHere(store, "ada").ask_for_match("hers@2", ["a"], old="hers@1")
    assert (asked.player, asked.old) == ("hers@2", "hers@1")
    play(store, Scripted(), 2)
    assert told(store)[1].pairs == 12


def test_what_cannot_be_compared_is_refused_in_a_sentence(store: Store) -> None:
    store.append(Limited(Limits(old_versions=1)))
    enter(store, "hers@3")
    for author, bot, old, kind, sentence in (
        ("ada", "hers", "hers", UserError, "hers@3 and hers@3 are not two versions of one bot"),
        ("ada", "hers", "a", UserError, "a@1 and hers@3 are not two versions of one bot"),
        ("bob", "hers", "hers@2", NotOwn, "hers@3 is ada's, not bob's"),
        ("ada", "hers", "nobody", NotFound, "no bot 'nobody'"),
        ("ada", "hers", "hers@1", NotNow, "hers@1 is too old: its files are kept no more"),
    ):
        with pytest.raises(kind, match=sentence):
            RequestsHere(store, author).ask_for_match(bot, ["a"], old=old)
    assert kept(store).newest() == []


def test_one_that_is_taken_back_says_what_it_had_come_to(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    play(store, Scripted(), 2)
    kept(store).take_back(1, "ada")
    state, compared = told(store)
    assert (state, compared.pairs) == (RequestState.FAILED, 12)


def test_old_comparisons_are_kept_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.queue.paired.COMPARISON_PAIRS", 12)
    monkeypatch.setattr("ladder.store.requests.RECORDS_OF_REQUESTS", 1)
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    rest(store, Scripted())
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    rest(store, Scripted())
    assert told(store)[1].sentence == "No round was played in both versions yet."


def test_a_match_that_was_kept_although_the_database_could_not_say_so_counts_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    RequestsHere(store, "ada").ask_for_match("hers", ["a"], old="hers@1")
    executor = Scripted()
    season = make_season(store, executor, lambda *_: None)
    requests = season._context.requests
    real = requests.finish

    def finish(*args: Any) -> None:
        real(*args)
        monkeypatch.undo()
        raise Away("the database server cannot be reached, or has ended; start it and go on")

    monkeypatch.setattr(requests, "finish", finish)
    run_to_end(season, None)
    arms = [place_of(number)[1] for number in range(len(executor.started))]
    mine = [{"hers@1" if arm is Arm.OLD else "hers@2", "a@1"} for arm in arms]
    assert [players_of(task) for task in executor.started] == mine
    state, compared = told(store)
    assert state == RequestState.PLAYED
    assert compared.pairs == 12 * (len(executor.started) // 2)
