"""The messages to a person's seat, as values without any of the wire in them."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from arena.errors import UserError
from arena.games import AnyGame, IllegalMove
from arena.games.events import CardMotion
from arena.games.scene import LegalMove, Scene
from arena.games.words import Guide
from arena.review.worth import AskedDecision


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game of the match begins. Numbers of games count from 1, seats from 0."""

    number: int
    game: AnyGame
    seats: int
    seat: int
    options: dict[str, str]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game has ended: what `arena.v1.Over` says."""

    number: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    news: tuple[str, ...]
    """The events since the last question, one sentence each."""
    history: tuple[str, ...]
    """The events since the beginning of the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """The seat has to decide. Everything here is made of its view and its legal moves."""

    game: AnyGame
    scene: Scene
    """The table as the seat sees it; `scene.decision` has the question and the legal moves."""
    news: tuple[str, ...]
    """The events since the last question of this game, one sentence each."""
    motions: tuple[CardMotion, ...]
    """Which cards moved meanwhile, one after another."""
    history: tuple[str, ...]
    """The events since the beginning of the game, in the same sentences."""
    opening: tuple[str, ...]
    """With the first question of a game: whose seat it is, the options, and the rules in short."""
    guide: Guide
    """The rule of the moment, with a note on each legal move."""
    asked: AskedDecision
    """The same as it came, from which a hint is made."""
    time_left: float | None
    """Seconds for the answer, from when it was asked for; None without a clock."""

    @property
    def moves(self) -> tuple[LegalMove, ...]:
        """The legal moves, at least one. An answer is the index of one of them."""
        return () if self.scene.decision is None else self.scene.decision.moves

    def find(self, text: str) -> int:
        """Return the index of a move from its notation, as `Game.parse` reads it, or in another
        case; UserError if it is none of the legal moves.
        """
        wanted = " ".join(text.split())
        texts = [move.text for move in self.moves]
        folded = [legal.casefold() for legal in texts]
        if wanted.casefold() in folded:
            return folded.index(wanted.casefold())
        with suppress(IllegalMove, ValueError):
            return texts.index(str(self.game.parse(wanted)))
        raise UserError(f"{wanted[:60]!r} is no move that is possible now.")


SeatEvent: TypeAlias = GameBegun | Question | GameEnded
