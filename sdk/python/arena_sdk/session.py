"""The client's side of the protocol, as a state machine without input or output of its own."""

from reprlib import repr as shorten
from typing import Any

from arena.games import AnyGame, find_game
from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Bot, Turn

REVISION = 1


class WrongMoveError(TypeError):
    """The result of `choose` is no move."""


def read_parameter(text: str) -> bool | int | float | str:
    """Return a parameter's value from its text: `true`, `3`, `0.1`, or a word."""
    if text in {"true", "false"}:
        return text == "true"
    if text[:1].isalpha():
        return text
    return int(text) if text.lstrip("+-").isdigit() else float(text)


class Session:
    """Answers the referee's messages with a bot."""

    def __init__(self, bot: Bot[Any, Any, Any]) -> None:
        self._bot = bot
        self._game: AnyGame | None = None
        self._seed = b""
        self._questions = 0

    def join(self) -> pb.BotMessage:
        """Return the message that opens the stream."""
        return pb.BotMessage(join=pb.Join(revision=REVISION, events=self._bot.wants_events))

    def receive(self, message: pb.RefereeMessage) -> pb.BotMessage | None:
        """Let the bot deal with a message; return its answer if the message asks for one."""
        match message.WhichOneof("message"):
            case "start":
                self._start(message.start)
            case "turn":
                return self._choose(message.turn)
            case "over":
                self._bot.over(message.over)
        return None

    def ask(self, question: Turn[Any, Any, Any]) -> Any:
        """Return what the bot answers to the next question of a game, whatever that is."""
        self._questions += 1
        self._renew_rng()
        return self._bot.choose(question)

    def _start(self, start: pb.Start) -> None:
        self._game = find_game(start.game)
        self._seed, self._questions = start.seed, 0
        self._renew_rng()
        if start.parameters:
            told = sorted(start.parameters.items())
            self._bot.parameters = {name: read_parameter(text) for name, text in told}
        self._bot.start(start)

    def _choose(self, turn: pb.Turn) -> pb.BotMessage:
        game = self._game
        if game is None:
            raise RuntimeError("the referee sent a Turn before any Start")
        question: Turn[Any, Any, Any] = Turn(game, turn)
        move = self.ask(question)
        choice = pb.Choice(turn=turn.number)
        try:
            choice.index = question.legal.index(move)
        except ValueError:
            if not isinstance(move, type(question.legal[0])):
                raise WrongMoveError(_explain(move, question)) from None
            # It is illegal. The move itself says best in what way.
            choice.move.CopyFrom(pb.Move(**{game.name: game.encode(move)}))
        return pb.BotMessage(choice=choice)

    def _renew_rng(self) -> None:
        """Have the next use of `rng` make a new one; a bot that draws nothing pays for none."""
        self._bot.rng_seed = self._seed + self._questions.to_bytes(4)
        vars(self._bot).pop("rng", None)


def _explain(answer: Any, question: Turn[Any, Any, Any]) -> str:
    """Say what was returned in the place of a move."""
    what = "turn.legal itself" if answer == question.legal else shorten(answer)
    return f"choose() returned {what}; it has to return one of turn.legal"
