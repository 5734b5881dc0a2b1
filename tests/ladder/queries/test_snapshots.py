"""Snapshots, and what pages ask of them: curves, movement, head to head, statistics, the season."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from arena.errors import HostFailure, UserError
from arena.v1 import record_pb2 as rec
from ladder.leaderboards import read_boards
from ladder.log.entries import ORGANISER, Entered, Excluded, Paused, SeasonBegun
from ladder.queries.bots import read_bot_details, read_head_to_head
from ladder.queries.games import read_game_details, summarise
from ladder.queries.matches import list_matches, read_match_details
from ladder.queries.season import read_season_progress
from ladder.queries.snapshot import Fits, Snapshot
from ladder.queries.tables import TableQuery, read_standings
from ladder.ratings import board, official
from ladder.ratings.comparisons import Counts
from ladder.ratings.live import updates
from ladder.ratings.official import Fit, NoFit
from ladder.ratings.rating import Rating
from ladder.rerating import rate_rest
from ladder.store.database import StoreFailure
from ladder.store.opening import open_reader
from ladder.store.store import Store
from tests.ladder.ladders import (
    SHORT,
    files_like,
    finish,
    make_ladder,
    plan_match,
    play_on,
    queue,
    void,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path / "ladder.db", "one", "two", "three", games_a_match=6) as store:
        yield store


def test_a_reader_is_refused_every_change(place: str) -> None:
    make_ladder(place).close()
    with open_reader(place) as reader, pytest.raises(StoreFailure, match="read-only"):
        Store(reader.connections).append(Paused(paused=True))


def follow(before: Snapshot) -> Snapshot:
    """Return the snapshot of now, with what was made for the one before."""
    return Snapshot(before.ladder, before.answers)


def test_what_takes_long_is_made_once_and_handed_on_until_a_board_changes(store: Store) -> None:
    play_on(store, 2)
    first = Snapshot(store)
    made = first.boards()
    assert (first.boards().boards, made.head) == (made.boards, store.head())
    store.append(Paused(paused=True))
    second = follow(first)
    assert (second.last, first.last) == (store.head()[0], store.head()[0] - 1)
    # Nothing has changed them since: they are right as of its entry, too.
    assert second.boards() == replace(made, head=store.head())
    assert second.boards().fits is made.fits
    assert second.boards().at_midnight is made.at_midnight
    store.append(Paused(paused=False))
    play_on(store, 1)
    third = follow(second).boards()
    assert third.boards == read_boards(store, store.roster())
    assert third.boards != made.boards
    assert third.at_midnight == made.at_midnight
    digest, content = files_like("two again")
    store.enter(Entered("two@2", ORGANISER, digest, ()), content)
    fourth = follow(second).boards()
    assert fourth.fits is third.fits
    assert fourth.at_midnight == read_boards(store, store.roster(), last=0)


def test_a_fit_that_fails_leaves_the_last_one_and_is_not_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(store, 2)
    first = Snapshot(store)
    fits, tries = first.boards().fits.by_game, []

    def fail(counts: Counts) -> Fit:
        tries.append(counts)
        raise NoFit("so")

    play_on(store, 1)
    with monkeypatch.context() as patched:
        patched.setattr(board, "fit_counts", fail)
        second = follow(first)
        assert second.boards().fits == Fits(1, fits, frozenset({"six_nimmt"}))
        expected = read_boards(store, store.roster(), fits=fits).games
        assert second.boards().boards.games == expected
        assert len(tries) == 1
        found = read_standings(second, "six_nimmt", TableQuery())
        assert found.movement == {}
        assert found.unfitted == {"six_nimmt"}
        with pytest.raises(HostFailure, match="so"):
            read_standings(second, "six_nimmt", TableQuery(seats=3))
        store.append(Paused(paused=True))
        tries.clear()
        third = follow(second)
        assert third.boards().fits == second.boards().fits
        assert tries == []
    store.append(Paused(paused=False))
    play_on(store, 1)
    fourth = follow(third).boards().fits
    assert fourth.by_game != fits
    assert not fourth.failed


def test_the_fit_of_a_season_before_is_none_of_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(store, 2)
    first = Snapshot(store)
    assert {*first.boards().fits.by_game} == {"six_nimmt"}
    store.append(SeasonBegun(2, "endless", ()))
    play_on(store, 2)
    monkeypatch.setattr(official, "_MOST", 1)
    second = follow(first).boards()
    assert second.fits == Fits(2, {}, frozenset({"six_nimmt"}))
    assert second.boards.games == {"six_nimmt": ()}


def test_many_threads_make_a_thing_once(store: Store) -> None:
    snapshot, made = Snapshot(store), []
    threads = [Thread(target=lambda: snapshot.once("it", lambda: made.append(1))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_what_failed_is_tried_again(store: Store) -> None:
    snapshot = Snapshot(store)
    with pytest.raises(ZeroDivisionError):
        snapshot.once("it", lambda: 1 / 0)
    assert snapshot.once("it", lambda: 1) == 1


def _curve(store: Store) -> list[Rating]:
    results = store.roster().counted(store.results(game="six_nimmt", season=store.roster().season))
    key = ("one@1", "six_nimmt")
    return [step.after[key] for step in updates({}, results) if key in step.after]


def test_a_curve_is_the_live_ratings_after_each_match(store: Store) -> None:
    play_on(store, 6)
    found = read_bot_details(Snapshot(store), "one").curves["six_nimmt"]
    expected = _curve(store)
    assert [(point.matches, point.games, point.mean, point.deviation) for point in found] == [
        (rating.matches, rating.games, rating.mean, rating.deviation) for rating in expected
    ]


def test_movement_is_that_since_midnight(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two", games_a_match=200) as store:
        numbers = [
            finish(store, plan_match(store, ["one@1", "two@1"]), erring=[erring]).number
            for erring in ("two", "one", "one")
        ]
        now = datetime.now(UTC).replace(hour=12)
        times = [now - timedelta(days=1), now - timedelta(hours=2), now - timedelta(hours=1)]
        connection = sqlite3.connect(place)
        with connection:
            asked = "UPDATE results SET time = ? WHERE number = ?"
            rows = [(time.isoformat(), number) for time, number in zip(times, numbers, strict=True)]
            connection.executemany(asked, rows)
        connection.close()
        today = Snapshot(store, now=now)
        found = read_standings(today, "six_nimmt", TableQuery())
        assert found.movement == {"two@1": 1, "one@1": -1}
        assert read_standings(today, "six_nimmt", TableQuery(seats=2)).movement == {}
        tomorrow = Snapshot(store, now=now + timedelta(days=1))
        found = read_standings(tomorrow, "six_nimmt", TableQuery())
        assert found.movement == {"two@1": 0, "one@1": 0}


def test_standings_are_the_board_with_authors_and_forfeits(store: Store) -> None:
    play_on(store, 3, erring=["three"])
    found = read_standings(Snapshot(store), "six_nimmt", TableQuery())
    assert found.board.rows == read_boards(store, store.roster()).games["six_nimmt"]
    assert {*found.forfeits} == {"three@1"}
    assert found.authors["one@1"] == "organiser"
    with pytest.raises(UserError, match="is not played on this ladder"):
        read_standings(Snapshot(store), "chess", TableQuery())


def test_forfeits_are_those_of_the_games_that_are_counted(store: Store) -> None:
    first = finish(store, plan_match(store, ["one@1", "three@1"]), ["three"])
    finish(store, plan_match(store, ["one@1", "two@1", "three@1"]), ["three"])
    store.append(SeasonBegun(2, "endless", ()))
    finish(store, plan_match(store, ["one@1", "two@1"]), ["two"])
    snapshot = Snapshot(store)

    def forfeited(**asked: Any) -> dict[str, int]:
        found = read_standings(snapshot, "six_nimmt", TableQuery(**asked)).forfeits
        assert read_standings(snapshot, None, TableQuery(**asked)).forfeits == found
        return found

    assert forfeited() == forfeited(season=2) == forfeited(seats=2) == {"two@1": 6}
    assert forfeited(season=1) == {"three@1": 12}
    assert forfeited(season=1, as_of=first.time) == forfeited(season=1, seats=2) == {"three@1": 6}
    assert forfeited(seats=3) == forfeited(without=("one",)) == {}


def test_two_bots_head_to_head(store: Store) -> None:
    play_on(store, 8, erring=["two"])
    found = read_head_to_head(Snapshot(store), "one", "two")
    (score,) = found.scores
    common = [line for line in list_matches(store) if {"one@1", "two@1"} <= {*line.players}]
    assert [line.match for line in found.matches] == [line.match for line in common]
    assert score.ahead + score.level + score.behind == sum(line.games for line in common)
    assert found.duel.beats["six_nimmt"].chance.value > 0.5
    with pytest.raises(UserError, match="cannot be compared with itself"):
        read_head_to_head(Snapshot(store), "one", "one@1")


def test_matches_before_one(store: Store) -> None:
    play_on(store, 4)
    newest = [line.match for line in list_matches(store)]
    assert [line.match for line in list_matches(store, before=newest[1])] == newest[2:]
    with pytest.raises(UserError, match="Match 99 has no result"):
        list(list_matches(store, before=99))


def test_the_games_of_a_match_add_up_to_its_result(store: Store) -> None:
    entry = play_on(store, 1)[0]
    found = read_match_details(store, entry.played.match)
    assert len(found.games) == entry.played.games
    for index, player in enumerate(entry.played.players):
        scores = [game.scores[game.seats.index(player)] for game in found.games]
        assert sum(scores) == entry.played.scores[index]
        ranks = [game.ranks[game.seats.index(player)] for game in found.games]
        assert ranks == [game[index] for game in entry.played.ranks]


def test_statistics_of_games() -> None:
    record = rec.Record()
    for scores, ranks in (([3, 1], [1, 2]), ([2, 2], [1, 1]), ([9, 0], [1, 2])):
        record.games.add(scores=scores, ranks=ranks, entries=[rec.Entry()] * (scores[0] + 1))
    # Where somebody forfeited, nothing is said of the seats.
    record.games.add(scores=[0, 5], ranks=[2, 1], forfeits=[rec.Forfeit(seat=0)])
    found = summarise([record])
    assert found is not None
    assert (found.matches, found.games) == (1, 4)
    assert (found.decisions.least, found.decisions.median, found.decisions.greatest) == (0, 3.5, 10)
    assert (found.scores.least, found.scores.median, found.scores.greatest) == (0, 2, 9)
    first, second = found.seats
    assert (first.seats, first.seat, first.games) == (2, 0, 3)
    assert first.share == pytest.approx(5 / 6)
    # 1.96 times the standard deviation of 1, 1/2, 1, over the root of 3.
    assert first.margin == pytest.approx(1.959964 * 0.288675 / 3**0.5, abs=1e-5)
    assert second.share == pytest.approx(1 / 6)
    assert (second.seats, second.seat, second.games, second.margin) == (2, 1, 3, first.margin)
    assert summarise([]) is None


def test_a_game_without_a_match_has_rules_and_no_statistics(store: Store) -> None:
    found = read_game_details(Snapshot(store), "six_nimmt")
    assert found.statistics is None
    assert found.rules.startswith("# 6 nimmt!")
    assert "careful" in found.samples
    assert "angler" not in found.samples
    play_on(store, 1)
    statistics = read_game_details(Snapshot(store), "six_nimmt").statistics
    assert statistics is not None
    assert statistics.games >= 6


def test_the_season_says_what_is_played_what_waits_and_what_was_void(store: Store) -> None:
    play_on(store, 2)
    playing, waiting = (queue(store, plan_match(store)).match for _ in range(2))
    store.begin(playing)
    void(store, playing, "the machine sneezed")
    store.begin(playing)
    found = read_season_progress(Snapshot(store))
    assert [one.match for one in found.playing] == [playing]
    assert [one.match for one in found.waiting] == [waiting]
    assert found.playing[0].voids == 1
    assert [(one.match, one.attempt, one.reason) for one in found.voids] == [
        (playing, 1, "the machine sneezed")
    ]
    assert sum(hour.matches for hour in found.hours) == 2
    assert len(found.hours) == 24
    assert [one.season for one in found.seasons] == [1]


def test_a_match_that_is_begun_is_a_change(store: Store) -> None:
    match = queue(store, plan_match(store, division=SHORT)).match
    snapshot = Snapshot(store)
    assert snapshot.is_current()
    store.begin(match)
    assert not snapshot.is_current()


def test_an_exclusion_changes_movement_at_once_and_curves_once_they_are_rated(store: Store) -> None:
    play_on(store, 4)
    first = Snapshot(store)
    first.boards()
    assert first.rated
    store.append(Excluded("copied", bot="two"))
    second = follow(first)
    assert not second.rated
    assert not read_standings(second, "six_nimmt", TableQuery()).board.rated
    assert read_bot_details(second, "two").curves
    assert all(row.player != "two@1" for row in second.boards().at_midnight.overall)
    rate_rest(store)
    assert not second.is_current()
    third = follow(second)
    assert read_standings(third, "six_nimmt", TableQuery()).board.rated
    assert third.boards().boards == read_boards(store, store.roster())
    assert not read_bot_details(third, "two").curves
