"""A bot that sleeps at every question for nearly as long as it may, so that the match does not
end.
"""

import time

from hostile import escaped, tried
from hostile.client import answer, connect, join, wait_turn

connect()
join()
while True:
    turn = wait_turn()
    time.sleep(max(0, 3 * (turn.time_left_us / 1e6 - 0.02)))
    answer(turn)
    if turn.HasField("last_wall_us") and turn.time_left_us > 300000:
        escaped("slept for nothing")
    tried()
