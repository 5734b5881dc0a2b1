"""A bot that calls methods and services that are not there before it plays."""

import grpc

from hostile import escaped
from hostile.client import ADDRESS, connect, join, play_on

channel = grpc.insecure_channel(ADDRESS)
for name in (
    "/arena.v1.Referee/Peek",
    "/arena.v1.Referee/",
    "/a/b",
    "/",
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
    "/grpc.channelz.v1.Channelz/GetServers",
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
):
    try:
        channel.unary_unary(name)(b"", timeout=10)
        escaped(name)
    except grpc.RpcError as error:
        error.code() is grpc.StatusCode.UNIMPLEMENTED or escaped(f"{name} {error}")
connect()
join()
play_on()
