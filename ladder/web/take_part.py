"""Taking part: a page for anyone with only the address of the site, and what is downloaded there.

A starter is made when it is asked for, by the code of `arena new`. The wheel is of the programs
that serve this page, for any Python that they run on, and is made when somebody first wants it.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from fastapi import Response

from arena.bots.starter import check_starter_name, pack_starter, program_of_starter
from arena.errors import UserError
from arena.games import find_game
from arena.languages import PYTHON, find_language, language_names
from ladder.queries.lookup import find_game_name
from ladder.queries.overview import read_rules
from ladder.web.cache import SnapshotCache
from ladder.web.faces import OPEN, Faces, Word, send_file
from ladder.web.site import Page
from ladder.web.wheel import pack_own

_NAME: Final = "my_bot"
_making: Final = Lock()


def own_wheel() -> tuple[str, bytes]:
    """Return the name and the content of this installation's wheel. UserError if there is none."""
    # One at a time, so that it is made once.
    with _making:
        made = _make_wheel()
    if isinstance(made, UserError):
        raise made
    return made


@cache
def _make_wheel() -> tuple[str, bytes] | UserError:
    with TemporaryDirectory(prefix="wheel-") as folder:
        try:
            path = pack_own(Path(folder))
        except UserError as error:
            return error
        return path.name, path.read_bytes()


def add_take_part(
    faces: Faces, cache: SnapshotCache, make_wheel: Callable[[], tuple[str, bytes]] | None
) -> None:
    """Add the page, and what is downloaded there."""

    @faces.page("/take-part", OPEN)
    def take_part() -> Page:
        snapshot = cache.current
        values = {
            "rules": read_rules(snapshot.store),
            "languages": {name: find_language(name).title for name in language_names()},
            "python": PYTHON,
            "name": _NAME,
            "has_wheel": make_wheel is not None,
            "source": program_of_starter(snapshot.opened.divisions[0].game),
        }
        return Page("take-part", "take_part", "Take part", values)

    @faces.page("/take-part/starter.zip", OPEN)
    def starter(game: Word = "", language: Word = PYTHON, name: Word = _NAME) -> Response:
        opened = cache.current.opened
        rules = find_game(find_game_name(opened, game or opened.divisions[0].game))
        content = pack_starter(check_starter_name(name or _NAME), rules, language)
        return send_file(content, f"{name or _NAME}.zip")

    if make_wheel is not None:

        @faces.page("/take-part/wheel", OPEN)
        def wheel() -> Response:
            name, content = make_wheel()
            return send_file(content, name)
