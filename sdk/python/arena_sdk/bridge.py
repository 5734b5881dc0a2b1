"""The stdio bridge: lets a program that speaks JSON lines play on the referee's gRPC stream.

    python3 -m arena_sdk.bridge COMMAND...

It runs in the bot's box and starts the bot's program. Every message of the referee goes to its
stdin as a line of JSON. Every line that is due from its stdout goes back as a message. Its stderr
is the bridge's own: the bot's log. `docs/stdio.md` has the protocol.

A line that is no message is passed on as `Unreadable`, with the reason, and ends the game as any
breach of the protocol does. The bridge ends as its program does, so the verdict is about that.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Final

from arena.v1 import arena_pb2 as pb
from arena_sdk.json_messages import UnreadableError, read_message, write_message
from arena_sdk.stream import SOCKET_VARIABLE, Stream

# The bytes of a line, without its end: four times those of a message on the stream.
MOST_BYTES: Final = 64 * 1024
_CANNOT_RUN: Final = 127
# Between the end of a program's pipe and its own, in seconds.
_MOMENT: Final = 0.2


class ClosedError(EOFError):
    """The program has ended, or has closed its end of a pipe; says which one."""


class BotProgram:
    """A bot's program, which reads lines from its stdin and writes lines to its stdout."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - it is the command of the bot
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None  # noqa: S101 - both were asked for
        assert self._process.stdout is not None  # noqa: S101
        self._in: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout

    def tell(self, message: pb.RefereeMessage) -> None:
        """Write a line. ClosedError if the program does not read any more."""
        try:
            self._in.write(write_message(message))
            self._in.flush()
        except BrokenPipeError as error:
            raise ClosedError("stdin") from error

    def hear(self) -> pb.BotMessage:
        """Wait for a line and return what it says. ClosedError if there is none any more."""
        line = self._out.readline(MOST_BYTES + 1)
        if not line:
            raise ClosedError("stdout")
        said = pb.BotMessage()
        try:
            _check_line(line)
            read_message(line, said)
        except UnreadableError as error:
            shown = line[:60].decode(errors="replace").rstrip("\n")
            return _unreadable(f"the line {shown!r} of the bot's stdout is no message: {error}")
        return said

    def ends(self) -> bool:
        """Wait for a moment for its end; say whether it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_MOMENT)
        return self._process.returncode is not None

    def end(self) -> int:
        """Say that there is no more to read, and wait for its end; return its exit code."""
        with suppress(BrokenPipeError):
            self._in.close()
        return self._process.wait()


def _unreadable(reason: str) -> pb.BotMessage:
    return pb.BotMessage(unreadable=pb.Unreadable(reason=reason))


def _check_line(line: bytes) -> None:
    if line.endswith(b"\n"):
        return
    if len(line) > MOST_BYTES:
        raise UnreadableError(f"it is over {MOST_BYTES:,} bytes")
    raise UnreadableError("it has no end; a message is a line, so a newline has to follow it")


def play(address: str, program: BotProgram) -> None:
    """Pass messages on until the referee ends the stream, or the program ends."""
    said = _hear_first(program)
    if said is None:
        return
    with Stream(address) as stream:
        stream.write(said.SerializeToString())
        try:
            _pass_on(stream, program)
        except ClosedError as closed:
            if complaint := _complain(closed, program):
                stream.write(complaint.SerializeToString())
                stream.read()


def _hear_first(program: BotProgram) -> pb.BotMessage | None:
    """Wait for the first message, or for what there is to say instead; None if it has ended."""
    try:
        return program.hear()
    except ClosedError as closed:
        return _complain(closed, program)


def _complain(closed: ClosedError, program: BotProgram) -> pb.BotMessage | None:
    """Say of a program what it has closed; None if it has ended: its exit code says more."""
    if program.ends():
        return None
    return _unreadable(f"the bot's program has closed its {closed} and runs on")


def _pass_on(stream: Stream, program: BotProgram) -> None:
    answered = time.process_time()
    while (content := stream.read()) is not None:
        message = pb.RefereeMessage.FromString(content)
        program.tell(message)
        if message.HasField("turn"):
            said = program.hear()
            if said.HasField("choice"):
                before, answered = answered, time.process_time()
                said.choice.relay_us = round((answered - before) * 1e6)
            stream.write(said.SerializeToString())


def main(command: Sequence[str]) -> None:
    """Play the match whose referee started this, with a program; end as the program ends."""
    try:
        program = BotProgram(command)
    except OSError as error:
        print(f"{command[0]!r} cannot be run: {error.strerror}", file=sys.stderr)  # noqa: T201
        sys.exit(_CANNOT_RUN)
    # The program's last output, after the last question, is not read.
    play(os.environ[SOCKET_VARIABLE], program)
    end_as(program.end())


def end_as(code: int) -> None:
    """End this process as another one has ended: with its exit code, or by its signal."""
    if code >= 0:
        sys.exit(code)
    # It has no core of its own to leave.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)


if __name__ == "__main__":
    main(sys.argv[1:])
