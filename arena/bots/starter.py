"""Starters: a bot that plays at once, for each game and language, made of files in `arena/starter`.

Those are real files, linted and tested as they are. They are about 6 nimmt! and a bot named my_bot;
the names are what is replaced.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from google.protobuf.json_format import MessageToDict

import arena
from arena.bots.samples import sample_names
from arena.errors import UserError
from arena.foreign_text import quote
from arena.games import AnyGame, Deal, find_game, game_names
from arena.games.messages import make_turn
from arena.languages import PYTHON, find_language, require_language
from arena.languages.javascript import JAVASCRIPT, sdk_files, sdk_folder

_STARTER: Final = Path(arena.__file__).parent / "starter"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
_MODEL: Final = "six_nimmt"
_PYTHONS: Final = (PYTHON, "numpy")
_TYPED: Final = f"from arena_sdk.{_MODEL} import Bot, Move, State, Turn, run\n"
_UNTYPED: Final = """from typing import Any

from arena_sdk import Bot, Turn, run

Move = Any
State = Any
"""
_SDK_BESIDE: Final = ("./arena-sdk", "../arena-sdk")
_SOURCES: Final = {
    **dict.fromkeys(_PYTHONS, "bot.py"),
    "binary": "bot.go",
}
# Text before the first command, for languages that the author builds.
_BUILD_LINES: Final = {
    "binary": (
        "Go makes a static executable of it, and so do Rust and Zig of theirs:\n\n```sh\n"
        "CGO_ENABLED=0 go build -o my_bot/bot my_bot/bot.go\n```\n\n"
    )
}


def check_starter_name(name: str) -> str:
    """Return the name of a new bot; UserError if it will not do."""
    if not _NAME.fullmatch(name):
        raise UserError(
            f"{quote(name)} is no name for a bot; expected a letter of a to z, and up to 39"
            " letters, digits, - and _ behind it."
        )
    if name in sample_names():
        raise UserError(f"{name} is a sample bot; take another name.")
    return name


@cache
def program_of_starter(game: str) -> str:
    """Return the program of the starter in Python for a game."""
    return write_starter("my_bot", find_game(game))[source_of(PYTHON)]


def pack_starter(name: str, game: AnyGame | None, language: str) -> bytes:
    """Return a zip file of a new bot's folder, with the SDK beside it where Python's has it not."""
    texts = write_starter(name, game, language, _SDK_BESIDE)
    files = {f"{name}/{file}": text.encode() for file, text in texts.items()}
    return _pack(files, _packed_sdk() if language == JAVASCRIPT else b"")


@cache
def _packed_sdk() -> bytes:
    # Most of the work of packing a starter, and the same for all.
    return _pack({f"arena-sdk/{path}": content for path, content in sdk_files()})


def _pack(files: Mapping[str, bytes], before: bytes = b"") -> bytes:
    """Return a zip file of these files, behind those of another one."""
    packed = io.BytesIO(before)
    with zipfile.ZipFile(packed, "a" if before else "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # With the date that a zip file begins at, so that the same files are the same archive.
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def write_starter(
    name: str,
    game: AnyGame | None,
    language: str = PYTHON,
    sdk: tuple[str, str] | None = None,
) -> dict[str, str]:
    """Return the files of a new bot by their names; without a game it is one for all games.

    `sdk` is where that for JavaScript lies: from the folder around the bot's, and from the bot's.
    None: as it is installed here.
    """
    require_language(language)
    model = game or find_game(_MODEL)
    names = _names_of(name, model)
    names["SOURCE"] = source_of(language)
    names["BUILD\n\n"] = _BUILD_LINES.get(language, "").replace("my_bot", name)
    if language == JAVASCRIPT:
        here, beside = sdk or (str(sdk_folder()),) * 2
        names |= {"ARENA_SDK/dist": f"{here}/dist", "ARENA_SDK": beside}
    if game is None:
        listed = ", ".join(f'"{other}"' for other in game_names())
        names |= {f'"game", ["{_MODEL}"]': f'"game", [{listed}]', f'games = ["{_MODEL}"]\n': ""}
        # The types of one game, and what it is called.
        names |= {
            f'<"{_MODEL}">': "",
            f'"""{find_game(_MODEL).title}: tries': '"""Plays any game: tries',
        }
    # A game of one's own may have no types yet.
    if game is None or find_spec(f"arena_sdk.{game.name}") is None:
        names |= {_TYPED: _UNTYPED}
    folder = _STARTER / ("python" if language in _PYTHONS else language)
    shared = (_STARTER / name for name in ("AGENTS.md", "bot.toml", "compiled.md"))
    sources = [*sorted(folder.iterdir()), *shared]
    texts = {
        path.name: _replace(path.read_text(encoding="utf-8"), names)
        for path in sources
        if path.is_file()
    }
    texts.setdefault("README.md", texts.pop("compiled.md"))
    if language == JAVASCRIPT:
        texts["turn.json"] = _write_question(model)
    if language != PYTHON:
        texts["bot.toml"] += f'language = "{language}"\n'
    if language == "binary":
        texts["bot.toml"] += 'protocol = "stdio"\n'
    return texts


def _write_question(game: AnyGame) -> str:
    """Return the first question of a game, as `arena replay --view 1 --json` has one."""
    options = game.Options()
    state = game.start(game.seats_for(options)[0], Deal(1), options)
    turn = make_turn(game, state, state.to_act[0])
    return json.dumps({"game": game.name, "turn": MessageToDict(turn)}, indent=1) + "\n"


def source_of(language: str) -> str:
    """Return the file in which a new bot thinks."""
    return _SOURCES.get(language) or find_language(language).source


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
