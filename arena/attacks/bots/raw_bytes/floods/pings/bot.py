"""A bot that pings ten thousand times in mid-game."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import PING, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(*[frame(PING, 0, 0, bytes(8)) * 100] * 100)
answer(turn)
play_on()
