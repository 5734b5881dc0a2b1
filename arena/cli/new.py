"""`arena new`: a folder with a bot that plays at once."""

from pathlib import Path

from arena.bots.starter import check_starter_name, source_of, write_starter
from arena.errors import UserError, saying_why
from arena.games import find_game
from arena.languages import PYTHON
from arena.terminal.advice import advise
from arena.terminal.output import say


def make_bot(name: str, game: str | None, language: str = PYTHON) -> None:
    """Make the folder and say what to type next. UserError if a name will not do."""
    rules = None if game is None else find_game(game)
    folder = Path(check_starter_name(name))
    files = write_starter(name, rules, language)
    if folder.exists() or folder.is_symlink():
        raise UserError(f"{name} is here already; take another name, or another folder.")
    with saying_why(f"The folder {name} cannot be made here"):
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    plays = "any game" if rules is None else rules.title
    say(f"{name} is a bot that plays {plays}; {name}/{source_of(language)} is where it thinks.")
    say(advise("check", name))
