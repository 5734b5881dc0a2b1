"""A gRPC client without the SDK, for attacks that say what the SDK would not."""

import os
import queue
import sys

import grpc

from arena.v1 import arena_pb2 as pb

from hostile import tried

ADDRESS = os.environ["ARENA_SOCKET"]
PATH = ADDRESS.removeprefix("unix:")
METHOD = "/arena.v1.Referee/Play"
# What the stream sends; None ends it.
out = queue.SimpleQueue()


def connect(compression=None, **settings):
    """Open the stream; return its channel and its call, which are told these settings."""
    global channel, heard
    channel = grpc.insecure_channel(ADDRESS, compression=compression)
    heard = channel.stream_stream(METHOD)(iter(out.get, None), **settings)
    return channel, heard


def say(message):
    """Send a message, or bytes in its place."""
    out.put(message if isinstance(message, bytes) else message.SerializeToString())


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


def second_turn():
    """Join, answer the first question, and wait for the second."""
    join()
    answer(wait_turn())
    return wait_turn()


def choose(turn, number=None):
    """Make the Choice of the first legal move, for this question or that of another number."""
    number = turn.number if number is None else number
    return pb.BotMessage(choice=pb.Choice(turn=number, move=turn.legal[0]))


def answer(turn):
    say(choose(turn))


def play_on():
    """Play the first legal move to the end of the match, with the attack behind it."""
    tried()
    while True:
        answer(wait_turn())


def varint(value):
    """Return a number as protobuf writes it."""
    return bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])


def tag(number, value):
    """Return a field of bytes as protobuf writes it."""
    return varint(number << 3 | 2) + varint(len(value)) + value
