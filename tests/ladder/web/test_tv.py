"""What is worth watching: games of the newest matches, one after the other."""

from pathlib import Path

import pytest

from ladder.queries.highlights import interest, next_highlight
from ladder.queries.matches import read_match_details
from ladder.queries.snapshot import Snapshot
from ladder.store.opening import open_reader
from ladder.wire import GameOfMatch
from tests.ladder.golden import Golden
from tests.ladder.ladders import SHORT, make_ladder
from tests.ladder.web.sites import fill, visiting


def game(*scores: int) -> GameOfMatch:
    """Return a game of a and b, and so on, of which that with the least points is first."""
    ranks = tuple(1 + sum(other < one for other in scores) for one in scores)
    return GameOfMatch(1, tuple("abcdef"[: len(scores)]), scores, ranks, 20, ())


EVEN = dict.fromkeys("abc", 0.0)


def test_what_is_close_or_surprising_is_worth_more_than_what_is_clear() -> None:
    assert interest(game(10, 10), EVEN) == pytest.approx(2)
    assert interest(game(10, 11, 50), EVEN) > interest(game(10, 40, 50), EVEN)
    favourite = {"a": 1.5, "b": 0.0, "c": 0.0}
    assert interest(game(30, 10, 50), favourite) > interest(game(10, 30, 50), favourite)


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    """Return a ladder with 15 matches, in some of which a bot forfeits all of its games."""
    return golden.copy(tmp_path / "ladder.db", fill, 15)


def test_the_newest_matches_are_shown_in_turn_and_none_by_its_result(place: Path) -> None:
    with open_reader(str(place)) as reader:
        snapshot = Snapshot(reader)
        games = {number: read_match_details(reader, number).games for number in range(4, 16)}
        found = [first := next_highlight(snapshot)]
        while (following := next_highlight(snapshot, found[-1].match if found[-1] else 0)) != first:
            found.append(following)
        # After a match that is none of them any more, the best.
        assert next_highlight(snapshot, 1) == first
    # Nobody likes to watch a referee play for a bot.
    whole = [number for number, its in games.items() if not all(one.forfeits for one in its)]
    assert 0 < len(whole) < 12
    assert sorted(one.match for one in found if one) == whole
    for one in found:
        assert one is not None
        game = games[one.match][one.number - 1]
        assert one.players == game.seats
        assert not game.forfeits


def test_the_page_has_the_game_the_board_and_the_way_to_the_next(place: Path) -> None:
    with open_reader(str(place)) as reader:
        first = next_highlight(Snapshot(reader))
    assert first is not None
    with visiting(place) as site:
        text = site.get("/tv").text
        assert f'data-match="api/v1/matches/{first.match}/replay?game={first.number}"' in text
        assert f'data-next="tv?after={first.match}"' in text
        assert "In front in " in text
        following = site.get(f"/tv?after={first.match}").text
        assert f'data-match="api/v1/matches/{first.match}/replay' not in following


def test_before_the_first_game_it_says_so(tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "one", "two", divisions=(SHORT,)).close()
    with visiting(tmp_path / "ladder.db") as site:
        assert "No game is over yet" in site.get("/tv").text
