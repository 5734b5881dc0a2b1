"""A bot that opens a second stream on a connection that it made before the first."""

import grpc

from hostile import escaped
from hostile.client import ADDRESS, METHOD, answer, connect, pb, play_on, second_turn

second = grpc.insecure_channel(ADDRESS, [("grpc.use_local_subchannel_pool", 1)])
grpc.channel_ready_future(second).result(10)
connect()
turn = second_turn()
request = pb.BotMessage(join=pb.Join(revision=1)).SerializeToString()
try:
    next(second.stream_stream(METHOD)(iter([request]), timeout=10))
    escaped("a second stream was served")
except grpc.RpcError as error:
    if error.code() is not grpc.StatusCode.PERMISSION_DENIED:
        escaped(str(error))
answer(turn)
play_on()
