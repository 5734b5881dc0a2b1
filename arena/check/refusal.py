"""Why a check refuses a bot: what it was sent, what came back, and what would have been right."""

import json
from pathlib import Path
from typing import Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from arena.bots.hints import find_error, find_hint
from arena.boxes.connection.grpc_connection import MAX_RECEIVE
from arena.check.kinds import decision_of, view_of
from arena.check.limits import say_limits, say_programs
from arena.check.probe import CheckMatch, seat_of_bot
from arena.check.report import Evidence, Finding
from arena.games import AnyGame, IllegalMove
from arena.match.clock import WALL_FACTOR, TimeControl
from arena.match.connection import REVISION, Reply
from arena.match.verdict import Fault, Verdict, read_verdict
from arena.v1 import arena_pb2 as pb

_VIEW_LETTERS: Final = 400
_MOST_MOVES: Final = 12

_NO_ERROR: Final = "The same without this error of Python's; the last lines say where it is."
# Verdicts of programs that ended by themselves.
_ENDED: Final = frozenset({Verdict.CRASHED, Verdict.NO_START})
_SURVIVE: Final = "A bot runs until its referee says Goodbye. {limits}"
_RIGHT: Final = {
    Verdict.ILLEGAL: (
        "One of the legal moves that came with the question, or its index, from 0 on."
    ),
    Verdict.TIMEOUT: (
        "An answer within the time that is left: {bank:g} s of CPU time for a game and"
        " {increment:g} s more for each question; and at most {factor:g} times what is left in wall"
        " time."
    ),
    Verdict.CRASHED: _SURVIVE,
    Verdict.OUT_OF_MEMORY: _SURVIVE,
    Verdict.PROTOCOL: (
        f"One Join with revision {REVISION}; then one Choice for each Turn, with its number, and"
        " nothing else; and a stream that stays open until Goodbye."
    ),
    Verdict.NO_START: (
        "A program that opens the socket in ARENA_SOCKET and sends a Join within {start:g} s of its"
        " start. {limits}"
    ),
    Verdict.FLOODED: f"A message of at most {MAX_RECEIVE} bytes.",
}


def say_right(
    verdict: Verdict, control: TimeControl, box: str, log_tail: str = "", *, runs: bool = True
) -> str:
    """Return what would have been right, where a bot got this verdict in such a box.

    That is what its log tells, or else the rule; if the program `runs` not at all, what can be run.
    """
    rule = _RIGHT[verdict] if runs else say_programs(box)
    right = rule.format(
        limits=say_limits(box),
        bank=control.bank,
        increment=control.increment,
        start=control.start,
        factor=WALL_FACTOR,
    )
    return find_hint(log_tail) or (_NO_ERROR if _error(verdict, log_tail) else right.rstrip())


def refuse_sleep(slept: float, most: float) -> Finding:
    """Explain why nobody waits any longer for a bot that sleeps."""
    sentence = f"In all it did nothing for {slept:.0f} s while it was asked."
    return Finding(
        sentence,
        evidence=Evidence(
            "one question after the other",
            "an answer to each in time, after a sleep",
            f"At most {most:g} s in all of a check in which the bot neither computes nor answers.",
        ),
    )


def refuse_start(fault: Fault, control: TimeControl, box: str) -> Finding:
    """Explain why a bot that plays nothing yet could not be started."""
    runs = fault.exit is None or not fault.exit.error
    return Finding(
        _say(fault.verdict, f"{fault.verdict}: {fault.detail}.", fault.log_tail),
        evidence=Evidence(
            "nothing yet; the program was started",
            fault.detail,
            say_right(fault.verdict, control, box, fault.log_tail, runs=runs),
            fault.log_tail,
        ),
    )


def refuse_match(match: CheckMatch, record: Path) -> Finding:
    """Explain why a bot forfeited the last game of a match."""
    forfeit = match.forfeit
    assert forfeit is not None  # noqa: S101 - somebody has looked
    verdict = read_verdict(forfeit.verdict)
    game = len(match.record.games)
    connection = match.connection
    came_back = forfeit.detail
    if verdict is Verdict.ILLEGAL:
        assert connection.answer is not None  # noqa: S101 - it was refused
        came_back = f"{_tell_answer(match.scenario.game, connection.answer)}: {forfeit.detail}"
    where = f"{match.scenario}: game {game}, seat {seat_of_bot(match.record.games[-1])}"
    return Finding(
        _say(verdict, f"{where}: {verdict}: {forfeit.detail}.", forfeit.log_tail),
        evidence=Evidence(
            _tell_sent(match),
            came_back,
            say_right(verdict, match.control, match.record.plan.box, forfeit.log_tail),
            forfeit.log_tail,
            record,
            game,
        ),
    )


def _say(verdict: Verdict, sentence: str, log_tail: str) -> str:
    """Return a sentence, after Python's own words where there are some."""
    return ". ".join(filter(None, [_error(verdict, log_tail).rstrip("."), sentence]))


def _error(verdict: Verdict, log_tail: str) -> str:
    """Return the error of Python that ended a program.

    Another one in its log may follow from the verdict, since its stream ends.
    """
    return find_error(log_tail) if verdict in _ENDED else ""


def _tell_sent(match: CheckMatch) -> str:
    """Return what the bot was sent since its last answer, a line each."""
    game, connection = match.scenario.game, match.connection
    lines = [_tell_message(message) for message in connection.told]
    if connection.turn is not None:
        view = view_of(connection.turn)
        lines.append(f"Turn (decision: {decision_of(view)}): {_shorten(view)}")
        lines.append(f"legal: {_tell_moves(game, connection.turn)}")
    return "\n".join(lines) or "nothing yet; the program was started"


def _tell_message(message: pb.RefereeMessage) -> str:
    if message.WhichOneof("message") == "start":
        start = message.start
        return f"Start of game {start.number + 1}: seat {start.seat} of {start.seats}"
    return f"Over: the end of game {message.over.number + 1}"


def _tell_moves(game: AnyGame, turn: pb.Turn) -> str:
    shown = ", ".join(_tell_move(game, move) for move in turn.legal[:_MOST_MOVES])
    more = len(turn.legal) - _MOST_MOVES
    return f"{shown} and {more} more" if more > 0 else shown


def _tell_answer(game: AnyGame, reply: Reply) -> str:
    """Return what was chosen: an index, or a move in the game's notation."""
    if reply.choice.HasField("index"):
        return f"index {reply.choice.index}"
    return _tell_move(game, reply.choice.move)


def _tell_move(game: AnyGame, move: pb.Move) -> str:
    """Return a move in the game's notation, or say that it is none."""
    if move.WhichOneof("game") != game.name:
        return f"no move of {game.title}"
    try:
        return str(game.decode(getattr(move, game.name)))
    except IllegalMove:
        return f"a move that {game.title} does not have"


def _shorten(view: Message) -> str:
    """Return a view on one line, in the words of its fields."""
    text = json.dumps(MessageToDict(view, preserving_proto_field_name=True))
    return text if len(text) <= _VIEW_LETTERS else f"{text[:_VIEW_LETTERS]} ..."
