"""A bot that thinks in a child while it is not asked, and looks how much of its twin's time that
was.
"""

import mmap
import os
import signal
import time

from hostile import escaped
from hostile.client import answer, connect, join, play_on, wait_turn

thought = memoryview(mmap.mmap(-1, 8)).cast("d")
connect()
join()
turn = wait_turn()
thinker = os.fork()
while not thinker:
    thought[0] = time.process_time()
while not thought[0]:
    time.sleep(0.01)
shares = []
for _ in range(3):
    before, begin = thought[0], time.monotonic()
    answer(turn)
    turn = wait_turn()
    shares.append((thought[0] - before) / (time.monotonic() - begin))
    time.sleep(1)
os.kill(thinker, signal.SIGKILL)
if min(shares) > 0.05:
    escaped(f"thought for {min(shares):.0%} of the time in which it was not asked")
answer(turn)
play_on()
