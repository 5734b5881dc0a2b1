"""What is played on a ladder: its divisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.errors import UserError
from arena.games import find_game
from arena.games.options import read_options, write_options


@dataclass(frozen=True, slots=True)
class Division:
    """A game with its options, and with how many seats it is played: each number equally often.

    UserError if the game does not exist, or cannot be played so.
    """

    game: str
    # Left out of the hash, not of the comparison: a mapping has none.
    options: Mapping[str, str] = field(hash=False)
    seats: tuple[int, ...]

    def __post_init__(self) -> None:
        game = find_game(self.game)
        allowed = game.seats_for(read_options(game, self.options))
        if not self.seats or not {*self.seats} <= {*allowed}:
            numbers = ", ".join(map(str, allowed))
            raise UserError(
                f"{game.title} is played with these options by {numbers} bots, not by"
                f" {', '.join(map(str, self.seats)) or 'none'}."
            )

    def __str__(self) -> str:
        game = find_game(self.game)
        usual = write_options(game.Options())
        chosen = sorted(item for item in self.options.items() if item not in usual.items())
        return " ".join([game.title, *(f"{name}={text}" for name, text in chosen)])
