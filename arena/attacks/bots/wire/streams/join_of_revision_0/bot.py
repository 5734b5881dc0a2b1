"""A bot that joins with a revision of 0."""

import time

from hostile.client import connect, pb, say

connect()
say(pb.BotMessage(join=pb.Join()))
time.sleep(60)
