"""`arena rerun`: a bot in a seat of a match that was played, and where it would play otherwise."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text

from arena.boxes.kinds import KINDS
from arena.boxes.supervision.bot_log import BotLog
from arena.boxes.wall_clock import local_clock
from arena.cli.replay import find_record, tell_forfeits, tell_table
from arena.errors import UserError
from arena.foreign_text import show_lines
from arena.match.clock import NO_CLOCK
from arena.match.replay import Replay, choose_replays
from arena.match.rerun import Departure, Rerun, require_seat, rerun
from arena.match.unfinished import read_match
from arena.match.verdict import read_verdict
from arena.runner.competitors import Competitors
from arena.runner.host import Host
from arena.runner.play import connecting, run_referee
from arena.runner.task import Task
from arena.terminal.output import say
from arena.terminal.shown import Shown, wants_json
from arena.v1 import record_pb2 as rec


def show_rerun(
    path: Path,
    *,
    seat: int | None,
    bot: str,
    game: int,
    against: Sequence[str],
    box: str,
    debug: bool,
) -> Shown:
    """Play a game of a record again with a bot in a seat, and say where it leaves the record.

    The exit code is 1 if the bot forfeits the game. Without a seat it takes that of the bot of its
    name.
    """
    record = read_match(find_record(path))
    (replay,) = choose_replays(record, game)
    words = [bot, *_fill(against, replay)]
    live = "inline" if debug else box
    warn = partial(say, stream=sys.stderr)
    with Host(live, replay.plan.allow_missing) as host:
        competitors = Competitors(host, warn)
        bots = competitors.bots(words, replay.game)
        seat = _find_seat(replay, competitors.bot(bot).name) if seat is None else seat
        require_seat(replay, seat)
        clock = NO_CLOCK if debug else local_clock(replay.plan.clock, live, warn)
        replay = replace(replay, plan=replace(replay.plan, box=live, clock=clock))
        logs = [BotLog() for _ in bots]
        task = Task(replay.plan, tuple(bots), echo=debug and not wants_json())
        found = run_referee(_rerun(host, replay, seat, task, logs))
    advice = ["replay", path, "--game", game, "--bot", replay.names[seat]]
    code = int(found.forfeit is not None)
    return Shown(_describe(replay, found), _tell(replay, found), advice, code=code)


def _find_seat(replay: Replay, name: str) -> int:
    """Return the seat of the bot of this name; UserError if none has it."""
    if name not in replay.names:
        seats = ", ".join(f"{seat} {other}" for seat, other in enumerate(replay.names))
        raise UserError(
            f"{name!r} has not played game {replay.number + 1}; --seat N takes another's seat:"
            f" {seats}."
        )
    return replay.names.index(name)


def _fill(against: Sequence[str], replay: Replay) -> list[str]:
    """Return a live bot for each other seat: those that were named, again from the first on."""
    if not against:
        return []
    return [against[number % len(against)] for number in range(len(replay.names) - 1)]


async def _rerun(
    host: Host, replay: Replay, seat: int, task: Task, logs: Sequence[BotLog]
) -> Rerun:
    async with connecting(host, task, logs) as (mine, *live):
        return await rerun(replay, seat, mine, live)


def _tell(replay: Replay, found: Rerun) -> Iterator[str | Text]:
    if found.departure is None:
        yield f"Game {replay.number + 1} goes as recorded to its end; equal answers: {found.same}."
    else:
        yield from _tell_departure(found.departure)
        yield f"Its answers before that are those of the record: {found.same}."
    if found.game is not None:
        yield from _tell_end(replay, found.game)
    if note := KINDS[replay.plan.box].note:
        yield note
    if found.forfeit is not None:
        yield from (f"log    | {line}" for line in show_lines(found.forfeit.log_tail))


def _tell_departure(departure: Departure) -> Iterator[str | Text]:
    question = departure.question
    replay = question.replay
    yield (
        f"Game {replay.number + 1} leaves its record at question {question.number},"
        f" to seat {question.seat} ({replay.names[question.seat]}):"
    )
    yield from tell_table(question)
    yield f"then: {departure.tell_then()}"
    yield f"now:  {departure.tell_now()}"


def _tell_end(replay: Replay, game: rec.GameRecord) -> Iterator[str]:
    for seat, name in enumerate(replay.names):
        now = f"rank {game.ranks[seat]}, score {game.scores[seat]}"
        then = f"rank {replay.recorded.ranks[seat]}, score {replay.recorded.scores[seat]}"
        yield f"seat {seat} ({name} then): {now}; then {then}"
    yield from tell_forfeits(game)


def _describe(replay: Replay, found: Rerun) -> dict[str, Any]:
    departure, forfeit, game = found.departure, found.forfeit, found.game
    return {
        "box": replay.plan.box,
        "same": found.same,
        "departure": departure
        and {
            "question": departure.question.number,
            "seat": departure.question.seat,
            "then": departure.tell_then(),
            "now": departure.tell_now(),
        },
        "forfeit": forfeit
        and {
            "verdict": forfeit.verdict,
            "detail": forfeit.detail,
            "log_tail": forfeit.log_tail,
        },
        "game": game
        and {
            "scores": [*game.scores],
            "ranks": [*game.ranks],
            "forfeits": [
                {"seat": one.seat, "verdict": read_verdict(one.verdict), "detail": one.detail}
                for one in game.forfeits
            ],
        },
    }
