"""A bot that spends its clock, and then sleeps and wakes without end, so that it looks kept from
a CPU.
"""

import time


def attack(turn):
    end = time.thread_time() + turn.time_left * 0.8
    while time.thread_time() < end:
        pass
    while True:
        time.sleep(0.000001)
