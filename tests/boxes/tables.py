"""Games of many bots that err at one table, with one that does nothing wrong."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from arena.bots.samples import SAMPLES
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.match.replay import verify
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from tests.bots.taking import taken
from tests.boxes.containers import play_task
from tests.programs import SEED

# As many sit at a table with `first`.
_AT_ONCE: Final = 9


class Seat(NamedTuple):
    """The seats of one of them and of `first` in a game."""

    game: rec.GameRecord
    seat: int
    innocent: int

    @property
    def forfeit(self) -> rec.Forfeit:
        (found,) = [one for one in self.game.forfeits if one.seat == self.seat]
        return found


def play_all(bad: Mapping[str, Path]) -> dict[str, Seat]:
    """Play as many games of 6 nimmt! as it takes, with bots from these folders by their names."""
    return dict(_play_all(bad))


def _play_all(bad: Mapping[str, Path]) -> Iterator[tuple[str, Seat]]:
    for first in range(0, len(bad), _AT_ONCE):
        names = [*bad][first : first + _AT_ONCE]
        game = _play([SAMPLES / "first", *(bad[name] for name in names)])
        seat_of = {bot: seat for seat, bot in enumerate(game.seating)}
        for bot, name in enumerate(names, start=1):
            yield name, Seat(game, seat_of[bot], seat_of[0])


def _play(folders: list[Path]) -> rec.GameRecord:
    bots = tuple(taken(folder, f"bot{number}") for number, folder in enumerate(folders))
    game = find_game("six_nimmt")
    plan = make_plan(
        game,
        game.Options(limit=None, rounds=1),
        bots,
        games=1,
        control=TimeControl(bank=2, increment=0),
        box="process",
        seed=bytes.fromhex(SEED),
    )
    record = asyncio.run(play_task(Task(plan, bots), lambda _: None))
    verify(record)
    (played,) = record.games
    return played
