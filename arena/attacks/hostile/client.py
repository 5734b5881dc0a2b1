"""A gRPC client without the SDK, for attacks that say what the SDK would not."""

import os
import queue
import sys

import grpc

from arena.v1 import arena_pb2 as pb

from hostile import tried

PATH = os.environ["ARENA_SOCKET"].removeprefix("unix:")
# Messages for the stream to send.
out = queue.SimpleQueue()


def connect():
    """Open the stream."""
    global heard
    channel = grpc.insecure_channel(f"unix:{PATH}")
    heard = channel.stream_stream("/arena.v1.Referee/Play")(iter(out.get, None))


def say(message):
    out.put(message.SerializeToString())


def hear():
    """Wait for a message of the referee's."""
    return pb.RefereeMessage.FromString(next(heard))


def join():
    say(pb.BotMessage(join=pb.Join(revision=1)))


def wait_turn():
    """Wait for a question; end where the referee says goodbye."""
    while (message := hear()).WhichOneof("message") != "turn":
        if message.WhichOneof("message") == "goodbye":
            sys.exit(0)
    return message.turn


def answer(turn):
    """Answer a question with the first legal move."""
    say(pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[0])))


def play_on():
    """Play the first legal move to the end of the match, with the attack behind it."""
    tried()
    while True:
        answer(wait_turn())
