"""Search for any game: flat determinized Monte Carlo, and an information-set tree search (ISMCTS).

Both try moves out in imagined games: the cards that a seat has not seen are dealt at random, so that
they agree with what it has seen, and the game is played on from there. What they need of a game is
in every game's state, so they play all games with all options.

    from arena_sdk import Bot, Turn, run
    from arena_sdk.search import Search
    from arena_sdk.timing import Timer

    class Searcher(Bot):
        def start(self, start):
            self.timer = Timer(start.clock)

        def choose(self, turn: Turn):
            return Search(turn, self.rng).tree(self.timer.watch(turn, self.rng))

A bot makes more of it by a policy of its own for the moves in imagined games, or a value of its own
for where they end.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from arena.games.contract import Move, State
from arena_sdk.bot import Turn

Policy: TypeAlias = Callable[[State[Any], int, Random], Move]
"""Chooses a move of a seat in an imagined game, not for long."""
Value: TypeAlias = Callable[[State[Any]], Sequence[float]]
"""Returns what a state is worth to every seat, 0 to 1."""

# How much a move that was tried seldom is preferred (Kocsis and Szepesvári 2006), for values of 0
# to 1. 0.7 is what ISMCTS was published with.
EXPLORATION: Final = 0.7
# So many moves all seats together make at most behind the tree, before a game is valued as it is.
HORIZON: Final = 200


def play_at_random(state: State[Any], seat: int, rng: Random) -> Move:
    """Return any legal move: the policy that knows nothing."""
    legal = state.legal(seat)
    return legal[int(rng.random() * len(legal))]


def value_by_rank(state: State[Any]) -> Sequence[float]:
    """Return 1 for the best seat and 0 for the last, as if the game ended here.

    A tenth is for the score, so that a game that is lost or won is not played on at random.
    """
    scores, ranks = state.scores(), state.ranks()
    last = len(ranks) - 1
    # Ties share their ranks: the first two of three have 1.5 each.
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    mean = sum(scores) / len(scores)
    spread = max(map(abs, (score - mean for score in scores))) or 1.0
    leads = [(score - mean) / spread for score in scores]
    return [
        0.9 * (1 - (place - 1) / last) + 0.1 * (0.5 + lead / 2)
        for place, lead in zip(places, leads, strict=True)
    ]


@dataclass(slots=True)
class Tried:
    """What came of a move in the games in which it was tried."""

    visits: int = 0
    total: float = 0.0
    """The sum of the values to the seat that made it."""
    available: int = 0
    """In how many games that came here it could be made."""

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass(slots=True)
class Node:
    """A place in the tree: all that the moves since the root make the same."""

    tried: dict[int, dict[Move, Tried]] = field(default_factory=dict)
    """By seat. At a simultaneous decision every seat chooses for itself."""
    children: dict[tuple[Move, ...], "Node"] = field(default_factory=dict)
    """By the moves of the seats that were to act, in the order of the seats."""


class Search:
    """The search for one decision. What was tried can be read from `tried` afterwards."""

    def __init__(
        self,
        turn: Turn[Any, Any, Any],
        rng: Random,
        *,
        policy: Policy = play_at_random,
        value: Value = value_by_rank,
        horizon: int = HORIZON,
    ) -> None:
        self._turn = turn
        self._rng = rng
        self._policy = policy
        self._value = value
        self._horizon = horizon
        self._seat: int = turn.view.seat
        self._root = Node()
        self.playouts = 0

    @property
    def tried(self) -> dict[Move, Tried]:
        """What came of each of the seat's moves."""
        return self._root.tried.get(self._seat, {})

    def flat(self, time: Iterator[object]) -> Move:
        """Try every move equally often, each time with all of them in the same imagined game.

        Returns the move with the highest mean value. `time` ends when the search has to.
        """
        moves = self._turn.legal
        if len(moves) == 1:
            return moves[0]
        tried = self._root.tried[self._seat] = {move: Tried() for move in moves}
        for _ in time:
            imagined = self._turn.imagine(self._rng)
            for move in moves:
                state = imagined.copy()
                state.play(self._seat, move)
                tried[move].visits += 1
                tried[move].total += self._play_out(state)[self._seat]
                self.playouts += 1
        return max(moves, key=lambda move: tried[move].mean)

    def tree(self, time: Iterator[object]) -> Move:
        """Search with single-observer ISMCTS; return the move that was tried most often.

        Every playout has an imagined game of its own, and walks down one tree that they all share:
        by the upper confidence bound of each move, counted over those games in which it could be
        made (Cowling, Powley and Whitehouse 2012). Where several seats decide at once, each chooses
        by its own bounds without the choices of the others: decoupled UCT (Tak, Lanctot and
        Winands 2014).
        """
        moves = self._turn.legal
        if len(moves) == 1:
            return moves[0]
        for _ in time:
            self._try_out(self._turn.imagine(self._rng))
            self.playouts += 1
        return max(moves, key=lambda move: self._visits(move))

    def _visits(self, move: Move) -> int:
        tried = self.tried.get(move)
        return tried.visits if tried else 0

    def _try_out(self, state: State[Any]) -> None:
        """Walk down the tree, add a node to it, play on behind it, and tell the nodes of the way."""
        node, way = self._root, list[tuple[int, Tried]]()
        while state.to_act:
            made, is_new = [], False
            for seat in state.to_act:
                move, tried = self._select(node, seat, state)
                is_new |= not tried.visits
                made.append(move)
                way.append((seat, tried))
                state.play(seat, move)
            child = node.children.get(tuple(made))
            if is_new or child is None:
                node.children.setdefault(tuple(made), Node())
                break
            node = child
        values = self._play_out(state)
        for seat, tried in way:
            tried.visits += 1
            tried.total += values[seat]

    def _select(self, node: Node, seat: int, state: State[Any]) -> tuple[Move, Tried]:
        """Return the move of a seat with the highest upper confidence bound, new ones first."""
        tried = node.tried.setdefault(seat, {})
        new = []
        best, highest = None, -1.0
        for move in state.legal(seat):
            known = tried.get(move)
            if known is None:
                new.append(move)
                continue
            known.available += 1
            if new:
                continue
            bound = known.total / known.visits if known.visits else 2.0
            if known.visits:
                bound += EXPLORATION * sqrt(log(known.available) / known.visits)
            if bound > highest:
                best, highest = (move, known), bound
        if new:
            move = new[int(self._rng.random() * len(new))]
            best = (move, tried.setdefault(move, Tried(available=1)))
        assert best is not None  # noqa: S101 - a seat that is to act has a move
        return best

    def _play_out(self, state: State[Any]) -> Sequence[float]:
        """Play on by the policy and return what the end is worth to every seat."""
        policy, rng = self._policy, self._rng
        for _ in range(self._horizon):
            if not state.to_act:
                break
            seat = state.to_act[0]
            state.play(seat, policy(state, seat, rng))
        return self._value(state)
