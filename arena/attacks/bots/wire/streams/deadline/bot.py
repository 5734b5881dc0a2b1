"""A bot that sets a deadline on its call that passes in mid-game."""

import time
from contextlib import suppress

import grpc

from hostile.client import answer, connect, join, wait_turn

# Long enough for its Join on a busy machine, and within its clock.
connect(timeout=4)
join()
with suppress(grpc.RpcError):
    answer(wait_turn())
    wait_turn()
time.sleep(60)
