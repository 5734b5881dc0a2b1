"""A bot that sends the referee 1,200 open files, and looks whether it keeps one."""

import os
import socket

from hostile import escaped
from hostile.client import answer, play_on, second_turn
from hostile.frames import frame
from hostile.own_connection import begin, port

begin()
turn = second_turn()
sent = 0
for _ in range(60):
    kept_end, sent_end = socket.socketpair()
    ends = [os.dup(sent_end.fileno()) for _ in range(19)] + [sent_end.detach()]
    try:
        socket.send_fds(port, [frame(99, 0, 0, b"x")], ends)
        sent += len(ends)
    except OSError:
        pass
    for end in ends:
        os.close(end)
    kept_end.settimeout(5)
    try:
        kept_end.recv(1)
    except TimeoutError:
        escaped("the referee holds what it was sent")
    kept_end.close()
assert sent
answer(turn)
play_on()
