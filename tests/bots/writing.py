"""Bots that a test writes: their files, and programs of which a test says only what matters."""

from pathlib import Path

SDK = "from arena_sdk import Bot, run\n"
# A client that speaks without the SDK: `say` sends a message or bytes, `hear` waits for one.
RAW = """
import os, queue, sys, time
import grpc
from arena.v1 import arena_pb2 as pb
out = queue.SimpleQueue()
channel = grpc.insecure_channel(os.environ["ARENA_SOCKET"])
heard = channel.stream_stream("/arena.v1.Referee/Play")(iter(out.get, None))
def say(message): out.put(message if isinstance(message, bytes) else message.SerializeToString())
def hear(): return pb.RefereeMessage.FromString(next(heard))
def wait_turn():
    while (message := hear()).WhichOneof("message") != "turn": pass
    return message.turn
"""
JOIN = "say(pb.BotMessage(join=pb.Join(revision=1)))\n"


# Like the sample `first`, but it waits for a gate as long as something is so.
_GATED = """
import time
from pathlib import Path
from arena_sdk import Bot, run

class Gated(Bot):
    def start(self, start):
        self.game = start.number

    def choose(self, turn):
        while not Path({gate!r}).exists() and {waits}:
            time.sleep(0.05)
        return turn.legal[0]

run(Gated)
"""


def gated(gate: Path, waits: str) -> str:
    """Return a bot that plays its first legal move, but waits until there is a file.

    It waits where `waits` is true, in Python; `self.game` counts from 0.
    """
    return _GATED.format(gate=str(gate), waits=waits)


def write_bot(
    folder: Path, source: str, toml: str = 'name = "bot"\n', *, program: str = "bot.py"
) -> Path:
    """Write a bot that has these two files, and return its folder."""
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(toml)
    (folder / program).write_text(source)
    return folder


def choosing(body: str) -> str:
    """Return a bot whose `choose` is this."""
    return f"{SDK}class Bad(Bot):\n    def choose(self, turn):\n        {body}\nrun(Bad)\n"
