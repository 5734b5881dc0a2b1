"""A bot on the SDK that attacks at its second question, and what it has for that."""

import os
import signal
import time

from arena_sdk import Bot, run

from hostile import escaped, tried

# Otherwise gRPC makes its threads again in every child, and waits for that.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

# This many seconds of CPU time are far more than a bot has whose time may run out.
MEASURE = 2.0


def run_attack(attack):
    """Play the first legal move of every turn, after `attack(turn)` at the second question.

    Its result is answered instead, if it is truthy.
    """

    class Attacker(Bot):
        asked = 0

        def choose(self, turn):
            self.asked += 1
            if self.asked != 2:
                return turn.legal[0]
            answer = attack(turn)
            tried()
            return answer or turn.legal[0]

    run(Attacker)


def lines_of(path):
    """Return a file's lines. A file that is closed to a bot has none."""
    try:
        with open(path) as file:
            return file.read().splitlines()
    except OSError:
        return []


def refused(most, act, wall):
    """Repeat an act, given its number, until it is refused, which has to happen."""
    for number in range(most):
        try:
            act(number)
        except (OSError, RuntimeError):
            return
    escaped(wall)


def child(work):
    """Start a process that does this and ends; return its number."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return pid


def wait(pids, number=signal.SIGKILL):
    """Kill processes and wait for them; return how they ended."""
    for pid in pids:
        os.kill(pid, number)
    return [os.waitpid(pid, 0)[1] for pid in pids]


def burn():
    """Compute for ever."""
    while True:
        pass


def work(seconds):
    """Compute until so much CPU time of its own process is spent."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
