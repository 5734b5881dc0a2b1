"""What the bots of several attacks share, as source text."""

from typing import Final

from arena.attacks.attack import bot

# `refused(most, act, wall)` repeats an act until it is refused, which has to happen; `child(work)`
# starts a process that does this and ends; `wait(pids)` kills processes and waits for them.
TOOLS: Final = """\
import ctypes, mmap, resource, signal, socket, threading
from pathlib import Path

# Otherwise gRPC makes its threads anew in every child, and waits for that.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

def refused(most, act, wall):
    for number in range(most):
        try:
            act(number)
        except (OSError, RuntimeError) as error:
            return error
    escaped(wall)

def child(work):
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return pid

def wait(pids, number=signal.SIGKILL):
    for pid in pids:
        os.kill(pid, number)
    return [os.waitpid(pid, 0)[1] for pid in pids]

def burn():
    while True:
        pass
"""


def tooled(body: str) -> str:
    """Return a bot on the SDK that has the tools."""
    return bot(TOOLS + body)
