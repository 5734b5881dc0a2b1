"""A bot that ignores every signal that can be ignored, and sleeps."""

import signal
import time


def attack(turn):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)
