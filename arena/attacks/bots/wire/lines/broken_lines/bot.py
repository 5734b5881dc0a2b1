"""A bot that says to the stdio bridge what is no line of JSON, or no answer, or far too many."""

import sys
import time

from hostile.lines import choose, put, run_lines

LINES = {
    "line_of_bytes": b"\xff\xfe\0\n",
    "line_of_nuls": bytes(60_000) + b"\n",
    "deep_line": b"[" * 60_000 + b"\n",
    "line_of_digits": b'{"choice": {"turn": ' + b"9" * 60_000 + b"}}\n",
    "two_names_in_a_line": b'{"choice": {}, "choice": {}}\n',
    "line_that_never_ends": b"x" * 10_000_000,
}


def attack(turn):
    # Of many answers the pipe to the bridge stays full, and so does the one from it.
    put(LINES.get(sys.argv[1]) or choose(turn) * 10_000)
    # Anyone who is to be refused is not to say any more.
    time.sleep(60)


run_lines(attack)
