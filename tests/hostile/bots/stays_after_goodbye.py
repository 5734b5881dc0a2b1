"""A bot that does not end after the last game, computes, and leaves children that ignore all
signals.
"""

import os
import signal

from hostile import tried
from hostile.client import answer, connect, hear, join, pb, say


def stay():
    os.setsid()
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
connect()
join()
while (message := hear()).WhichOneof("message") != "goodbye":
    if message.WhichOneof("message") == "turn":
        answer(message.turn)
for _ in range(5):
    os.fork() or stay()
for _ in range(1000):
    say(pb.BotMessage(choice=pb.Choice(turn=1)))
tried()
stay()
