"""The sources of all authors, for a program that finds copies."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.bots.starter import write_starter
from arena.errors import UserError
from arena.games import find_game
from ladder.archive.sources import write_sources
from ladder.log.entries import Entered, Joined
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.ladder.ladders import make_ladder

OWN = "        return max(turn.legal, key=self.worth)\n"


def hand_in(store: Store, folder: Path, player: str, author: str, added: str) -> None:
    """Hand in the starter with a line of the author's own, and with a file that is no text."""
    if author not in store.roster().authors:
        store.append(Joined(author))
    bot = folder / player
    bot.mkdir()
    for name, text in write_starter("my_bot", find_game("six_nimmt")).items():
        (bot / name).write_text(text + (added if name == "bot.py" else ""))
    (bot / "weights.bin").write_bytes(b"\xff\xfe\x00" + added.encode())
    store.enter(Entered(player, author, open_bot(bot).digest, ()), pack_folder(bot))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path / "ladder.db", "staff") as store:
        hand_in(store, tmp_path, "owl@1", "author-2", "        return turn.legal[0]  # old\n")
        hand_in(store, tmp_path, "owl@2", "author-2", OWN)
        hand_in(store, tmp_path, "cat@1", "author-1", OWN.replace("max", "min"))
        yield store


def read(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_each_author_has_a_folder_with_what_is_not_the_starters(
    store: Store, tmp_path: Path
) -> None:
    found = write_sources(store, tmp_path / "sources.zip")
    texts = read(tmp_path / "sources.zip")
    # The organiser's own bots are copies of nobody's.
    assert {name.split("/")[0] for name in texts} == {"author-1", "author-2"}
    assert texts["author-2/owl/bot.py"] == OWN
    assert texts["author-1/cat/bot.py"] == OWN.replace("max", "min")
    assert not any(name.endswith((".toml", ".bin")) for name in texts)
    assert (found.authors, found.bots, found.missing) == (2, 2, ())


def test_the_same_bots_are_the_same_bytes(store: Store, tmp_path: Path) -> None:
    files = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for file in files:
        write_sources(store, file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_no_ladder_is_written_over(store: Store, tmp_path: Path) -> None:
    for wrong in (tmp_path / "ladder.db", tmp_path, tmp_path / "no" / "x.zip"):
        with pytest.raises(UserError):
            write_sources(store, wrong)
    assert store.roster().authors
