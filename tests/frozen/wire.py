"""The bytes that each seat is sent, game by game, with every choice of options.

Every game has a match between three seats that hear events. For each message of the default options
there is its text, for all others a digest; beside it what `arena replay` tells of the game, and the
features that learners get.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from arena.bots.manifest import Bot
from arena.games import AnyGame, find_game, game_names
from arena.games.options import option_choices, write_options
from arena.match.clock import Deadline, Spent, TimeControl
from arena.match.match import play_match
from arena.match.plan import make_plan
from arena.match.record import pack_record
from arena.match.verdict import Fault
from arena.rl import env
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec
from tests.frozen.oracle import Answers, digest
from tests.frozen.programs_here import lines_of, read_json, tell
from tests.match.playing import RandomConnection, seed_of


class Listener(RandomConnection):
    """Plays any legal move, hears events, and keeps what its seat was sent."""

    def __init__(self, seed: str, sent: list[pb.RefereeMessage]) -> None:
        super().__init__(seed, 0)
        self.join = pb.Join(revision=1, events=True)
        self._sent = sent

    async def tell(self, message: pb.RefereeMessage) -> None:
        self._sent.append(message)

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        self._sent.append(pb.RefereeMessage.FromString(message.SerializeToString()))
        answer = await super()._exchange(message, deadline)
        assert not isinstance(answer, Fault)
        # As long as no clock of this machine has a say, costs are as good as any.
        return answer[0], Spent(0.003 * message.turn.number, 0.001, 0.0005)


def answers() -> Answers:
    """Yield the messages, stories and features of each game."""
    for name in game_names():
        game = find_game(name)
        for number, options in enumerate(option_choices(game)):
            seats = 3 if 3 in game.seats_for(options) else game.seats_for(options)[0]
            sent, record = play(game, options, seats)
            told = {kind: [*lines] for kind, lines in _tell(record)}
            if not number:
                yield f"{name}.messages.txt", [*map(_text, sent[0])]
                yield f"{name}.story.txt", told["story"]
            yield f"{name}.{number}.txt", [*_summary(game, options, sent, record, told)]


def play(
    game: AnyGame, options: Any, seats: int
) -> tuple[list[list[pb.RefereeMessage]], rec.Record]:
    """Play two games; return what each bot was sent, and the record."""
    sent: list[list[pb.RefereeMessage]] = [[] for _ in range(seats)]
    names = [f"bot{number}" for number in range(seats)]
    plan = make_plan(
        game,
        options,
        [Bot(name, Path(), name) for name in names],
        games=2,
        control=TimeControl(),
        box="inline",
        seed=seed_of(7),
    )
    connect = [partial(Listener, name, heard) for name, heard in zip(names, sent, strict=True)]
    return sent, asyncio.run(play_match(plan, connect, lambda _: None))


def _tell(record: rec.Record) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield what the commands tell of the first game: to anybody, and to a seat."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("match.arena").write_bytes(pack_record(record))
        once = ("replay", "match.arena", "--game", "1")
        yield "json", lines_of(read_json("arena", *once)["games"])
        yield "story", tell("arena", *once, "--tables")
        yield "seat", tell("arena", *once, "--seat", "1")
        yield "text", tell("arena", *once, "--seat", "1", "--text")


def _summary(
    game: AnyGame,
    options: Any,
    sent: list[list[pb.RefereeMessage]],
    record: rec.Record,
    told: dict[str, list[str]],
) -> Iterator[str]:
    yield " ".join(f"{key}={text}" for key, text in write_options(options).items())
    for played in record.games:
        yield f"game {played.number} {digest(_bytes(played))} {played.scores} {played.ranks}"
    for kind, lines in told.items():
        yield f"{kind} {len(lines)} {digest(str(lines))}"
    for number, heard in enumerate(sent):
        for message in heard:
            yield f"bot{number} {message.WhichOneof('message')} {digest(_bytes(message))}"
    yield from _features(game, write_options(options), len(sent))


def _features(game: AnyGame, options: dict[str, str], seats: int) -> Iterator[str]:
    """Yield the features, the mask and the action of each step of a game that learners play."""
    learning = env(game.name, seats, options=options)
    learning.reset(seed=7)
    draw = Random(7).random
    for agent in learning.agent_iter():
        seen, reward, ended, cut, _ = learning.last()
        if ended or cut:
            yield f"{agent} ends with {reward:g}"
            learning.step(None)
            continue
        possible = seen["action_mask"].nonzero()[0]
        action = int(possible[int(draw() * len(possible))])
        told = seen["observation"].tobytes() + seen["action_mask"].tobytes()
        yield f"{agent} {digest(told)} {action}"
        learning.step(action)


def _text(message: pb.RefereeMessage) -> str:
    return json.dumps(MessageToDict(message, preserving_proto_field_name=True), sort_keys=True)


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)
