"""A decision through the whole referee, beside the same bytes with no referee around them.

One seat of 6 nimmt! is a trivial bot in a box; the referee plays for the other one, so that the
boxed seat's decisions are all there is to wait for. The floors exchange the same average Turn and
Choice between two processes: over a bare grpc.aio stream, as it comes and with the way to wait that
the product chooses (`arena/grpc_versions.py`), and over a bare Unix socket. Counted are the boxed
seat's decisions, and for the referee all that surrounds them: rules, views, clocks, record.

Each is measured some times over, in turns, in a process of its own. A rate is told first as its
part of the bare stream's with the same poller, since that is what a referee around it costs.

    python -m bench.decision [--beside FOLDER]
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
from rich.console import Console
from rich.table import Table

from arena.bots.samples import SAMPLES
from arena.boxes.connection.grpc_connection import GrpcConnection, Stream
from arena.errors import Unavailable
from arena.games import Deal, find_game
from arena.games.messages import make_turn
from arena.grpc_versions import poller_variables
from arena.match.clock import Deadline, TimeControl
from arena.match.connection import Reply
from arena.match.plan import make_plan, scheduled_games
from arena.match.referee import Referee
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from bench.boxes import open_boxes, taken
from bench.turns import add_beside, program, ratios, spread

GAME = find_game("six_nimmt")
ROUNDS = 3000
TURNS = 5
FLOOR = "bare grpc.aio stream"
SAME = "the same, older poller"
HERE = Path(__file__).parents[1]
ABSENT = Fault(Verdict.NO_START, "not here")
BOT = taken(SAMPLES / "first")


def average_bytes() -> tuple[bytes, bytes]:
    """Return a Turn and a Choice of average size, of a game in its first round."""
    state = GAME.start(2, Deal(1), GAME.Options())
    for _ in range(10):
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    turn = make_turn(GAME, state, state.to_act[0])
    choice = pb.BotMessage(choice=pb.Choice(turn=100, index=0))
    return pb.RefereeMessage(turn=turn).SerializeToString(), choice.SerializeToString()


# --- the whole referee ---


class Timed(GrpcConnection):
    """Notes how long every answer took."""

    walls: list[float]

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        reply = await super().ask(turn, deadline)
        if isinstance(reply, Fault):
            raise TypeError(reply.detail)
        self.walls.append(reply.spent.wall)
        return reply


async def referee(box: str) -> tuple[float, list[float]]:
    """Play until there are enough decisions; return their rate and their times."""
    plan = make_plan(GAME, GAME.Options(), [BOT, BOT], games=1000, control=TimeControl(), box=box)
    async with open_boxes(box, BOT) as (seat,):
        line = Timed("bot", {}, *seat, time.perf_counter)
        line.walls = []
        try:
            fault = await line.open(30)
            assert fault is None, fault
            begun = time.perf_counter()
            for scheduled in scheduled_games(plan):
                await Referee(plan, scheduled, [line, ABSENT]).play()
                if len(line.walls) >= ROUNDS:
                    break
            return len(line.walls) / (time.perf_counter() - begun), line.walls
        finally:
            await line.close()


# --- the floors ---


def grpc_client(address: str, answer: bytes) -> None:
    """Answer every message."""
    asyncio.run(answer_all(address, answer))


async def answer_all(address: str, answer: bytes) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        stream: Any = channel.stream_stream("/echo/Echo")()
        await stream.write(answer)
        while await stream.read() is not grpc.aio.EOF:
            await stream.write(answer)


async def bare_grpc(question: bytes, answer: bytes) -> tuple[float, list[float]]:
    walls: list[float] = []
    done = asyncio.Event()

    async def echo(_: AsyncIterator[bytes], stream: Stream) -> None:
        await stream.read()
        for _round in range(ROUNDS):
            asked = time.perf_counter()
            await stream.write(question)
            await stream.read()
            walls.append(time.perf_counter() - asked)
        done.set()

    with tempfile.TemporaryDirectory() as folder:
        server = grpc.aio.server()
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(echo)
        service = grpc.method_handlers_generic_handler("echo", {"Echo": handler})
        server.add_generic_rpc_handlers((service,))
        address = f"unix:{folder}/echo.sock"
        server.add_insecure_port(address)
        await server.start()
        client = multiprocessing.get_context("spawn").Process(
            target=grpc_client, args=(address, answer)
        )
        client.start()
        await done.wait()
        await server.stop(None)
        client.join()
    return len(walls) / sum(walls), walls


def bare_socket(question: bytes, answer: bytes) -> tuple[float, list[float]]:
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        while receive(theirs):
            theirs.sendall(struct.pack("!I", len(answer)) + answer)
        os._exit(0)
    theirs.close()
    walls = []
    for _ in range(ROUNDS):
        asked = time.perf_counter()
        ours.sendall(struct.pack("!I", len(question)) + question)
        receive(ours)
        walls.append(time.perf_counter() - asked)
    ours.close()
    os.waitpid(child, 0)
    return len(walls) / sum(walls), walls


def receive(port: socket.socket) -> bytes:
    header = port.recv(4, socket.MSG_WAITALL)
    return port.recv(struct.unpack("!I", header)[0], socket.MSG_WAITALL) if header else b""


# --- all of them ---

MEASURES: dict[str, Callable[[], tuple[float, list[float]]]] = {
    "bare Unix socket": lambda: bare_socket(*average_bytes()),
    FLOOR: lambda: asyncio.run(bare_grpc(*average_bytes())),
    SAME: lambda: asyncio.run(bare_grpc(*average_bytes())),
    "referee, bot in a process": lambda: asyncio.run(referee("process")),
    "referee, bot in a container": lambda: asyncio.run(referee("container")),
}


def measure(name: str) -> None:
    """Print the rate, the median and the 99th percentile of one of them; or why there is none."""
    try:
        rate, walls = MEASURES[name]()
    except Unavailable as reason:
        sys.exit(str(reason))
    cuts = statistics.quantiles(walls, n=100)
    print(json.dumps([rate, cuts[49] * 1e6, cuts[98] * 1e6]))


def measure_apart(name: str, folder: Path = HERE) -> list[float] | None:
    """Measure in a process of its own, since gRPC is told of its poller when it is imported."""
    older = poller_variables()
    environment = {**os.environ, **(dict.fromkeys(older, "") if name == FLOOR else older)}
    words = [program(folder, "python"), "-m", "bench.decision", name]
    done = subprocess.run(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    figures: list[float] = [] if done.returncode else json.loads(done.stdout)
    return figures or None


def main(beside: Path | None) -> None:
    """Measure everything in turns, and print the medians with their spread."""
    folders = [HERE] if beside is None else [HERE, beside]
    measured = [
        {(name, folder): measure_apart(name, folder) for name in MEASURES for folder in folders}
        for _ in range(TURNS)
    ]
    table = Table("", "of bare gRPC, same poller", "decisions/s", "p50 µs", "p99 µs", box=None)
    if beside is not None:
        table.add_column(f"times {beside.name}")
    for name in MEASURES:
        columns = [[turn[name, folder] for turn in measured] for folder in folders]
        floors = [turn[SAME, HERE] for turn in measured]
        whole = [[one for one in turn if one] for turn in zip(floors, *columns, strict=True)]
        whole = [turn for turn in whole if len(turn) == 1 + len(folders)]
        if not whole:
            table.add_row(name, *["-"] * (len(table.columns) - 1))
            continue
        floor, ours, *others = zip(*whole, strict=True)
        rates = [run[0] for run in ours]
        cells = [ratios(rates, [run[0] for run in floor]), spread(rates)]
        cells += [f"{statistics.median(run[place] for run in ours):,.0f}" for place in (1, 2)]
        cells += [ratios(rates, [run[0] for run in other]) for other in others]
        table.add_row(name, *cells)
    console = Console()
    console.print("Turn {} bytes, Choice {} bytes".format(*map(len, average_bytes())))
    console.print(f"{ROUNDS} decisions, {TURNS} times")
    console.print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", choices=MEASURES, help="Only this one, as JSON.")
    add_beside(parser)
    asked = parser.parse_args()
    measure(asked.name) if asked.name else main(asked.beside)
