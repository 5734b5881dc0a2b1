"""A bot of lines of JSON, behind the stdio bridge, that attacks at its second question."""

import json
import os
import sys

from hostile import tried


def put(line):
    """Write bytes to the bridge, and wait where it does not take them."""
    while line:
        line = line[os.write(1, line) :]


def choose(turn):
    """Return the line that chooses the first legal move, as bytes."""
    choice = {"choice": {"turn": turn["number"], "index": 0}}
    return json.dumps(choice).encode() + b"\n"


def run_lines(attack):
    """Play the first legal move of every turn, after `attack(turn)` at the second question; end."""
    asked = 0
    put(b'{"join": {"revision": 1}}\n')
    for line in sys.stdin:
        turn = json.loads(line).get("turn")
        if turn is None:
            continue
        asked += 1
        if asked == 2:
            attack(turn)
            tried()
        put(choose(turn))
    sys.exit()
