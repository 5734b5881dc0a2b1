"""Waits, with all that is slow to load in memory, for the script that is to be run.

    python3 -m arena_sdk.waiting

is what the program of a box does that has no bot yet. It says "ready", reads one line of JSON
from stdin, `{"command": ["python3", SCRIPT, ...], "folder": ...}`, and becomes that program.
"""

import asyncio
import json
import os
import runpy
import sys

import grpc.aio

import arena_sdk
from arena.v1 import arena_pb2

LOADED = (asyncio, grpc.aio, arena_sdk, arena_pb2)


def main() -> None:
    """Wait, and become the bot."""
    # At once: print() writes the end of a line apart where nothing is buffered.
    os.write(1, b"ready\n")
    order = sys.stdin.buffer.readline()
    if not order:
        return
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    become(**json.loads(order))


def become(command: list[str], folder: str) -> None:
    """Run a script as the interpreter would have run it."""
    os.chdir(folder)
    sys.argv = command[1:]
    sys.path[0] = folder
    runpy.run_path(command[1], run_name="__main__")


if __name__ == "__main__":
    main()
