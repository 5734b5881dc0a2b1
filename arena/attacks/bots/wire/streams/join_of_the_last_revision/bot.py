"""A bot that joins with a revision of 2^32-1."""

import time

from hostile.client import connect, pb, say

connect()
say(pb.BotMessage(join=pb.Join(revision=2**32 - 1)))
time.sleep(60)
