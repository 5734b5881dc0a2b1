"""A bot that answers, closes its side of the stream and goes on listening."""

import time

from hostile.client import answer, connect, out, second_turn

_, heard = connect()
turn = second_turn()
answer(turn)
out.put(None)
for _ in heard:
    pass
time.sleep(60)
