"""A bot that asks for a path of invalid UTF-8 on a second connection in mid-game."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import END_HEADERS, HEADERS, HELLO, dial, frame, request
from hostile.own_connection import begin

second = dial()
begin()
turn = second_turn()
second.sendall(HELLO + frame(HEADERS, END_HEADERS, 1, request(b"/\xff\xfe")))
answer(turn)
play_on()
