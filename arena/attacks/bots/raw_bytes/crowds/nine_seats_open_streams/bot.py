"""A bot that opens and resets a thousand streams in every turn, from nine seats."""

from hostile import tried
from hostile.client import answer, join, wait_turn
from hostile.frames import END_HEADERS, HEADERS, RESET, frame, request
from hostile.own_connection import begin, send

answered = 0
begin()
join()
while True:
    turn = wait_turn()
    send(
        *[
            frame(HEADERS, END_HEADERS, stream, request()) + frame(RESET, 0, stream, bytes(4))
            for stream in range(2000 * answered + 3, 2000 * answered + 2003, 2)
        ]
    )
    answered += 1
    tried()
    answer(turn)
