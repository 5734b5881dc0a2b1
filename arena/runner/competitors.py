"""The players that a command names: bots, each taken in once, and people at this terminal."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from arena.bots.finding import find_bot
from arena.bots.intake import TakenBot, take_in
from arena.bots.manifest import SeatKind, check_name, derive_name
from arena.errors import UserError
from arena.games import AnyGame, find_game, game_names
from arena.languages import PYTHON
from arena.match.clock import NO_CLOCK, TimeControl
from arena.match.seat import Guest, Seat
from arena.runner.host import Host

PlayFunction: TypeAlias = Callable[[Any], Any]
"""Plays in the caller's program: given a turn, it returns one of `turn.legal`."""

# The word for a person at this terminal, with `:NAME` behind it for a name.
PERSON = "human"


def is_person(asked: str | PlayFunction) -> bool:
    """Say whether a word names a person and no bot; `./human` is a folder."""
    return isinstance(asked, str) and (asked == PERSON or asked.startswith(f"{PERSON}:"))


def require_bots(words: Sequence[str]) -> None:
    """UserError if one of them is a person."""
    if any(map(is_person, words)):
        raise UserError("Only bots can be compared or rerun; arena play seats people.")


class Competitors:
    """Opens the players that a command names. Their copies and products last as long as the host.

    A bot is read once: all of the command plays with that copy, even if its author changes the
    files meanwhile. It is built for the host's boxes, and `say` is told before that, which takes
    seconds.
    """

    def __init__(self, host: Host, say: Callable[[str], None]) -> None:
        self._host = host
        self._say = say
        self._folder = host.folder()
        self._bots: dict[str, TakenBot] = {}
        self.functions: list[tuple[Path, PlayFunction]] = []
        """Those that have been seated, each with the door of its seat."""

    def bot(self, text: str) -> TakenBot:
        """Return a bot. UserError if there is none, or its files cannot be read."""
        if text not in self._bots:
            place = self._folder / str(len(self._bots))
            self._bots[text] = take_in(find_bot(text), place)
        return self._bots[text]

    def seat(
        self,
        table: Sequence[str | PlayFunction],
        game: AnyGame,
        clock: TimeControl = NO_CLOCK,
        function_clock: TimeControl = NO_CLOCK,
    ) -> list[Seat]:
        """Return all of a table, with names of their own, and a door for every person, whose clock
        it is, and for every function. UserError if one cannot be had or started, or does not play
        this game.
        """
        seats: list[Seat] = []
        for one in table:
            if not isinstance(one, str):
                name = derive_name(getattr(one, "__name__", type(one).__name__))
                seat = self._open_door(name, function_clock, SeatKind.FUNCTION)
                self.functions.append((seat.door, one))
                seats.append(seat)
            elif is_person(one):
                name = check_name(one.removeprefix(f"{PERSON}:"))
                seats.append(self._open_door(name, clock, SeatKind.PERSON))
            else:
                seats.append(self._playing(one, game))
        named = _name_apart(seats)
        # Behind that: the folder of what was built is named by its digest.
        return [self._startable(one) if isinstance(one, TakenBot) else one for one in named]

    def bots(self, words: Sequence[str], game: AnyGame) -> list[TakenBot]:
        """Return the bots of a table, as `seat` does. UserError if a person is among them."""
        require_bots(words)
        return [one for one in self.seat(words, game) if isinstance(one, TakenBot)]

    def common_games(self, texts: Sequence[str]) -> list[AnyGame]:
        """Return the games that all these bots play."""
        played = [self.bot(text).games or game_names() for text in texts]
        return [find_game(name) for name in game_names() if all(name in games for games in played)]

    def _playing(self, text: str, game: AnyGame) -> TakenBot:
        bot = self.bot(text)
        if bot.games and game.name not in bot.games:
            raise UserError(f"{bot.name} plays only {', '.join(bot.games)}, not {game.name}.")
        return bot

    def _startable(self, bot: TakenBot) -> TakenBot:
        """Return a bot that is built. UserError if its files show that it cannot be started."""
        if bot.defect:
            raise UserError(f"{bot.name} cannot be started. {bot.defect}")
        if bot.language == PYTHON:
            return bot
        # Here, since most matches begin without it.
        from arena.boxes.kinds.build import BuildError  # noqa: PLC0415

        try:
            return asyncio.run(self._host.build(bot, self._say))
        except BuildError as error:
            raise UserError(f"{bot.name} cannot be started. {error}") from error

    def _open_door(self, name: str, clock: TimeControl, kind: SeatKind) -> Guest:
        return Guest(name, self._host.folder(), clock, kind)


def _name_apart(competitors: Sequence[Seat]) -> list[Seat]:
    """Give each a name of its own: bots of one name with other files are called by their folders,
    and what is there twice gets a number.
    """
    named: list[Seat] = []
    for one in competitors:
        name = one.name
        if isinstance(one, TakenBot) and len(_versions(one, competitors)) > 1:
            name = one.folder.name
        taken = {other.name for other in named}
        numbered = (f"{name}#{number}" for number in range(2, len(competitors) + 2))
        free = next(free for free in (name, *numbered) if free not in taken)
        named.append(replace(one, name=free))
    return named


def _versions(bot: TakenBot, competitors: Sequence[Seat]) -> set[str]:
    """Return the digests of the bots at a table that have this one's name."""
    return {one.digest for one in competitors if one.kind.is_bot and one.name == bot.name}
