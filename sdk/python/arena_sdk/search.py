"""Search for any game: flat determinized Monte Carlo, and an information-set tree search (ISMCTS).

Both try moves out in imagined games. The unseen cards are dealt at random, so that they agree with
the view, and the game is played on from there. They need only a game's state, so they play all
games with all options.

    from arena_sdk import Bot, Turn, run
    from arena_sdk.search import Search
    from arena_sdk.timing import TimeManager

    class Searcher(Bot):
        def start(self, start):
            self.time = TimeManager(start.clock)

        def choose(self, turn: Turn):
            return Search(turn, self.rng).tree(self.time.share(turn, self.rng))

A bot improves on it by its own `Playout`: the moves worth a look, the policy of all seats, and the
value of the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from statistics import fmean
from typing import Any, Final

from arena.games import Move, State
from arena.games import playout as play_on
from arena_sdk.bot import Turn

# How much a move that was tried seldom is preferred (Kocsis and Szepesvári 2006), in standard
# deviations of what the playouts come to. ISMCTS was published with 0.7 for values of 0 to 1; a
# value that is as often 0 as 1 has a standard deviation of 0.5.
EXPLORATION: Final = 1.0


class Playout:
    """How imagined games are played on. Override what the bot knows better."""

    horizon: int = 200
    """This many moves all seats together make at most behind the tree."""

    def moves(self, state: State[Any], seat: int) -> Sequence[Move]:
        """Return the legal moves of a seat that are worth a look, at least one: all of them."""
        return state.legal(seat)

    def policy(self, state: State[Any], seat: int, rng: Random) -> Move:
        """Return a move of a seat behind the tree, and do not take long: any legal one."""
        legal: Sequence[Move] = state.legal(seat)
        return legal[int(rng.random() * len(legal))]

    def stops(self, state: State[Any], root: State[Any]) -> bool:  # noqa: ARG002 - for those that do
        """Say whether to value a state although the game goes on: never before the horizon.

        `root` is an imagined state in which the question was asked. Leave it as it is.
        """
        return False

    def value(self, state: State[Any]) -> Sequence[float]:
        """Return what a state is worth to every seat, in any unit: its lead of the mean score."""
        scores = state.scores()
        mean = fmean(scores)
        return [score - mean for score in scores]


@dataclass(slots=True)
class Tried:
    """The outcome of a move in the playouts in which it was tried."""

    visits: int = 0
    total: float = 0.0
    """The sum of the values to the seat that made it."""
    available: int = 0
    """In how many playouts that came here it could be made."""

    @property
    def mean(self) -> float:
        """The mean value; of a move that was never tried, less than of any other."""
        return self.total / self.visits if self.visits else -inf


@dataclass(slots=True)
class SearchNode:
    """A place in the tree: the moves since the root are the same, the hidden cards are not."""

    tried: dict[int, dict[Move, Tried]] = field(default_factory=dict)
    """By seat. At a simultaneous decision every seat chooses for itself."""
    children: dict[tuple[Move, ...], "SearchNode"] = field(default_factory=dict)
    """By the moves of the seats that were to act, in the order of the seats."""


class Search:
    """The search for one decision. `tried` tells afterwards what came of each move."""

    def __init__(self, turn: Turn[Any, Any, Any], rng: Random, playout: Playout | None = None):
        self._turn = turn
        self._rng = rng
        self._playout = playout or Playout()
        # Methods that the bot has not overridden are done by compiled code, if there is any.
        own = type(self._playout)
        self._policy = None if own.policy is Playout.policy else self._playout.policy
        self._seat: int = turn.view.seat
        self._asked: State[Any] = turn.imagine(rng)
        self._stops = None if own.stops is Playout.stops else self._stop
        self._root = SearchNode()
        self._sum = self._squares = self._spread = 0.0
        self.playouts = 0

    @property
    def tried(self) -> dict[Move, Tried]:
        """The outcome of each of the seat's moves that were tried."""
        return self._root.tried.setdefault(self._seat, {})

    def flat(self, rounds: Iterable[object]) -> Move:
        """Try every move once a round, all in the same imagined game; return the best on average.

        Flat Monte Carlo over determinizations. That all moves meet the same cards makes their
        difference surer (common random numbers). `rounds` ends when the search has to.
        """
        moves = self._playout.moves(self._asked, self._seat)
        if len(moves) == 1:
            return moves[0]
        tried = {move: Tried() for move in moves}
        self._root.tried[self._seat] = tried
        for _ in rounds:
            imagined = self._turn.imagine(self._rng)
            for move in moves:
                state = imagined.copy()
                state.play(self._seat, move)
                tried[move].visits += 1
                tried[move].total += self._play_out(state)[self._seat]
        return self._best_or_policy(max(moves, key=lambda move: tried[move].mean))

    def tree(self, playouts: Iterable[object]) -> Move:
        """Search with single-observer ISMCTS; return the move that was tried most often.

        Every playout has an imagined game of its own, and walks down one tree that they all share.
        It goes by the upper confidence bound of each move, counted over the playouts in which it
        could be made (Cowling, Powley and Whitehouse 2012). If several seats decide at once, each
        chooses by its own bounds without the choices of the others: decoupled UCT (Tak, Lanctot and
        Winands 2014). It finds moves that are good against any play, and mixes no strategies, so
        its bluffs can be read. `playouts` ends when the search has to.
        """
        moves: tuple[Move, ...] = self._turn.legal
        if len(moves) == 1:
            return moves[0]
        for _ in playouts:
            self._try_out(self._turn.imagine(self._rng))
        tried = self.tried
        return self._best_or_policy(
            max(tried, key=lambda move: (tried[move].visits, tried[move].mean), default=moves[0])
        )

    def _best_or_policy(self, best: Move) -> Move:
        """Return the best move, or where there was no time to try any, what the policy says."""
        if self.playouts:
            return best
        return self._playout.policy(self._asked, self._seat, self._rng)

    def _try_out(self, state: State[Any]) -> None:
        """Walk down the tree, add a node, play on behind it, and tell the nodes of the way."""
        node, way, is_new = self._root, list[tuple[int, Tried]](), False
        stops, asked = self._playout.stops, self._asked
        while state.to_act and not is_new and not stops(state, asked):
            made = []
            for seat in state.to_act:
                move, tried = self._select(node, seat, state)
                is_new |= not tried.visits
                made.append(move)
                way.append((seat, tried))
                state.play(seat, move)
            key = tuple(made)
            is_new |= key not in node.children
            node = node.children.setdefault(key, SearchNode())
        values = self._play_out(state)
        for seat, tried in way:
            tried.visits += 1
            tried.total += values[seat]

    def _select(self, node: SearchNode, seat: int, state: State[Any]) -> tuple[Move, Tried]:
        """Return the move of a seat with the highest upper confidence bound, new ones first."""
        known = node.tried.setdefault(seat, {})
        moves = self._playout.moves(state, seat)
        new = [move for move in moves if move not in known]
        for move in moves:
            if move in known:
                known[move].available += 1
        if new:
            move = new[int(self._rng.random() * len(new))]
            known[move] = Tried(available=1)
            return move, known[move]
        scale = EXPLORATION * self._spread
        best = max(moves, key=lambda move: _upper_bound(known[move], scale))
        return best, known[best]

    def _play_out(self, state: State[Any]) -> Sequence[float]:
        """Play on by the policy and return what the end is worth to every seat."""
        play_on(state, self._rng, self._playout.horizon, self._policy, self._stops)
        values = self._playout.value(state)
        self.playouts += 1
        self._note(values[self._seat])
        return values

    def _stop(self, state: State[Any]) -> bool:
        return self._playout.stops(state, self._asked)

    def _note(self, value: float) -> None:
        """Keep the spread of the values: the largest that their standard deviation has been.

        It must not become smaller where one move is tried again and again.
        """
        self._sum += value
        self._squares += value * value
        mean = self._sum / self.playouts
        self._spread = max(self._spread, sqrt(max(0.0, self._squares / self.playouts - mean**2)))


def _upper_bound(tried: Tried, scale: float) -> float:
    """Return the upper confidence bound of a move that was tried (UCB1)."""
    return tried.total / tried.visits + scale * sqrt(log(tried.available) / tried.visits)
