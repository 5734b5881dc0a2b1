"""A bot that opens a second stream on its connection."""

import grpc

from hostile import escaped
from hostile.client import METHOD, answer, connect, play_on, second_turn

channel, _ = connect()
turn = second_turn()
try:
    next(channel.stream_stream(METHOD)(iter([b""]), timeout=0.2))
    escaped("a second stream was served")
except grpc.RpcError:
    answer(turn)
    play_on()
