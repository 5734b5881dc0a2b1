"""A bot that compresses its messages, as gRPC allows."""

import grpc

from hostile.client import connect, join, play_on

connect(grpc.Compression.Gzip)
join()
play_on()
