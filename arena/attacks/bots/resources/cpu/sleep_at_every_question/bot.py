"""A bot that sleeps at every question for nearly as long as it may, so that the match does not
end.
"""

import time

from hostile import escaped, tried
from hostile.client import answer, connect, join, wait_turn

connect()
join()
# A third of it is charged, until half of what the clock has given was slept.
price = 4 / 3
while True:
    turn = wait_turn()
    time.sleep(max(0, price * (turn.time_left_us / 1e6 - 0.02)))
    price = 1
    answer(turn)
    if turn.HasField("last_wall_us") and turn.time_left_us > 300000:
        escaped("slept for nothing")
    tried()
