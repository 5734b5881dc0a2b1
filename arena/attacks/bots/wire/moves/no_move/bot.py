"""A bot that answers without a move."""

import time

from hostile.client import connect, pb, say, second_turn

connect()
turn = second_turn()
say(pb.BotMessage(choice=pb.Choice(turn=turn.number)))
time.sleep(60)
