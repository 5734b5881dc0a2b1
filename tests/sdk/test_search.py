from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest
from arena_sdk import Turn, load
from arena_sdk.search import Playout, Search

from arena.bots.samples import SAMPLES
from arena.games import Deal, find_game, game_names
from arena.games.contract import State
from arena.games.messages import make_turn


class Named(NamedTuple):
    name: str


LEFT, RIGHT = Named("left"), Named("right")


@dataclass(eq=False)
class Matrix(State[Named]):
    """A game for two of one decision each: the second seat knows the first one's, or does not."""

    results: dict[tuple[Named, ...], tuple[int, int]]
    simultaneous: bool
    made: tuple[Named, ...] = ()

    def __post_init__(self) -> None:
        self.shuffles = ()
        self._ask()

    def _ask(self) -> None:
        owing = tuple(range(len(self.made), 2))
        self.to_act = owing if self.simultaneous else owing[:1]

    def legal(self, seat: int) -> Sequence[Named]:
        return [LEFT, RIGHT]

    def play(self, seat: int, move: Named) -> None:
        assert seat in self.to_act
        self.made += (move,)
        self._ask()

    def copy(self) -> "Matrix":
        return Matrix(self.results, self.simultaneous, self.made)

    def scores(self) -> tuple[int, ...]:
        return self.results[self.made]

    def ranks(self) -> tuple[int, ...]:
        raise NotImplementedError

    def cards(self) -> Iterable[int]:
        return ()


def question(imagine: Callable[[Random], State[Any]]) -> Any:
    """Return what a search reads of a Turn of the first seat."""
    return SimpleNamespace(legal=(LEFT, RIGHT), view=SimpleNamespace(seat=0), imagine=imagine)


def matrix(*results: tuple[int, int], simultaneous: bool) -> Any:
    table = dict(zip(product((LEFT, RIGHT), repeat=2), results, strict=True))
    return question(lambda _: Matrix(table, simultaneous))


# Left is better on average, but the second seat will not answer as the first one would like it.
TRAP: Final = matrix((19, 0), (-3, 3), (1, 0), (1, 0), simultaneous=False)


def test_flat_search_believes_in_random_answers_and_the_tree_finds_the_best_ones() -> None:
    assert Search(TRAP, Random(1)).flat(range(50)) == LEFT
    assert Search(TRAP, Random(1)).tree(range(400)) == RIGHT


def test_where_both_decide_at_once_the_tree_finds_what_is_better_whatever_the_other_does() -> None:
    # A prisoner's dilemma: to the right is better, whatever the other one does.
    # Value is the own score, as a lead would make a dilemma of nothing.
    class Own(Playout):
        def value(self, state: State[Any]) -> Sequence[float]:
            return state.scores()

    dilemma = matrix((3, 6), (0, 8), (5, 0), (1, 4), simultaneous=True)
    search = Search(dilemma, Random(1), Own())
    assert search.tree(range(400)) == RIGHT
    # The other one was found to choose so, too: the mean is near the 1 that this brings.
    assert search.tried[RIGHT].mean == pytest.approx(1, abs=0.5)


@pytest.mark.parametrize(("high", "best"), [(0.3, RIGHT), (0.7, LEFT)])
def test_a_bet_on_a_hidden_card_is_worth_what_it_brings_on_average(
    high: float, best: Named
) -> None:
    won = matrix((2, 0), (2, 0), (0, 0), (0, 0), simultaneous=False)
    lost = matrix((0, 2), (0, 2), (0, 0), (0, 0), simultaneous=False)
    bet = question(lambda rng: (won if rng.random() < high else lost).imagine(rng))
    assert Search(bet, Random(1)).tree(range(400)) == best
    assert Search(bet, Random(1)).flat(range(200)) == best


def test_the_bot_says_which_moves_are_looked_at_and_how_it_goes_on() -> None:
    class Narrow(Playout):
        def moves(self, state: State[Any], seat: int) -> Sequence[Named]:
            return [LEFT] if seat == 0 else [LEFT, RIGHT]

    search = Search(TRAP, Random(1), Narrow())
    assert search.tree(range(50)) == LEFT
    assert {*search.tried} == {LEFT}

    class Harsh(Playout):
        def policy(self, state: State[Any], seat: int, rng: Random) -> Named:
            return RIGHT

    assert Search(TRAP, Random(1), Harsh()).flat(range(3)) == RIGHT


def test_a_state_is_valued_where_the_bot_stops_or_at_the_horizon() -> None:
    class Sighted(Playout):
        def stops(self, state: State[Any], root: State[Any]) -> bool:
            return len(state.made) > len(root.made)  # type: ignore[attr-defined]

        def value(self, state: State[Any]) -> Sequence[float]:
            return [state.made.index(RIGHT) if RIGHT in state.made else -1.0, 0.0]  # type: ignore[attr-defined]

    class Near(Sighted):
        horizon = 0

        def stops(self, state: State[Any], root: State[Any]) -> bool:
            return False

    for playout in (Sighted(), Near()):
        search = Search(TRAP, Random(1), playout)
        assert search.flat(range(3)) == RIGHT
        assert [tried.mean for tried in search.tried.values()] == [-1, 0]


@pytest.mark.parametrize("game", game_names())
def test_a_search_is_repeatable_and_without_time_does_what_the_policy_says(game: str) -> None:
    rules = find_game(game)
    state = rules.start(3, Deal(5), rules.Options())
    turn: Turn[Any, Any, Any] = Turn(rules, make_turn(rules, state, state.to_act[0]))
    playout = (
        load(SAMPLES / "searcher" / "bot.py").choose.__globals__["PLAYOUTS"].get(game, Playout())
    )
    for kind in (Search.tree, Search.flat):
        first, again = Search(turn, Random(7), playout), Search(turn, Random(7), playout)
        assert kind(first, range(20)) == kind(again, range(20))
        assert first.playouts == again.playouts == sum(it.visits for it in first.tried.values())
        told = [[(it.visits, it.total) for it in one.tried.values()] for one in (first, again)]
        assert told[0] == told[1]
        assert kind(Search(turn, Random(7), playout), ()) in turn.legal
