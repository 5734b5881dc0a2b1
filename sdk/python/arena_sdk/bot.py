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

# Bots that name their game's types get them checked: Bot[SixNimmtView, Move, SixNimmtState].
ViewT = TypeVar("ViewT", default=Any)
MoveT = TypeVar("MoveT", bound=Move, default=Any)
StateT = TypeVar("StateT", bound=State[Any], default=Any)


@dataclass(frozen=True)
class Turn(Generic[ViewT, MoveT, StateT]):
    """A question: what the seat knows, and what it may do."""

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
        """Seconds that were left for this answer when it was asked for."""
        return self.message.time_left_us / 1e6

    def imagine(self, rng: Random) -> StateT:
        """Return a full game that agrees with all that the seat knows, to search in.

        What is hidden is dealt by `rng`; call it again for another possibility.
        """
        state: StateT = self.game.imagine(self.view, rng)
        return state


class Bot(ABC, Generic[ViewT, MoveT, StateT]):
    """Plays one seat of a match. Write `choose`; the rest is there to be used."""

    rng: Random
    """This game's own luck, from the referee's seed: with nothing else random, the bot plays the
    same again when the match is run again."""

    @abstractmethod
    def choose(self, turn: Turn[ViewT, MoveT, StateT]) -> MoveT:
        """Return one of `turn.legal`."""

    def start(self, start: Start) -> None:
        """Do what has to be done when a game begins."""

    def over(self, over: Over) -> None:
        """Do what has to be done when a game has ended."""
