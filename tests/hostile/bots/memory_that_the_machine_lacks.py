"""A bot that spreads its memory over many small processes, so that the kernel takes others for
the greedy ones where the machine itself is short.
"""

import os
import select

from hostile.attacker import child


def attack(turn):
    (ready, is_ready), (go, let_go) = os.pipe(), os.pipe()

    def hold():
        os.close(let_go)
        held = b"x" * (9 * 1024**2)  # noqa: F841 - so that it stays
        os.write(is_ready, b".")
        os.read(go, 1)

    pids = [child(hold) for _ in range(18)]
    for _ in pids:
        if select.select([ready], [], [], 1)[0]:
            os.read(ready, 1)
    for end in (ready, is_ready, go, let_go):
        os.close(end)
    for pid in pids:
        os.waitpid(pid, 0)
