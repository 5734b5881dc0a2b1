"""`arena new`: a folder with a bot that plays at once, made of the files in `arena/starter`.

Those are real files, linted and tested as they are. They are about 6 nimmt! and a bot named my_bot;
the names are what is replaced.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import arena
from arena.cli.advice import advise
from arena.cli.bots import sample_names
from arena.cli.terminal import say
from arena.errors import UserError
from arena.games import AnyGame, find_game, game_names

_STARTER: Final = Path(arena.__file__).parent / "starter"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
_MODEL: Final = "six_nimmt"


def make_bot(name: str, game: str | None) -> None:
    """Make the folder and say what to type next. UserError if its name or its game will not do."""
    rules = None if game is None else find_game(game)
    folder = _check_name(name)
    files = dict(write_files(name, rules))
    try:
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"The folder {name} cannot be made here: {error.strerror}.") from error
    plays = "any game" if rules is None else rules.title
    say(f"{name} is a bot that plays {plays}; {name}/bot.py is where it thinks.")
    say(advise("check", name))


def write_files(name: str, game: AnyGame | None) -> dict[str, str]:
    """Return the files of a new bot by their names; without a game it is one for all games."""
    program = "any_bot.py" if game is None else "game_bot.py"
    names = _names_of(name, game or find_game(_MODEL))
    texts = {
        file: _replace((_STARTER / source).read_text(encoding="utf-8"), names)
        for file, source in {
            "bot.toml": "bot.toml",
            "bot.py": program,
            "test_bot.py": "test_bot.py",
            "README.md": "README.md",
        }.items()
    }
    if game is None:
        texts["bot.toml"] = texts["bot.toml"].splitlines(keepends=True)[0]
        listed = ", ".join(f'"{other}"' for other in game_names())
        texts["test_bot.py"] = texts["test_bot.py"].replace(f'["{_MODEL}"]', f"[{listed}]")
    return texts


def _check_name(name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise UserError(
            f"{name!r} is no name for a bot; a name is a letter and up to 39 letters, digits, - or"
            " _ after it."
        )
    if name in sample_names():
        raise UserError(f"{name} is a sample bot; take another name.")
    folder = Path(name)
    if folder.exists() or folder.is_symlink():
        raise UserError(f"{name} is here already; take another name, or another folder.")
    return folder


def _names_of(name: str, game: AnyGame) -> dict[str, str]:
    """Return what the starter's names are in another bot of another game."""
    model = find_game(_MODEL)
    return {
        model.title: game.title,
        model.name: game.name,
        "my_bot": name,
        _opponents(model, "my_bot"): _opponents(game, name),
    }


def _opponents(game: AnyGame, name: str) -> str:
    """Return the bots of the smallest match, as they are typed."""
    return " ".join([name, *["random"] * (game.seats[0] - 1)])


def _replace(text: str, names: Mapping[str, str]) -> str:
    """Replace all names at once, so that none is replaced twice; the longest that fits wins."""
    found = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    return found.sub(lambda match: names[match[0]], text)
