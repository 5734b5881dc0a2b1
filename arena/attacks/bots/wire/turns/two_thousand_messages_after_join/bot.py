"""A bot that sends two thousand messages after its Join, before it is asked."""

import time

from hostile.client import connect, join, pb, say

connect()
join()
for _ in range(2000):
    say(pb.BotMessage(choice=pb.Choice(turn=1)))
time.sleep(60)
