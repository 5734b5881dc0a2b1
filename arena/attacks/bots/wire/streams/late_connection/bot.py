"""A bot that connects again in mid-game."""

import socket

from hostile import escaped
from hostile.client import PATH, answer, connect, play_on, second_turn

connect()
turn = second_turn()
try:
    socket.socket(socket.AF_UNIX).connect(PATH)
    escaped("connected")
except OSError:
    answer(turn)
    play_on()
