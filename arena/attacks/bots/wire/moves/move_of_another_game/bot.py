"""A bot that makes a move of another game."""

import time

from hostile.client import connect, pb, say, second_turn

connect()
turn = second_turn()
other = pb.Choice(turn=turn.number)
other.move.big_fish.row = 1
say(pb.BotMessage(choice=other))
time.sleep(60)
