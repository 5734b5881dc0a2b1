"""A bot that is less nice to the others, and asks the kernel to end them before it."""

import os
from pathlib import Path

from hostile.attacker import refused


def attack(turn):
    refused(1, lambda _: os.nice(-1), "nice")
    refused(1, lambda _: os.setpriority(os.PRIO_PROCESS, 0, -5), "setpriority")
    score = Path("/proc/self/oom_score_adj")
    refused(1, lambda _: score.write_text("-1000"), "oom_score_adj")
