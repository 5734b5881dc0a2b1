"""A bot that cancels its call and wants the seat back on the same connection."""

import time

import grpc

from hostile import escaped
from hostile.client import METHOD, connect, pb, second_turn

channel, heard = connect()
turn = second_turn()
heard.cancel()
again = channel.stream_stream(METHOD)(iter([pb.BotMessage().SerializeToString()]))
try:
    next(again)
    escaped("the seat was given away twice")
except grpc.RpcError as error:
    if error.code() is not grpc.StatusCode.PERMISSION_DENIED:
        escaped(str(error))
time.sleep(60)
