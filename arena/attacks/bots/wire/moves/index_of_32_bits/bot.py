"""A bot that answers with the index 2^32-1."""

import time

from hostile.client import connect, pb, say, second_turn

connect()
turn = second_turn()
say(pb.BotMessage(choice=pb.Choice(turn=turn.number, index=2**32 - 1)))
time.sleep(60)
