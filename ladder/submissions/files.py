"""Submissions: a bot is kept on a ladder as one file, and is unpacked to play.

A submission is a bot's files as they were when it came in, packed; it is known by their digest. The
sample bots, which play in trials, are unpacked in the same way, and are on no ladder.
"""

import gzip
import io
import tarfile
import tomllib
import zlib
from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, Self

from arena.bots.folder import check_sum
from arena.bots.intake import TakenBot, unpacked_bot
from arena.bots.manifest import MANIFEST, Bot, check_name, open_bot, walk_parts
from arena.bots.samples import SAMPLES, sample_names
from arena.errors import HostFailure, UserError
from arena.languages import PYTHON, find_language, language_names

# Nothing of where and when it was packed: the same files are the same bytes.
_NO_TIME: Final = 0
# This many are kept unpacked, of at most 32 MB each.
_MOST_UNPACKED: Final = 128


# --- packing ---


def pack_folder(folder: Path) -> bytes:
    """Return a gzipped tar of a bot's files, without what is no part of a bot.

    UserError if they cannot be read, or have grown too large since they were looked at.
    """
    return _pack(
        ("/".join(part.names), part.read(), part.is_program())
        for part in walk_parts(folder)
        if part.is_file()
    )


def pack_source(name: str, game: str, source: str) -> bytes:
    """Return the same of a bot in Python that plays a game, and whose program is a text."""
    texts = {"bot.toml": f'name = "{check_name(name)}"\ngames = ["{game}"]\n', "bot.py": source}
    return _pack((file, text.encode(), False) for file, text in texts.items())


def pack_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the same of files by their paths; who sends them says of none whether it can be run.

    So all can.
    """
    return _pack((path, content, True) for path, content in files)


def _pack(files: Iterable[tuple[str, bytes, bool]]) -> bytes:
    """Return a gzipped tar of names, contents, and whether they can be run."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=_NO_TIME) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        size = 0
        for name, content, is_program in files:
            size += len(content)
            check_sum(size)
            header = tarfile.TarInfo(name)
            header.size = len(content)
            header.mode = 0o755 if is_program else 0o644
            archive.addfile(header, io.BytesIO(content))
    return packed.getvalue()


@cache
def open_samples() -> tuple[Bot, ...]:
    """Return the sample bots that play with anyone who is quarantined: what each box can run."""
    samples = (open_bot(SAMPLES / name) for name in sample_names())
    return tuple(bot for bot in samples if bot.language == PYTHON)


@cache
def released_samples() -> dict[str, str]:
    """Return the names of the sample bots by the digests that they were released with.

    Each has passed its check then, which `tests/sample_bots/test_released.py` makes. One that was
    changed since is not among them.
    """
    lines = (SAMPLES / "released.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def pack_sample(digest: str) -> bytes | None:
    """Return a sample bot's files as a submission; None if no sample bot has this digest."""
    found = (one for one in open_samples() if one.digest == digest)
    return next((pack_folder(one.folder) for one in found), None)


# --- unpacking ---


def find_language_of(content: bytes) -> str:
    """Return the title of a submission's language; empty if its files cannot be read."""
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            manifest = archive.extractfile(MANIFEST)
            name = tomllib.load(manifest).get("language", PYTHON) if manifest else ""
    except (KeyError, ValueError, OSError, EOFError, tarfile.TarError, zlib.error):
        return ""
    return find_language(name).title if name in language_names() else ""


NOT_HERE: Final = "its files are not on this ladder"


class Unusable(HostFailure):
    """A submission is not there, or not what it was. The text goes on after a bot's name."""


@dataclass(eq=False)
class SubmissionCache:
    """Keeps submissions unpacked below a folder, for as long as it is used as a context."""

    fetch: Callable[[str], bytes | None]
    folder: Path
    most: int = _MOST_UNPACKED
    _open: dict[str, tuple[TakenBot, ExitStack]] = field(default_factory=dict)
    """The one that was asked for last is the last."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as held:
            for _bot, each in self._open.values():
                held.push(each)

    def __contains__(self, digest: str) -> bool:
        return digest in self._open

    def find(self, digest: str) -> bytes | None:
        """Return a submission or a sample bot, packed; None if it is not there."""
        return self.fetch(digest) or pack_sample(digest)

    def bot(self, digest: str) -> TakenBot:
        """Return a submission by its digest; Unusable if it is not there, or not what it was.

        HostFailure if it cannot be unpacked here.
        """
        found = self._open.pop(digest, None)
        if found is None:
            with ExitStack() as held:
                bot = self._unpack(digest, held)
                found = bot, held.pop_all()
        self._open[digest] = found
        return found[0]

    def trim(self, used: Collection[str]) -> None:
        """Remove those that were asked for longest ago, if there are too many, but not the used."""
        unused = [digest for digest in self._open if digest not in used]
        for digest in unused[: max(0, len(self._open) - self.most)]:
            self._open.pop(digest)[1].close()

    def _unpack(self, digest: str, held: ExitStack) -> TakenBot:
        content = self.find(digest)
        if content is None:
            raise Unusable(NOT_HERE)
        path = self.folder / f"{digest}.tar.gz"
        try:
            path.write_bytes(content)
        except OSError as error:
            raise HostFailure(f"a bot cannot be unpacked in {path}: {error.strerror}") from error
        try:
            # All of it: what was part of a bot when it came in stays so.
            bot = held.enter_context(unpacked_bot(path, self.folder))
        except UserError as mistake:
            raise Unusable("its files on this ladder are damaged") from mistake
        finally:
            path.unlink()
        if bot.digest != digest:
            raise Unusable("its files on this ladder have been changed")
        return bot
