"""The games: rules, views, and the wire format of both. Pure: no clock, no I/O, no asyncio.

Chance is in the Deal alone. Each folder but `testing` is a game; these folders are the registry. A
game's package exports `GAME`, its `Game` object, and the types `Move`, `State`, `View`, `Options`.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from arena.errors import UserError, guess
from arena.games.compiled import Form, form_of, use_compiled_rules

use_compiled_rules()  # before any of them is imported

from arena.games.contract import AnyGame, Game, IllegalMove, Move, State  # noqa: E402
from arena.games.deal import Deal  # noqa: E402
from arena.games.playout import playout  # noqa: E402

_NO_GAMES = {"testing"}

__all__ = [
    "AnyGame",
    "Deal",
    "Game",
    "IllegalMove",
    "Move",
    "State",
    "find_game",
    "game_names",
    "playout",
    "rules_form",
]


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    folders = {module.name for module in iter_modules(__path__) if module.ispkg}
    return tuple(sorted(folders - _NO_GAMES))


@cache
def find_game(name: str) -> AnyGame:
    """Return the game of this name; imports that game's rules and no others."""
    if name not in game_names():
        near = guess(name, game_names())
        raise UserError(
            f"There is no game {name[:40]!r}{near}; the games are {', '.join(game_names())}."
        )
    game: AnyGame = import_module(f"arena.games.{name}").GAME
    return game


def rules_form(name: str) -> Form:
    """Return whether the rules of a game run compiled or interpreted; imports them."""
    find_game(name)
    return form_of(import_module(f"arena.games.{name}").State.__module__)
