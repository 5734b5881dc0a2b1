"""How a command names bots: a folder, an archive, or a sample bot, or `name=` any; and people.

Behind it may be values for its parameters, `?depth=3&time=0.1`: it is played as a copy with these.
The folder of an attack is played too; it is a bot only with what its program shares with others.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import arena
from arena.bots.manifest import Bot, check_name, derive_name, open_bot, write_variant
from arena.bots.parameters import split_parameters
from arena.bots.upload import open_upload
from arena.errors import UserError
from arena.games import AnyGame, find_game, game_names
from arena.match.clock import NO_CLOCK, TimeControl
from arena.match.person import Competitor, Person

# Beside the package, in a checkout and in an installation alike.
SAMPLES = Path(arena.__file__).parent.parent / "sample_bots"
# What is typed for a person at this terminal, with `:NAME` behind it for a name.
PERSON = "human"
ATTACKS = Path(arena.__file__).resolve().parent / "attacks" / "bots"


def sample_names() -> list[str]:
    return sorted(folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file())


def open_competitors(
    texts: Sequence[str], game: AnyGame, held: ExitStack, clock: TimeControl = NO_CLOCK
) -> list[Competitor]:
    """Open the bots, and a door for every person, whose clock it is.

    A name that is there twice gets a number. UserError if a bot is not found. What was made and
    unpacked for them is there for as long as it is held.
    """
    bots: list[Competitor] = []
    for text in texts:
        bot = _open_door(text, held, clock) if is_person(text) else _open_bot(text, game, held)
        taken = {other.name for other in bots}
        numbered = (f"{bot.name}#{number}" for number in range(2, len(texts) + 2))
        name = next(name for name in (bot.name, *numbered) if name not in taken)
        bots.append(replace(bot, name=name))
    return bots


def find_common_games(texts: Sequence[str], held: ExitStack) -> list[AnyGame]:
    """Return the games that all these bots play. UserError if a bot is not found."""
    bots = [_open_files(*find_bot(text, held), held) for text in texts]
    names = [
        name for name in game_names() if all(name in (bot.games or game_names()) for bot in bots)
    ]
    return [find_game(name) for name in names]


def is_person(text: str) -> bool:
    """Say whether a word names a person and no bot; `./human` is a folder."""
    return text == PERSON or text.startswith(f"{PERSON}:")


def _open_door(text: str, held: ExitStack, clock: TimeControl) -> Person:
    # Late, since it loads the engine's client.
    from arena.boxes.leftovers import runtime_folder

    name = check_name(text.removeprefix(f"{PERSON}:"))
    return Person(name, held.enter_context(runtime_folder()), clock)


def _open_bot(text: str, game: AnyGame, held: ExitStack) -> Bot:
    bot = _open_files(*find_bot(text, held), held)
    if bot.games and game.name not in bot.games:
        raise UserError(f"{bot.name} plays only {', '.join(bot.games)}, not {game.name}.")
    return bot


def find_bot(text: str, held: ExitStack) -> tuple[Path, str | None]:
    """Return where a bot's files are, and its name if one was given. UserError if nothing is there,
    or that is no name, or the bot has no such parameters.

    With parameters it is a copy, which is there for as long as it is held. Otherwise what the files
    are worth is not looked at.
    """
    if "?" not in text or _is_there(text):
        return _find_files(text)
    where, given = split_parameters(text)
    path, name = _find_files(where)
    scratch = _make_scratch(held)
    target = scratch / derive_name(path.resolve().name.partition(".")[0])
    write_variant(held.enter_context(open_upload(path, scratch)), given, target)
    return target, name


def _is_there(text: str) -> bool:
    """Say whether a question mark is part of the name of a file."""
    return any(path and _exists(Path(path)) for path in (text, text.partition("=")[2]))


def _find_files(text: str) -> tuple[Path, str | None]:
    name, _, path = text.partition("=")
    if name and path and _exists(Path(path)):
        return Path(path), check_name(name)
    if name and path in sample_names():
        return SAMPLES / path, check_name(name)
    # A file may have a sample bot's name by chance; a folder is meant.
    if _exists(Path(text)) and (Path(text).is_dir() or text not in sample_names()):
        return Path(text), None
    if text in sample_names():
        return SAMPLES / text, None
    raise UserError(
        f"There is no bot {text!r}; a bot is a folder, an archive of one, or a sample bot"
        f" ({', '.join(sample_names())}), maybe with name= before it and ?depth=3 behind."
    )


def _open_files(path: Path, name: str | None, held: ExitStack) -> Bot:
    attack = _is_attack(path)
    if path.is_dir() and not attack:
        return open_bot(held.enter_context(open_upload(path)), name)
    scratch = _make_scratch(held)
    if attack:
        return open_bot(_write_attack(path, scratch), name or derive_name(path.resolve().name))
    return open_bot(held.enter_context(open_upload(path, scratch)), name)


def _make_scratch(held: ExitStack) -> Path:
    """Make a match's folder: the next match removes what even a killed command has left there."""
    # Late, since it loads the engine's client.
    from arena.boxes.leftovers import runtime_folder

    return held.enter_context(runtime_folder())


def _is_attack(path: Path) -> bool:
    return path.resolve().is_relative_to(ATTACKS) and (path / "attack.toml").is_file()


def _write_attack(folder: Path, scratch: Path) -> Path:
    """Make a bot of an attack's folder, with what its program shares with those of others."""
    from arena.attacks.attack import read_folder

    attack, *_ = read_folder(folder).values()
    return attack.write(scratch / "attacker")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, or below what is closed to us
        return False
