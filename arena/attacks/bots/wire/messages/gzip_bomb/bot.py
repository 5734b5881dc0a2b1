"""A bot that sends twelve megabytes of nothing in twelve compressed kilobytes."""

import time

import grpc

from hostile.client import answer, connect, join, say, wait_turn

connect(grpc.Compression.Gzip)
join()
answer(wait_turn())
wait_turn()
say(bytes(12_000_000))
time.sleep(60)
