"""The sentences of verdicts that need no program: wrong messages, moves, clocks and manifests.

`programs` has those of programs that end, flood or sleep.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.bots.manifest import Bot, open_bot
from arena.games import AnyGame, find_game, game_names
from arena.games.options import read_options
from arena.match.clock import ClockKind, Deadline, Spent, TimeControl
from arena.match.connection import Connection, read_choice, read_join
from arena.match.match import play_match
from arena.match.plan import make_plan
from arena.match.verdict import Fault, read_verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec
from tests.bad_bots import BAD_BOTS
from tests.frozen.oracle import Answers
from tests.match.playing import RandomConnection, seed_of

_GAMES: Final = 40
_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "six_nimmt": {"variant": "tactics"},
    "big_fish": {"licences": "true"},
    "tonton": {"missions": "advanced"},
}
_GARBAGE: Final = b"\xff"
_MESSAGES: Final[Mapping[str, pb.BotMessage]] = {
    "nothing": pb.BotMessage(),
    "a join": pb.BotMessage(join=pb.Join(revision=1)),
    "a join of revision 7": pb.BotMessage(join=pb.Join(revision=7)),
    "a join of no revision": pb.BotMessage(join=pb.Join()),
    "a choice": pb.BotMessage(choice=pb.Choice(turn=5, index=0)),
    "a choice for turn 99": pb.BotMessage(choice=pb.Choice(turn=99, index=0)),
    "what a bridge cannot read": pb.BotMessage(unreadable=pb.Unreadable(reason="no JSON")),
    "what a bridge says nothing of": pb.BotMessage(unreadable=pb.Unreadable()),
}
_SPENT: Final = (
    Spent(0.5, 0.4),
    Spent(0.5, 1.2),
    Spent(1.5, 0.2),
    Spent(4.5, 0.2),
    Spent(4.5, 0.2, 4.4),
    Spent(1.105, 1.105),
    Spent(1.115, 1.115),
)


class MoveThief(RandomConnection):
    """Answers with a move that its seat could make before, and cannot make now."""

    def __init__(self, seed: str, seen: dict[bytes, pb.Move]) -> None:
        super().__init__(seed, 0)
        self._seen = seen
        self._asked = 0

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        turn = message.turn
        legal = {move.SerializeToString(): move for move in turn.legal}
        others = [move for content, move in self._seen.items() if content not in legal]
        self._seen.update(legal)
        self._asked += 1
        choice = pb.Choice(turn=turn.number, index=0)
        if others and self._asked > 2:
            choice.move.CopyFrom(others[int(self._draw() * len(others))])
        return pb.BotMessage(choice=choice).SerializeToString(), Spent(0.0, 0.0)


class Slow(RandomConnection):
    """Plays any legal move, the first one at this cost."""

    def __init__(self, seed: str, spent: Spent) -> None:
        super().__init__(seed, 0)
        self._spent = spent

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        answer = await super()._exchange(message, deadline)
        if isinstance(answer, Fault):
            return answer
        spent, self._spent = self._spent, Spent(0.0, 0.0)
        return answer[0], spent


def answers() -> Answers:
    """Yield the sentences by their causes."""
    yield "messages.txt", [*_messages()]
    yield "clocks.txt", [*_clocks()]
    yield "manifests.txt", [*_manifests()]
    for name in game_names():
        yield f"moves.{name}.txt", sorted({*_moves(find_game(name))})


def _messages() -> Iterator[str]:
    payloads = {name: message.SerializeToString() for name, message in _MESSAGES.items()}
    for name, payload in {**payloads, "garbage": _GARBAGE}.items():
        yield f"first {name}: {_told(read_join(payload))}"
        yield f"turn 5 {name}: {_told(read_choice(payload, 5))}"


def _told(read: Fault | object) -> str:
    return f"{read.verdict}: {read.detail}" if isinstance(read, Fault) else "read"


def _clocks() -> Iterator[str]:
    game = find_game("six_nimmt")
    for kind in ClockKind:
        for spent in _SPENT:
            control = TimeControl(bank=1, increment=0.1, kind=kind)
            slow, quick = partial(Slow, "slow", spent), partial(RandomConnection, "quick", 0)
            record = _play(game, {"rounds": "1", "limit": "none"}, [slow, quick], 1, control)
            told = [*_forfeits(record)] or ["in time"]
            yield f"{kind} {spent}: {told[0]}"


def _moves(game: AnyGame) -> Iterator[str]:
    """Yield the sentences about moves that cannot be made."""
    options = _OPTIONS.get(game.name, {})
    # Seats that decide at once are asked in any order.
    seen: list[dict[bytes, pb.Move]] = [{}, {}, {}]
    for number in range(_GAMES):
        connect = [partial(MoveThief, f"{seat} {number}", one) for seat, one in enumerate(seen)]
        yield from _forfeits(_play(game, options, connect, number, TimeControl()))


def _play(
    game: AnyGame,
    options: Mapping[str, str],
    connect: Sequence[Callable[[], Connection]],
    number: int,
    control: TimeControl,
) -> rec.Record:
    names = [f"bot{seat}" for seat in range(len(connect))]
    plan = make_plan(
        game,
        read_options(game, options),
        [Bot(name, Path(), name) for name in names],
        games=1,
        control=control,
        box="inline",
        seed=seed_of(number),
    )
    return asyncio.run(play_match(plan, connect, lambda _: None))


def _forfeits(record: rec.Record) -> Iterator[str]:
    for played in record.games:
        for forfeit in played.forfeits:
            yield f"{read_verdict(forfeit.verdict)}: {forfeit.detail}"


def _manifests() -> Iterator[str]:
    """Yield why bots cannot be started whose `bot.toml` is wrong."""
    for name, bad in BAD_BOTS.items():
        with TemporaryDirectory() as folder:
            bot = open_bot(bad.write(Path(folder) / "bot"))
        if bot.defect:
            yield f"{name}: {bot.defect}"
