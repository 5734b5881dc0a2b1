"""A bot, and what it is told."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeAlias

from typing_extensions import TypeVar

from arena.games import AnyGame
from arena.games.contract import Move, State
from arena.v1 import arena_pb2 as pb

Start: TypeAlias = pb.Start
Over: TypeAlias = pb.Over

# Without them a bot plays any game; `arena_sdk.six_nimmt` and its like fill them in.
ViewT = TypeVar("ViewT", default=Any)
MoveT = TypeVar("MoveT", bound=Move, default=Any)
StateT = TypeVar("StateT", bound=State[Any], default=Any)


@dataclass(frozen=True)
class Turn(Generic[ViewT, MoveT, StateT]):
    """A question: what the seat knows, what it may do, and how long that may take.

    The clock runs from the question to the arrival of the answer.
    """

    game: AnyGame
    message: pb.Turn

    @property
    def view(self) -> ViewT:
        """What the seat knows now: the game's View message, for example `SixNimmtView`."""
        view: ViewT = getattr(self.message.view, self.game.name)
        return view

    @cached_property
    def legal(self) -> tuple[MoveT, ...]:
        """All legal moves, at least one. To sort or to shuffle them, make a list of them."""
        name, decode = self.game.name, self.game.decode
        return tuple([decode(getattr(move, name)) for move in self.message.legal])

    @property
    def time_left(self) -> float:
        """Seconds that were left for this answer when it was asked for.

        CPU time of everything in the bot's box, or a third of the wall time if that is more, unless
        the clock of the game charges wall time (`Start.clock`). It does not run down while you
        look at it.
        """
        return self.message.time_left_us / 1e6

    def imagine(self, rng: Random) -> StateT:
        """Return a full game that agrees with all that the seat knows, to search in.

        What is hidden is dealt by `rng`: each way that agrees with the view is as likely as the
        others, whatever the moves of the others may suggest. Call it again for another one.
        """
        state: StateT = self.game.imagine(self.view, rng)
        return state


class Bot(ABC, Generic[ViewT, MoveT, StateT]):
    """Plays one seat of every game of a match. Write `choose`; the rest is there to be used.

    One object in one process lives through all games of the match, so what it keeps in `self` it
    still has in the next game; after a forfeit it is started afresh. It is frozen whenever it is
    not asked: threads that should think while others do, do not. In a container a bot has 256 MB of
    memory, 1 CPU, 32 processes and threads, 64 open files, no network, and no place to write but 16
    MB in /tmp; the whole list is `docs/limits.md`.

    What it prints is its log, charged to its clock. An exception out of any of these methods ends
    the program, and so forfeits the game as `crashed`, with the traceback in the log.
    """

    rng: Random
    """This game's own luck, from the referee's seed: with nothing else random, the bot plays the
    same again when the match is run again."""

    @abstractmethod
    def choose(self, turn: Turn[ViewT, MoveT, StateT]) -> MoveT:
        """Return one of `turn.legal`.

        A move that is none of them forfeits the game as `illegal`, anything that is no move as
        `crashed`, and an answer that comes too late as `timeout`. The seat then plays its first
        legal move to the end of the game. An event loop may be run here: `asyncio.run` works.
        """

    def start(self, start: Start) -> None:
        """Do what has to be done when a game begins.

        In a container that is when the first question of the game comes, and on its clock.
        """

    def over(self, over: Over) -> None:
        """Do what has to be done when a game has ended.

        In a container that is when the first question of the next game comes, and on its clock.
        After the last game of the match the program has a second, on no clock, for this and for
        whatever it does after `run`. Not called for a game that the bot has forfeited.
        """
