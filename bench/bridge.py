"""The stdio bridge: what a decision costs with it, beside a bot on gRPC and beside bare pipes.

Three bots that answer every question with its first move: a Python bot on the SDK, over gRPC; the
Python bot of `docs/stdio.md`, behind the bridge; and the same one on two pipes, with nothing around
it but a program that writes the same question and reads the answer. The first two play whole games
of 6 nimmt! through the referee, each alone in a plain process. CPU is all that the box spends: for
the second that of the bridge and of the bot, which are also told apart.
"""

import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena_sdk.json_messages import write_message
from rich.console import Console
from rich.table import Table

from arena.bots.intake import TakenBot
from arena.bots.samples import SAMPLES
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.games import Deal, find_game
from arena.games.messages import make_turn
from arena.match.clock import Deadline, TimeControl
from arena.match.connection import Reply
from arena.match.plan import make_plan, scheduled_games
from arena.match.referee import Referee
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from bench.boxes import open_boxes, taken

GAME: Final = find_game("six_nimmt")
DECISIONS: Final = 2000
REPEATS: Final = 5
AIM: Final = 150
ABSENT: Final = Fault(Verdict.NO_START, "not here")
PAGE: Final = Path(__file__).parents[1] / "docs" / "stdio.md"


@dataclass(frozen=True, slots=True)
class Cost:
    """Decisions a second, and CPU microseconds of a decision: of all, and of the bridge in that."""

    rate: float
    cpu: float
    bridge: float = 0.0


class Watched(GrpcConnection):
    """Notes what every answer has cost."""

    replies: list[Reply]

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        reply = await super().ask(turn, deadline)
        if isinstance(reply, Fault):
            raise TypeError(reply.detail)
        self.replies.append(reply)
        return reply


async def play(bot: TakenBot) -> Cost:
    """Let a bot play against an empty seat until there are enough decisions."""
    control = TimeControl()
    plan = make_plan(GAME, GAME.Options(), [bot, bot], games=1000, control=control, box="process")
    async with open_boxes("process", bot) as (seat,):
        line = Watched("bot", {}, *seat, time.perf_counter)
        line.replies = []
        try:
            fault = await line.open(30)
            assert fault is None, fault
            begun = time.perf_counter()
            for scheduled in scheduled_games(plan):
                await Referee(plan, scheduled, [line, ABSENT]).play()
                if len(line.replies) >= DECISIONS:
                    break
            seconds = time.perf_counter() - begun
        finally:
            await line.close()
    count = len(line.replies)
    cpu = sum(reply.spent.cpu or 0 for reply in line.replies) / count * 1e6
    bridge = sum(reply.choice.relay_us for reply in line.replies) / count
    return Cost(count / seconds, cpu, bridge)


def bare_pipes(program: Path) -> Cost:
    """Write the same average question to a program again and again, and read its answers."""
    question = average_line()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.Popen(
        [sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdout.readline()
    begun = time.perf_counter()
    for _ in range(DECISIONS):
        child.stdin.write(question)
        child.stdin.flush()
        child.stdout.readline()
    seconds = time.perf_counter() - begun
    child.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(DECISIONS / seconds, (spent - start_up(program)) / DECISIONS * 1e6)


def start_up(program: Path) -> float:
    """Return the CPU seconds of a program that is asked nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, program], input=b"", stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def average_line() -> bytes:
    """Return a Turn as a line, of a game in its first round."""
    state = GAME.start(2, Deal(1), GAME.Options())
    for _ in range(10):
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    turn = make_turn(GAME, state, state.to_act[0])
    turn.number = 1001
    return write_message(pb.RefereeMessage(turn=turn))


def write_bot(folder: Path) -> TakenBot:
    """Write the Python bot of the page."""
    source = next(
        part for part in PAGE.read_text("utf-8").split("```") if part.startswith("python\n")
    )
    (folder / "bot.py").write_text(source.removeprefix("python\n"))
    (folder / "bot.toml").write_text(
        f'name = "lines"\nprotocol = "stdio"\ncommand = {json.dumps(["python3", "bot.py"])}\n'
    )
    return taken(folder)


def median(costs: list[Cost]) -> Cost:
    return Cost(
        *(
            statistics.median(getattr(one, name) for one in costs)
            for name in ("rate", "cpu", "bridge")
        )
    )


def main() -> None:
    """Measure all in turn, some times over, and print the medians."""
    console = Console(highlight=False, soft_wrap=True)
    measured: dict[str, list[Cost]] = {"gRPC": [], "stdio, with the bridge": [], "bare pipes": []}
    with tempfile.TemporaryDirectory() as place:
        lines = write_bot(Path(place))
        for _ in range(REPEATS):
            measured["gRPC"].append(asyncio.run(play(taken(SAMPLES / "first"))))
            measured["stdio, with the bridge"].append(asyncio.run(play(lines)))
            measured["bare pipes"].append(bare_pipes(lines.folder / "bot.py"))
    table = Table("", "decisions/s", "CPU µs a decision", "of gRPC", box=None)
    costs = {name: median(all_costs) for name, all_costs in measured.items()}
    for name, cost in costs.items():
        share = f"{cost.cpu / costs['gRPC'].cpu:.2f}"
        table.add_row(name, f"{cost.rate:,.0f}", f"{cost.cpu:.0f}", share)
    console.print(table)
    grpc, bridged = costs["gRPC"].cpu, costs["stdio, with the bridge"]
    program = bridged.cpu - bridged.bridge
    console.print(
        f"The bridge's process takes {bridged.bridge:.0f} µs, gRPC and all:"
        f" {bridged.bridge - grpc:.0f} more than the bot on gRPC (aim: at most {AIM}). The bot's"
        f" own program takes {program:.0f}: together {bridged.cpu - grpc:.0f} more."
    )


if __name__ == "__main__":
    main()
