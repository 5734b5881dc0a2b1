"""A bot that sends its answer in frames of a byte each, as HTTP/2 allows."""

from hostile.client import play_on, second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
for byte in wrap(chosen(turn)):
    send(frame(DATA), frame(DATA, 0, 1, bytes([byte])))
play_on()
