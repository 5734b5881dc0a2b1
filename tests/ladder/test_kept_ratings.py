"""Ratings that were kept are those that a fold from the beginning gives, bit for bit."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from ladder import live_ratings
from ladder.cli.table import show_table
from ladder.live_ratings import keep_ratings, read_ratings
from ladder.log import Admitted, AnyBody, Excluded
from ladder.matches import Result
from ladder.queries.tables import TableQuery
from ladder.ratings.live import LIVE_MODEL, Ratings, fold
from ladder.season_state import read_state
from ladder.store.store import Store
from tests.ladder.ladders import make_ladder, play_on


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(live_ratings, "KEPT_EACH", 3)
    with make_ladder(tmp_path / "ladder.db", "one", "two", "three", "four") as store:
        yield store


def whole(store: Store, last: int) -> Ratings:
    return fold(store.roster().counted(store.results(last=last)))


def check(store: Store) -> None:
    head, _ = store.head()
    for last in range(head + 1):
        assert read_ratings(store, store.roster(), 1, last) == whole(store, last)
    assert read_state(store).ratings == whole(store, head)


def test_with_and_without_what_was_kept_the_ratings_have_the_same_bits(store: Store) -> None:
    play_on(store, 7)
    check(store)
    keep_ratings(store)
    kept = store.checkpoint(1, LIVE_MODEL, 100, store.roster().number)
    assert kept is not None
    assert kept[0] == store.head()[0]
    check(store)
    play_on(store, 4)
    check(store)


def test_what_was_kept_is_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(store, 7)
    keep_ratings(store)
    rated: list[Result] = []

    def note(results: Iterable[Result], ratings: Ratings) -> Ratings:
        rated.extend(results)
        return fold(rated, ratings)

    monkeypatch.setattr(live_ratings, "fold", note)
    last, _ = store.head()
    read_ratings(store, store.roster(), 1, last)
    assert rated == []
    # Kept after the third, the sixth and the seventh; each result comes after its plan.
    read_ratings(store, store.roster(), 1, last - 4)
    assert [result.match for result in rated] == [4, 5]


@pytest.mark.parametrize(
    "body", [Excluded("so", match=2), Excluded("so", player="one@1"), Excluded("so", bot="one")]
)
def test_after_an_exclusion_and_after_its_end_the_ratings_have_the_same_bits(
    store: Store, body: Excluded
) -> None:
    play_on(store, 5)
    keep_ratings(store)
    changes: list[AnyBody] = [
        body,
        Admitted("so", player=body.player, bot=body.bot, match=body.match),
    ]
    for change in changes:
        before = read_state(store).ratings
        store.append(change)
        check(store)
        assert read_state(store).ratings != before
        keep_ratings(store)
        check(store)
        play_on(store, 2)
        keep_ratings(store)
        check(store)


def test_a_board_takes_as_many_queries_however_much_was_played(
    store: Store,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Boards of as few results as here are not kept; that takes some more, once.
    monkeypatch.setattr(live_ratings, "KEPT_EACH", 1000)

    def queries() -> int:
        from sqlalchemy import Engine

        count = 0

        def note(*_: object) -> None:
            nonlocal count
            count += 1

        event.listen(Engine, "after_cursor_execute", note)
        show_table(str(tmp_path / "ladder.db"), None, TableQuery(), as_json=True)
        event.remove(Engine, "after_cursor_execute", note)
        return count

    play_on(store, 2)
    few = queries()
    play_on(store, 20)
    assert queries() == few
    assert capsys.readouterr().out
