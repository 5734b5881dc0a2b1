"""The shelf: submissions as one file each, and unpacked again for whoever plays them."""

import gzip
import io
import tarfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from arena.bots.folder import check_sum, walk_bot
from arena.bots.manifest import Bot, open_bot
from arena.bots.upload import open_upload
from arena.errors import HostFailure, UserError

# Nothing of where and when it was packed: the same files are the same bytes.
_NO_TIME: Final = 0


def pack_folder(folder: Path) -> bytes:
    """Return a gzipped tar of a bot's files, without what is no part of a bot.

    UserError if they cannot be read, or have grown too large since they were looked at.
    """
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=_NO_TIME) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        size = 0
        for part in walk_bot(folder):
            if part.is_file():
                content = part.read()
                size += len(content)
                check_sum(size)
                header = tarfile.TarInfo("/".join(part.names))
                header.size = len(content)
                header.mode = 0o755 if part.is_program() else 0o644
                archive.addfile(header, io.BytesIO(content))
    return packed.getvalue()


class Unusable(HostFailure):
    """A submission is not there, or not what it was. The text goes on after a bot's name."""


class Shelf:
    """Unpacks each submission once, below a folder, for as long as it is used as a context."""

    def __init__(self, fetch: Callable[[str], bytes | None], folder: Path) -> None:
        self._fetch = fetch
        self._folder = folder
        self._held = ExitStack()
        self._open: dict[str, Bot] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def bot(self, digest: str) -> Bot:
        """Return a submission by its digest; Unusable if it is not there, or not what it was.

        HostFailure if it cannot be unpacked here.
        """
        if digest not in self._open:
            self._open[digest] = self._unpack(digest)
        return self._open[digest]

    def _unpack(self, digest: str) -> Bot:
        content = self._fetch(digest)
        if content is None:
            raise Unusable("its files are not on this ladder")
        path = self._folder / f"{digest}.tar.gz"
        try:
            path.write_bytes(content)
        except OSError as error:
            raise HostFailure(f"a bot cannot be unpacked in {path}: {error.strerror}") from error
        try:
            bot = open_bot(self._held.enter_context(open_upload(path, self._folder)))
        except UserError as mistake:
            raise Unusable("its files on this ladder are damaged") from mistake
        finally:
            path.unlink()
        if bot.digest != digest:
            raise Unusable("its files on this ladder have been changed")
        return bot
