"""A bot that joins again in mid-game."""

import time

from hostile.client import connect, pb, say, second_turn

connect()
turn = second_turn()
say(pb.BotMessage(join=pb.Join(revision=1)))
time.sleep(60)
