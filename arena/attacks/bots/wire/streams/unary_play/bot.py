"""A bot that calls Play as a method with one request and one response."""

import time

import grpc

from hostile.client import ADDRESS, METHOD, pb

call = grpc.insecure_channel(ADDRESS).unary_unary(METHOD)
try:
    call(pb.BotMessage(join=pb.Join(revision=1)).SerializeToString())
except grpc.RpcError:
    time.sleep(60)
