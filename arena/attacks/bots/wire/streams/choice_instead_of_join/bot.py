"""A bot that answers before it has joined."""

import time

from hostile.client import connect, join, pb, say

connect()
say(pb.BotMessage(choice=pb.Choice(turn=1)))
join()
time.sleep(60)
