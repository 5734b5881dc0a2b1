"""Sources: the authors' programs in one archive, for a program that finds copies, such as JPlag.

A folder for each author, named by its key, and in it one for each of its bots with its newest
version. Each text lacks the lines of the starter: all begin with those. The same bots are the
same bytes.
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from arena.bots.manifest import walk_parts
from arena.bots.starter import write_starter
from arena.boxes.host.leftovers import runtime_folder
from arena.errors import UserError, saying_why
from arena.games import find_game, game_names
from arena.languages import language_names
from arena.whole_file import write_whole
from ladder.log.entries import ORGANISER
from ladder.matches import Player, name_of
from ladder.store.database import require_no_database
from ladder.store.reader import Reader
from ladder.submissions.files import SubmissionCache


@dataclass(frozen=True, slots=True)
class Sources:
    """The content of an archive of sources."""

    authors: int
    bots: int
    files: int
    missing: tuple[Player, ...]
    """The versions whose files are not on the ladder any more."""


def write_sources(store: Reader, file: Path) -> Sources:
    """Write the sources of all authors, whole or not at all. UserError if they cannot be."""
    if not file.name or file.is_dir():
        raise UserError(f"{file} is a folder; sources are a file, say {file / 'sources.zip'}.")
    require_no_database(file)
    packed, roster, kept = io.BytesIO(), store.roster(), {*store.digests()}
    newest = [versions[-1] for versions in roster.by_name.values()]
    theirs = [player for player in newest if roster.author_of(player) != ORGANISER]
    here = [player for player in theirs if roster.versions[player].digest in kept]
    files = 0
    with zipfile.ZipFile(packed, "w") as archive, runtime_folder() as scratch:
        for player in sorted(here, key=lambda one: (roster.author_of(one), one)):
            folder = f"{quote(roster.author_of(player), '')}/{quote(name_of(player), '')}"
            with SubmissionCache(store.submission, scratch) as unpacked:
                bot = unpacked.bot(roster.versions[player].digest)
                for path, text in _texts(bot.folder):
                    # With the date that a zip file begins at.
                    info = zipfile.ZipInfo(f"{folder}/{path}")
                    archive.writestr(info, _without_starter(text), zipfile.ZIP_DEFLATED)
                    files += 1
    with saying_why(f"{file} cannot be written"):
        write_whole(packed.getvalue(), file)
    authors = {roster.author_of(player) for player in here}
    return Sources(len(authors), len(here), files, tuple(one for one in theirs if one not in here))


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of a bot that are text, but for its manifest, in the order of their names."""
    for part in walk_parts(folder):
        path = "/".join(part.names)
        if part.is_file() and path != "bot.toml":
            try:
                yield path, part.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue


def _without_starter(text: str) -> str:
    known = _starter_lines()
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines() if line.strip() not in known)


@cache
def _starter_lines() -> frozenset[str]:
    """Return the lines of all starters, without the space around them."""
    texts = (
        text
        for language in language_names()
        for game in (None, *map(find_game, game_names()))
        for text in write_starter("my_bot", game, language).values()
    )
    return frozenset(line.strip() for text in texts for line in text.splitlines())
