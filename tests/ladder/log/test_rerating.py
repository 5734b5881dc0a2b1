"""What is written with a result is what a fold of the log gives, bit for bit, and is made again."""

from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from sqlalchemy import delete, text, update

from arena.errors import HostFailure
from ladder import rerating
from ladder.cli.acts import admit, exclude
from ladder.cli.table import table
from ladder.leaderboards import listed, read_boards
from ladder.log.entries import Admitted, AnyBody, Benched, Entered, Excluded, SeasonBegun
from ladder.log.proof import prove
from ladder.matches import Result
from ladder.queries.health import Examination
from ladder.queries.matches import read_match
from ladder.ratings import live
from ladder.ratings.live import LIVE_MODEL
from ladder.ratings.rating import Ratings
from ladder.rerating import Rater, rate_rest
from ladder.season.state import read_state
from ladder.store import schema
from ladder.store.derived import Derived
from ladder.store.settings import keep_setting, read_setting
from ladder.store.store import Store
from tests.ladder.ladders import (
    TEAMS,
    files_like,
    finish,
    make_ladder,
    plan_match,
    play,
    play_on,
    queue,
)
from tests.ladder.ratings.folding import fold
from tests.waiting import wait_until

GAMES = ["six_nimmt", "tonton"]
# What they are made of is asked of one database, how they are written and read of both.
ON_SQLITE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
DERIVED = (schema.ratings, schema.pairs, schema.forfeits, schema.settings)


@pytest.fixture
def store(place: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(rerating, "BATCH", 3)
    with make_ladder(place, "one", "two", "three", "four") as store:
        yield store


def counted(store: Store) -> list[Result]:
    return [*store.roster().counted(store.results(season=store.roster().season))]


def whole(store: Store) -> Ratings:
    return fold(counted(store))


def check(store: Store) -> None:
    """See that all that is written follows from the log."""
    assert store.is_rated()
    season = store.roster().season
    ratings: Ratings = {}
    results = counted(store)
    for last in range(store.head()[0] + 1):
        ratings = fold((one for one in results if one.number == last), ratings)
        assert store.ratings(season, GAMES, last) == ratings
    assert read_state(store).ratings == ratings
    assert [finding for finding in Examination(store).findings() if not finding.ok] == []


def rows(store: Store) -> list[list[tuple[object, ...]]]:
    with store.connections.reading() as connection:
        return [sorted(map(tuple, connection.execute(table.select()))) for table in DERIVED]


@ON_SQLITE
def test_what_follows_from_a_result_is_written_with_it(store: Store) -> None:
    assert store.is_rated()
    play_on(store, 5, erring=["two"])
    check(store)
    assert store.setting(Derived()).rated == store.setting(Derived()).counted == store.head()[0]
    assert {row[0] for row in store.forfeits()} == {"two@1"}


def test_games_with_partners_are_written_too(tmp_path: Path) -> None:
    with make_ladder(
        tmp_path / "teams.db", "one", "two", "three", "four", divisions=[TEAMS]
    ) as store:
        for _ in range(2):
            players = ["one@1", "two@1", "three@1", "four@1"]
            finish(store, plan_match(store, players, TEAMS), erring=["three"])
        check(store)
        before = rows(store)
        forget_all(store)
        rate_rest(store)
        assert rows(store) == before


def forget_all(store: Store) -> None:
    with store.connections.writing() as here:
        for table in DERIVED:
            here.connection.execute(delete(table))


def test_all_of_it_can_be_deleted_and_comes_back_with_the_same_bytes(store: Store) -> None:
    play_on(store, 4, erring=["one"])
    store.append(Excluded("so", player="three@1"), Excluded("so", match=2))
    rate_rest(store)
    play_on(store, 2)
    store.append(SeasonBegun(2, "endless", ()))
    play_on(store, 3, erring=["one"])
    before = rows(store)
    forget_all(store)
    assert not store.is_rated()
    # What comes meanwhile waits for what was before it.
    entry = finish(store, plan_match(store, ["one@1", "two@1"]))
    assert store.ratings_of(entry.number) == {}
    rate_rest(store)
    check(store)
    after = rows(store)
    assert [row for row in after[0] if row[3] != entry.number] == before[0]


@ON_SQLITE
@pytest.mark.parametrize(
    "body",
    [
        Excluded("so", match=2),
        Excluded("so", player="one@1"),
        Excluded("so", bot="one"),
    ],
)
def test_after_a_ruling_old_ratings_are_shown_until_they_are_made_again(
    store: Store, body: Excluded
) -> None:
    play_on(store, 5)
    changes: list[AnyBody] = [
        body,
        Admitted("so", player=body.player, bot=body.bot, match=body.match),
    ]
    for change in changes:
        before = store.ratings(1, GAMES)
        store.append(change)
        assert not store.is_rated()
        assert store.ratings(1, GAMES) == before
        official = read_boards(store, store.roster())
        rate_rest(store)
        check(store)
        after = read_boards(store, store.roster())
        # The official board was right at once.
        assert [row.strength for row in official.games["six_nimmt"]] == [
            row.strength for row in after.games["six_nimmt"]
        ]
        assert official.overall == after.overall


@ON_SQLITE
def test_a_ruling_about_who_never_played_changes_nothing(store: Store) -> None:
    finish(store, plan_match(store, ["one@1", "two@1"]))
    store.append(Excluded("so", player="three@1"), Benched("one@1", "so", ()))
    check(store)


@ON_SQLITE
def test_a_result_of_who_was_excluded_meanwhile_moves_nobody(store: Store) -> None:
    waiting = queue(store, plan_match(store, ["one@1", "two@1"]))
    store.append(Excluded("so", player="one@1"))
    assert store.finish(waiting.match, prove(play(waiting.plan))) is not None
    assert store.ratings(1, GAMES) == {}
    check(store)


@ON_SQLITE
def test_a_ruling_while_ratings_are_made_again_is_heeded(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(store, 7)
    forget_all(store)
    updates = live.updates

    def rule(state: object, results: object) -> object:
        monkeypatch.setattr(rerating, "updates", updates)
        store.append(Excluded("so", match=1))
        return updates(state, results)  # type: ignore[arg-type]

    monkeypatch.setattr(rerating, "updates", rule)
    rate_rest(store)
    check(store)


@ON_SQLITE
def test_ratings_of_another_model_are_made_again(store: Store) -> None:
    play_on(store, 5)
    before = rows(store)
    with store.connections.writing() as here:
        known = read_setting(here.connection, Derived())
        keep_setting(here.connection, replace(known, model="m" * 64))
        here.connection.execute(update(schema.ratings).values(mean=0.0))
    assert not store.is_rated()
    rate_rest(store)
    assert rows(store) == before
    assert store.setting(Derived()).model == LIVE_MODEL


@ON_SQLITE
@pytest.mark.parametrize(
    ("edit", "found"),
    [
        ("UPDATE ratings SET mean = 99 WHERE player = 'one@1'", "the live ratings after entry"),
        ("DELETE FROM ratings WHERE player = 'one@1'", "the live ratings after entry"),
        ("UPDATE pairs SET ahead = ahead + 1", "the counts of games by pair, or of forfeits"),
        ("DELETE FROM forfeits", "the counts of games by pair, or of forfeits"),
    ],
)
def test_doctor_finds_what_does_not_follow_from_the_log(
    store: Store, edit: str, found: str
) -> None:
    play_on(store, 3, erring=["one"])
    with store.connections.writing() as here:
        assert here.connection.execute(text(edit)).rowcount
    wrong = [finding.text for finding in Examination(store).findings() if not finding.ok]
    assert len(wrong) == 1
    assert found in wrong[0]


@ON_SQLITE
def test_a_match_tells_what_was_written_with_it(store: Store) -> None:
    play_on(store, 3)
    (result, *_) = store.results()
    story = read_match(store, result.match)
    assert {change.player for change in story.changes} == {*result.players}
    for change in story.changes:
        assert change.after == fold([result])[change.player, "six_nimmt"]
    store.append(Excluded("so", match=result.match))
    assert not read_match(store, result.match).rated
    rate_rest(store)
    story = read_match(store, result.match)
    assert (story.excluded, story.rated) == ("so", True)
    assert all(change.before == change.after for change in story.changes)


@ON_SQLITE
def test_a_board_takes_as_many_queries_however_much_was_played(
    store: Store, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def queries() -> int:
        from sqlalchemy import Engine, event

        count = 0

        def note(*_: object) -> None:
            nonlocal count
            # Servers of other tests may ask in threads of their own.
            count += current_thread() is main_thread()

        event.listen(Engine, "after_cursor_execute", note)
        table.main(["--json", "--ladder", place], standalone_mode=False)
        event.remove(Engine, "after_cursor_execute", note)
        return count

    play_on(store, 2)
    few = queries()
    play_on(store, 20)
    assert queries() == few
    assert capsys.readouterr().out


def tend_to_end(rater: Rater) -> None:
    """Tend a rater until its process has ended."""

    def look() -> bool:
        rater.tend()
        return not active_children()

    wait_until(look)


@ON_SQLITE
@pytest.mark.usefixtures("processes")
def test_what_they_cannot_be_made_of_is_not_tried_for_ever(store: Store) -> None:
    play_on(store, 4)
    store.append(Excluded("so", match=2))
    with store.connections.writing() as here:
        played = schema.entries.c.kind == "played"
        here.connection.execute(update(schema.entries).where(played).values(body="{"))
    with Rater(store, pause=0) as rater:
        rater.tend()
        for _ in range(2):
            with pytest.raises(HostFailure, match="live ratings cannot be made again"):
                tend_to_end(rater)
        assert active_children() == []


@pytest.mark.usefixtures("processes")
def test_one_program_makes_the_ratings_of_a_ladder_again(store: Store, place: str) -> None:
    play_on(store, 4)
    with Rater(store, pause=0) as first, Rater(store, pause=0) as second:
        exclude.main(
            ["--match=2", "--reason=so", "--ladder", place, "--json"], standalone_mode=False
        )
        assert not store.is_rated()
        second.tend()
        assert active_children() == []
        first.tend()
        assert len(active_children()) == 1
        tend_to_end(first)
        check(store)
        first.tend()
        assert active_children() == []
    admit.main(["--match=2", "--reason=so", "--ladder", place], standalone_mode=False)
    check(store)


@ON_SQLITE
def test_a_season_takes_the_ratings_that_another_program_has_made_again(store: Store) -> None:
    play_on(store, 5)
    state, before = read_state(store), whole(store)
    store.append(Excluded("so", match=2))
    state.catch_up(store)
    state.renew_ratings(store)
    assert state.ratings == before != whole(store)
    rate_rest(store)
    state.renew_ratings(store)
    assert state.ratings == whole(store)


# --- seasons ---


@ON_SQLITE
def test_a_season_that_is_over_has_the_board_that_it_had_but_for_what_counts_no_more(
    store: Store,
) -> None:
    play_on(store, 8)
    first = read_boards(store, store.roster())
    store.append(SeasonBegun(2, "endless", ("one@1", "two@1")))
    digest, files = files_like("one@2")
    store.enter(Entered("one@2", "organiser", digest, ()), files)
    assert [row.player for row in read_boards(store, store.roster()).overall] == ["two@1"]
    assert read_boards(store, store.roster(1)) == first
    store.append(Excluded("so", player="two@1"))
    rate_rest(store)
    found = read_boards(store, store.roster(1))
    assert {row.player for row in found.overall} == {"one@1", "three@1", "four@1"}


@ON_SQLITE
def test_on_the_board_of_a_final_are_those_that_take_part(store: Store) -> None:
    store.append(SeasonBegun(2, "swiss 3", ("one@1", "three@1")))
    assert listed(store.roster()) == ["one@1", "three@1"]
    assert len(listed(store.roster(1))) == 4
