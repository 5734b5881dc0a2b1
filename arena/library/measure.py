"""A measurement that was asked for, in one game: a bot in steps between the game's house bots."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from arena.bots.samples import house_bots
from arena.errors import UserError
from arena.games import AnyGame
from arena.games.deal import Deal
from arena.games.options import read_options
from arena.games.playout import playout
from arena.library.comparison import COMPARISONS, PairedGames, usual_opponents
from arena.library.request import PlayRequest
from arena.match.measurement import ARMS, Measurement
from arena.match.plan import MAX_GAMES
from arena.runner.competitors import Competitors, require_bots
from arena.runner.host import Host

USUAL_WIDTH: Final = 0.25
USUAL_GAMES: Final = 2000
# How many games at random say how many questions there are in one.
_LOOKED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest(PlayRequest):
    """A measurement to be made. The bot is named as on the command line."""

    bot: str
    games: int = USUAL_GAMES
    """At most, of the bot."""
    width: float = USUAL_WIDTH
    out: Path = COMPARISONS

    def check(self) -> None:
        """UserError if it makes no sense, whatever the bot is."""
        if not 0 < self.width < float("inf"):
            raise UserError(
                f"--width is in steps, more than 0, for example 0.25; {self.width:g} is none."
            )
        if not 1 <= self.games <= MAX_GAMES:
            raise UserError(f"--games is 1 to {MAX_GAMES}, not {self.games}.")
        PlayRequest.check(self)
        require_bots((self.bot,))


class GameMeasurement(PairedGames[Measurement]):
    """The measurement of a bot in one game."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self.folder.first.bots[0].name

    def questions(self) -> int:
        """Return about how many questions a game asks the bot, as games at random say."""
        game, options, seats = self.game, self.folder.first.options, len(self.folder.first.bots)
        moves = 0
        for seed in range(_LOOKED):
            moves += playout(game.start(seats, Deal(seed), options), Random(seed))
        return round(moves / _LOOKED / seats)


def open_measurement(
    request: MeasureRequest, game: AnyGame, competitors: Competitors, host: Host
) -> GameMeasurement:
    """Open the bots and the folder of a measurement, and count what was played before."""
    others = usual_opponents(game, read_options(game, request.options))
    candidates = zip(ARMS, (request.bot, *house_bots(game.name)), strict=True)
    bots = {arm: competitors.bots((one, *others), game) for arm, one in candidates}
    return GameMeasurement.open(
        request, game, host, bots, Measurement(request.width, request.games)
    )
