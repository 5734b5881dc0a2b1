"""A bot that answers the first question, with no move, before it is asked."""

import time

from hostile.client import connect, join, pb, say

connect()
join()
say(pb.BotMessage(choice=pb.Choice(turn=1)))
time.sleep(60)
