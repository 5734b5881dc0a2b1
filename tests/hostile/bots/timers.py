"""A bot that sets timers that go off all the time."""

import ctypes
import signal
import time


def attack(turn):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
    libc = ctypes.CDLL(None)
    event = (ctypes.c_int * 16)(0, 0, signal.SIGALRM, 0)
    every = (ctypes.c_long * 4)(0, 1, 0, 1)
    timer = ctypes.c_void_p()
    for _ in range(20_000):
        if libc.timer_create(1, event, ctypes.byref(timer)):
            break
        libc.timer_settime(timer, 0, every, None)
    time.sleep(0.3)
    signal.setitimer(signal.ITIMER_REAL, 0)
