"""A function of the caller's at the table: a thread of this program takes its seat and calls it.

It is called with the `Turn` that a bot's `choose` gets. The threads do not keep the program from
ending; one whose function never returns is left behind, and the next game calls it in another.
"""

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from arena_sdk.bot import Bot, Turn
from arena_sdk.errors import print_error
from arena_sdk.session import Session
from arena_sdk.stream import Stream, StreamEndedError

from arena.boxes.box import SOCKET
from arena.boxes.kinds import USUAL_BOX
from arena.errors import UserError
from arena.runner.competitors import PlayFunction
from arena.v1 import arena_pb2 as pb

# How often it is looked whether the referee has opened the seat, in seconds.
_LOOK: Final = 0.02


def require_functions(functions: Sequence[PlayFunction], box: str, parallel: int) -> None:
    """UserError for what cannot be called with a turn alone, or plays in no such match."""
    for function in functions:
        try:
            inspect.signature(function).bind(None)
        except (TypeError, ValueError) as error:
            raise UserError(
                f"{function!r} cannot play; expected a function of one argument, the turn, that"
                " returns one of turn.legal."
            ) from error
    if functions and (box != USUAL_BOX or parallel > 1):
        raise UserError(
            f"A function plays in this program, one game after another: box={USUAL_BOX!r} and"
            " parallel=1 are right."
        )


@contextmanager
def answering(door: Path, function: PlayFunction) -> Iterator[None]:
    """Have a function answer whenever the referee opens the seat behind a door, until this ends."""
    over = Event()
    waiting = Thread(target=_wait_for_seats, args=(door, function, over), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        over.set()
        # The door is removed then.
        waiting.join()


def _wait_for_seats(door: Path, function: PlayFunction, over: Event) -> None:
    taken = set[Path]()
    while not over.wait(_LOOK):
        for socket in {*door.glob(f"*/{SOCKET}")} - taken:
            taken.add(socket)
            Thread(target=_play, args=(socket, function), daemon=True).start()


def _play(socket: Path, function: PlayFunction) -> None:
    """Answer on a seat's stream until the referee ends it."""
    session = Session(_Function(function))
    with suppress(StreamEndedError), Stream(f"unix:{socket}") as stream:
        stream.write(session.join().SerializeToString())
        while (message := stream.read()) is not None:
            try:
                answer = session.receive(pb.RefereeMessage.FromString(message))
            except BaseException as error:  # noqa: BLE001 - it costs the game, whatever it is
                print_error(error)
                reason = f"the function raised {type(error).__name__}: {error}"
                answer = pb.BotMessage(unreadable=pb.Unreadable(reason=reason))
            if answer is not None:
                stream.write(answer.SerializeToString())


class _Function(Bot[Any, Any, Any]):
    def __init__(self, function: PlayFunction) -> None:
        self._function = function

    def choose(self, turn: Turn[Any, Any, Any]) -> Any:
        return self._function(turn)
