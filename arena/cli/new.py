"""`arena new`: a folder with a bot that plays at once, made of the files in `arena/starter`.

Those are real files, linted and tested as they are. They are about 6 nimmt! and a bot named my_bot;
the names are what is replaced.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from google.protobuf.json_format import MessageToDict

import arena
from arena.bots.samples import sample_names
from arena.errors import UserError
from arena.games import AnyGame, Deal, find_game, game_names
from arena.games.messages import make_turn
from arena.languages import PYTHON, find_language, require_language
from arena.languages.javascript import JAVASCRIPT, sdk_folder
from arena.terminal.advice import advise
from arena.terminal.output import say

_STARTER: Final = Path(arena.__file__).parent / "starter"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
_MODEL: Final = "six_nimmt"
_PYTHONS: Final = (PYTHON, "numpy")
_SOURCES: Final = {
    **dict.fromkeys(_PYTHONS, "bot.py"),
    "binary": "bot.go",
}
# What comes before the first command, where the author builds.
_BUILD_LINES: Final = {
    "binary": (
        "Go makes a static executable of it, and so do Rust and Zig of theirs:\n\n```sh\n"
        "CGO_ENABLED=0 go build -o my_bot/bot my_bot/bot.go\n```\n\n"
    )
}


def make_bot(name: str, game: str | None, language: str = PYTHON) -> None:
    """Make the folder and say what to type next. UserError if a name will not do."""
    rules = None if game is None else find_game(game)
    require_language(language)
    folder = _check_name(name)
    files = write_files(name, rules, language)
    try:
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"The folder {name} cannot be made here: {error.strerror}.") from error
    plays = "any game" if rules is None else rules.title
    say(f"{name} is a bot that plays {plays}; {name}/{_source(language)} is where it thinks.")
    say(advise("check", name))


def write_files(name: str, game: AnyGame | None, language: str = PYTHON) -> dict[str, str]:
    """Return the files of a new bot by their names; without a game it is one for all games."""
    texts = _python_files(name, game) if language in _PYTHONS else _files(name, game, language)
    if language != PYTHON:
        texts["bot.toml"] += f'language = "{language}"\n'
    if language == "binary":
        texts["bot.toml"] += 'protocol = "stdio"\n'
    return texts


def _files(name: str, game: AnyGame | None, language: str) -> dict[str, str]:
    """Return the files of a bot that knows its game by the messages alone."""
    names = _names_of(name, game or find_game(_MODEL))
    names["SOURCE"] = _source(language)
    names["ARENA_SDK"] = str(sdk_folder())
    names["BUILD\n\n"] = _BUILD_LINES.get(language, "").replace("my_bot", name)
    sources = [*sorted((_STARTER / language).iterdir()), _STARTER / "bot.toml"]
    texts = {
        path.name: _replace(path.read_text(encoding="utf-8"), names)
        for path in sources
        if path.is_file()
    }
    compiled = (_STARTER / "compiled.md").read_text(encoding="utf-8")
    texts.setdefault("README.md", _replace(compiled, names))
    if language == JAVASCRIPT:
        texts["turn.json"] = _write_question(game or find_game(_MODEL))
    if game is None:
        texts["bot.toml"] = texts["bot.toml"].splitlines(keepends=True)[0]
        # The types of one game.
        texts = {file: text.replace(f'<"{_MODEL}">', "") for file, text in texts.items()}
    return texts


def _write_question(game: AnyGame) -> str:
    """Return the first question of a game, as `arena replay --view 1 --json` has one."""
    options = game.Options()
    state = game.start(game.seats_for(options)[0], Deal(1), options)
    turn = make_turn(game, state, state.to_act[0])
    return json.dumps({"game": game.name, "turn": MessageToDict(turn)}, indent=1) + "\n"


def _source(language: str) -> str:
    """Return the file in which a new bot thinks."""
    return _SOURCES.get(language) or find_language(language).source


def _python_files(name: str, game: AnyGame | None) -> dict[str, str]:
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
            f"{name!r} is no name for a bot; expected a letter of a to z, and up to 39 letters,"
            " digits, - and _ behind it."
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
        _camel(model.name): _camel(game.name),
        "my_bot": name,
        _opponents(model, "my_bot"): _opponents(game, name),
    }


def _camel(name: str) -> str:
    """Return a game's name as JSON has it."""
    first, *others = name.split("_")
    return "".join([first, *(word.title() for word in others)])


def _opponents(game: AnyGame, name: str) -> str:
    """Return the bots of the smallest match, as they are typed."""
    return " ".join([name, *["random"] * (game.seats[0] - 1)])


def _replace(text: str, names: Mapping[str, str]) -> str:
    """Replace all names at once, so that none is replaced twice; the longest that fits wins."""
    found = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    return found.sub(lambda match: names[match[0]], text)
