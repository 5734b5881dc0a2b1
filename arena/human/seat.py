"""The client of a person's seat: it is told of games and asked questions, and says what they chose.

It speaks the same stream as a bot's program. It has no state of the game: the scene is drawn from
the view, so nothing can be shown that the seat may not know. One `asyncio` task uses one seat.

    async with take_seat(door) as seat:
        while event := await seat.hear():
            match event:
                case Question():
                    await seat.answer(event.find(await ask(event.scene)))
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import grpc
import grpc.aio
from arena_sdk.session import REVISION
from arena_sdk.stream import METHOD

from arena.boxes.box import SOCKET
from arena.errors import UserError
from arena.games import find_game
from arena.games.contract import LARGEST_TURN
from arena.games.events import tell_motions
from arena.games.messages import read_events
from arena.games.options import read_options
from arena.games.text import tell_beginning
from arena.human.events import GameBegun, GameEnded, Question, SeatEvent
from arena.review.worth import AskedDecision
from arena.v1 import arena_pb2 as pb

# How often it is looked whether the door is there, in seconds: a referee's process starts for half
# a second.
_LOOK: Final = 0.02
# How long it may take to connect to a socket that is there, in seconds.
_PATIENCE: Final = 2.0
_OPTIONS: Final = (("grpc.max_receive_message_length", 2 * LARGEST_TURN),)
# Exceptions of a stream's operations when the other end is gone.
_BROKEN: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)


@asynccontextmanager
async def take_seat(door: Path) -> AsyncIterator["TakenSeat"]:
    """Wait until the referee has opened a seat, and sit down; leave it at the end.

    `door` is that of the `Guest`. To leave before `hear` has returned None ends the match.
    """
    async with await _connect(door) as channel:
        stream: Any = channel.stream_stream(METHOD)()
        with suppress(*_BROKEN):
            join = pb.BotMessage(join=pb.Join(revision=REVISION, events=True))
            await stream.write(join.SerializeToString())
        try:
            yield TakenSeat(stream)
        finally:
            stream.cancel()


async def _connect(door: Path) -> grpc.aio.Channel:
    """Wait for a socket below the door that somebody listens at, and connect to it."""
    while True:
        for socket in door.glob(f"*/{SOCKET}"):  # noqa: ASYNC240 - one folder with hardly a file
            channel = grpc.aio.insecure_channel(f"unix:{socket.absolute()}", options=_OPTIONS)
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await channel.channel_ready()
                return channel
            # A referee that was killed has left it.
            await channel.close()
        await asyncio.sleep(_LOOK)


@dataclass
class TakenSeat:
    """A seat that is taken. It is asked one question at a time."""

    stream: Any
    _begun: GameBegun | None = None
    _open: pb.Turn | None = None
    _history: tuple[str, ...] = ()
    _opening: tuple[str, ...] = ()

    async def hear(self) -> SeatEvent | None:
        """Wait for what happens next. None: the referee has ended the stream.

        The match is over or void then, or the seat has forfeited the game: for the next game its
        door is opened again. A caller that waits for a person should listen meanwhile: None then
        says that their answer is no longer awaited. To cancel this is to leave.
        """
        while True:
            payload: Any = grpc.aio.EOF
            with suppress(*_BROKEN):
                payload = await self.stream.read()
            if payload is grpc.aio.EOF:
                self._open = None
                return None
            message = pb.RefereeMessage.FromString(payload)
            match message.WhichOneof("message"):
                case "start":
                    return self._begin(message.start)
                case "turn":
                    return self._ask(message.turn)
                case "over":
                    return self._end(message.over)

    async def answer(self, index: int) -> None:
        """Answer the open question with one of its moves, once. UserError if there is none, or no
        move of this index; what is said too late is not heard.
        """
        turn = self._open
        if turn is None:
            raise UserError("Nothing is asked of this seat now; wait for its next turn.")
        if not 0 <= index < len(turn.legal):
            raise UserError(f"There is no move {index}; the moves are 0 to {len(turn.legal) - 1}.")
        self._open = None
        choice = pb.BotMessage(choice=pb.Choice(turn=turn.number, index=index))
        with suppress(*_BROKEN):
            await self.stream.write(choice.SerializeToString())

    def _begin(self, start: pb.Start) -> GameBegun:
        self._history = ()
        self._begun = GameBegun(
            start.number + 1, find_game(start.game), start.seats, start.seat, dict(start.options)
        )
        told = tell_beginning(self._begun.game, start.seats, start.seat, self._begun.options)
        self._opening = tuple(told)
        return self._begun

    def _ask(self, turn: pb.Turn) -> Question:
        assert self._begun is not None  # noqa: S101 - a Start comes before
        game = self._begun.game
        view = getattr(turn.view, game.name)
        seat, state = self._begun.seat, game.imagine(view, Random(0))
        legal = [game.decode(getattr(move, game.name)) for move in turn.legal]
        teams = game.teams(self._begun.seats, read_options(game, self._begun.options))
        news = self._hear_news(turn.events)
        motions = tell_motions(read_events(turn.events), game.card_name)
        self._open = turn
        opening, self._opening = self._opening, ()
        return Question(
            game,
            game.scene(state, seat),
            news,
            motions,
            self._history,
            opening,
            game.guide(state, seat),
            AskedDecision(game, view, seat, legal, teams),
            turn.time_left_us / 1e6 if turn.time_left_us else None,
        )

    def _end(self, over: pb.Over) -> GameEnded:
        news = self._hear_news(over.events)
        return GameEnded(
            over.number + 1, tuple(over.scores), tuple(over.ranks), news, self._history
        )

    def _hear_news(self, events: Iterable[pb.Event]) -> tuple[str, ...]:
        """Word what has happened, and keep it with what had happened before."""
        assert self._begun is not None  # noqa: S101 - the same
        news = tuple(self._begun.game.tell(read_events(events), self._begun.seat))
        self._history += news
        return news
