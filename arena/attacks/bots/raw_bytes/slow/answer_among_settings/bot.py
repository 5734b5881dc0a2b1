"""A bot that sends its answer in frames of a byte, with settings between them."""

from hostile.client import play_on, second_turn
from hostile.frames import DATA, SETTINGS, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
for byte in wrap(chosen(turn)):
    send(frame(DATA, 0, 1, bytes([byte])), frame(SETTINGS, 0, 0))
play_on()
