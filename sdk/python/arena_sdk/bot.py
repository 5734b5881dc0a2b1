"""The base class of a bot, and the question that it is asked."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeAlias

from typing_extensions import TypeVar

from arena.games import AnyGame
from arena.games.contract import Move, State
from arena.games.events import Event
from arena.games.messages import read_events
from arena.games.text import tell_question
from arena.v1 import arena_pb2 as pb

Start: TypeAlias = pb.Start
Over: TypeAlias = pb.Over

# Without them a bot plays any game; `arena_sdk.six_nimmt` and its like fill them in.
ViewT = TypeVar("ViewT", default=Any)
MoveT = TypeVar("MoveT", bound=Move, default=Any)
StateT = TypeVar("StateT", bound=State[Any], default=Any)


@dataclass(frozen=True)
class Turn(Generic[ViewT, MoveT, StateT]):
    """A decision to make: what the seat knows, its legal moves, and how long it may think.

    The clock runs from the question to the arrival of the answer.
    """

    game: AnyGame
    message: pb.Turn

    @property
    def view(self) -> ViewT:
        """The information state of the seat, all that it may know: for example a `SixNimmtView`.

        A protobuf message; `protos/arena/v1/<game>.proto` says what each field is.
        """
        view: ViewT = getattr(self.message.view, self.game.name)
        return view

    @cached_property
    def legal(self) -> tuple[MoveT, ...]:
        """All legal moves, at least one, in the order of the rules. Named tuples, so values.

        To sort or to shuffle them, make a list of them.
        """
        name, decode = self.game.name, self.game.decode
        return tuple([decode(getattr(move, name)) for move in self.message.legal])

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events of the game since the last question, if `Bot.wants_events`.

        Each has the acting seat, the act, the cards, their source and target, and the points.
        `turn.game.tell(turn.events)` has them in words.
        """
        return tuple(read_events(self.message.events))

    def text(self, *, legal: bool = False) -> str:
        """Return the question as plain lines: the events, the table, and the question.

        The events are in it if `Bot.wants_events`, the legal moves if `legal`. It is made when this
        is called. `arena.games.text.tell_beginning` has the rules in short.
        """
        seat: int = getattr(self.message.view, self.game.name).seat
        news = self.game.tell(self.events, seat)
        return "\n".join(
            tell_question(self.game.scene(self.imagine(Random(0)), seat), news, legal=legal)
        )

    @property
    def time_left(self) -> float:
        """Seconds that were left for this answer when it was asked for.

        CPU time of the bot's box, or a third of the wall time if that is more, unless `Start.clock`
        charges wall time. It does not run down while you look at it.
        """
        return self.message.time_left_us / 1e6

    def imagine(self, rng: Random) -> StateT:
        """Return a determinization: a full state that agrees with the view, to search in.

        It is drawn uniformly: every deal of the hidden cards that agrees with the view is equally
        likely, whatever the others' moves may suggest. `rng` deals them, and all shuffles to come.
        Call it again for another one, or `copy` it to try several moves.

        The state is yours to play on. The methods of `arena.games.State` are those of every game:
        `to_act`, `legal`, `play`, `copy`, `scores`, `ranks`. A game's own fields (its `rules.py`)
        may be read as well, and not written; a later version may name them otherwise.
        """
        state: StateT = self._imaginer(rng)
        return state

    @cached_property
    def _imaginer(self) -> Callable[[Random], StateT]:
        return self.game.imaginer(self.view)


class Bot(ABC, Generic[ViewT, MoveT, StateT]):
    """A bot: it plays one seat in every game of a match. Write `choose`; the rest is optional.

    *Life.* One object in one process lives through all games of the match, in every kind of box. So
    `self` keeps what it learns, though no game tells anything of a later one's cards. After a
    forfeit the program is started afresh, and after the second one it sits out.

    *Frozen.* In a container and in a plain process the bot is frozen whenever it is not asked:
    threads do not think on others' time. With `--box inline` it is not frozen.

    *Limits.* In a container a bot has 256 MB of memory, 1 CPU, 32 processes and threads, 64 open
    files and no network. It can write 16 MB in /tmp and nothing elsewhere. The whole list is
    `docs/limits.md`.

    *Errors.* An exception out of any of these methods ends the program and forfeits the game as
    `crashed`, with the traceback in the log. The bot's output is its log, charged to its clock.
    """

    wants_events: bool = False
    """Whether the bot is told what has happened, in `Turn.events` and `Over.events`. Said once, as
    it joins."""
    rng_seed: bytes = b""
    """The seed of `rng`: the referee's for this game, and how many questions it has asked in it."""
    parameters: Mapping[str, Any] = MappingProxyType({})
    """The bot's parameters by name: numbers, words, True or False. Set before `start` is called.

    `bot.toml` declares them with their defaults, under `[parameters]`. A command that names the bot
    may set others: `my_bot?depth=3`.
    """

    @cached_property
    def rng(self) -> Random:
        """A random generator, seeded by the referee and made again for `start` and every question.

        With nothing else random, the bot plays the same when the match is run again. Draws for one
        answer change nothing for the next. So two versions of a bot in `arena compare` share their
        numbers, also after they have once differed.
        """
        return Random(self.rng_seed)

    @abstractmethod
    def choose(self, turn: Turn[ViewT, MoveT, StateT]) -> MoveT:
        """Return one of `turn.legal`; an equal move is as good.

        A move that is none of them forfeits the game as `illegal`. In Big Fish the first illegal
        lay of a turn has the rulebook's penalty instead, and is asked for again. A value that is no
        move, and an exception, is `crashed`; a late answer is `timeout`. The seat then plays its
        first legal move to the end of the game, and ranks below all that did not forfeit.

        An event loop may be run here: `asyncio.run` works, in every kind of box.
        """

    def start(self, start: Start) -> None:
        """Be told that a game begins: its options, seats, the own seat, and the clock.

        A bot that is frozen is told when the first question of the game comes, on its clock.
        """

    def over(self, over: Over) -> None:
        """Be told that a game has ended: the scores and ranks of all seats.

        A bot that is frozen is told when the first question of the next game comes, on its clock.
        After the last game of the match the program has one second, on no clock, for this and for
        its end after `run`. Then it is killed. Not called for a game that the bot has forfeited,
        nor when a match is void or stopped.
        """
