"""The kept replays of a ladder, as files: of the newest matches and of what was asked for.

All ladders of a user share one folder of its cache, so those that are gone leave nothing behind.
Each has the turning points of its games, which take seconds of CPU a game. A process beside the
server finds them once, when a match is over, and gives way to all others on the CPUs.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from platformdirs import user_cache_path

from arena import __version__
from arena.errors import HostFailure, UserError
from arena.runner.child import Beside, Bounds
from arena.whole_file import write_whole
from ladder.queries.replays import make_replay
from ladder.store.reader import Reader
from ladder.web.files import site_folder

_NEWEST: Final = 200
_MOST_BYTES: Final = 200 * 1000**2
_BOUNDS: Final = Bounds(nice=19, memory=2 * 1024**3)
_log = logging.getLogger("uvicorn.error")


class KeptReplays:
    """The replays, and what makes them. To be used as a context; any number of threads may read."""

    def __init__(
        self,
        ladder: Reader,
        folder: Path | None = None,
        *,
        most: int = _MOST_BYTES,
        here: bool = False,
    ) -> None:
        self._ladder = ladder
        self._folder = folder or user_cache_path("card-arena") / "replays"
        self._most = most
        self._beside = Beside(make_replay, _BOUNDS, here=here)
        # The matches whose replays are to be made, the last one next, by file.
        self._waiting: dict[Path, int] = {}
        self._making: tuple[Path, int] | None = None
        self._last = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._beside.__exit__()

    def find(self, match: int) -> bytes | None:
        """Return the replay of a match as JSON; None if it is not kept, and then it is made."""
        entry = self._ladder.played(match)
        if entry is None:
            return None
        file = self._file(entry.played.record)
        with suppress(OSError):
            content = file.read_bytes()
            os.utime(file)
            return content
        if len(self._waiting) < _NEWEST:
            self._waiting.setdefault(file, match)
        return None

    def tend(self) -> None:
        """Keep what was made, and have the next replay be made, without waiting for it."""
        if self._making is not None:
            if not self._beside.has_answer():
                return
            self._keep(*self._making)
            self._making = None
        self._look()
        while self._waiting and not self._beside.is_busy:
            self._begin(*self._waiting.popitem())

    def _look(self) -> None:
        """Find the newest matches since the look before."""
        last = self._ladder.last_result()
        if last == self._last:
            return
        newest = [*self._ladder.played_before(last, most=_NEWEST)]
        for entry in reversed(newest):
            if entry.number > self._last:
                self._waiting[self._file(entry.played.record)] = entry.played.match
        self._last = last

    def _begin(self, file: Path, match: int) -> None:
        content = None if file.exists() else self._ladder.record(match)
        if content is not None:
            self._making = file, match
            self._beside.ask(content)

    def _keep(self, file: Path, match: int) -> None:
        try:
            made = self._beside.answer()
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(made, file)
            for old in self._surplus():
                old.unlink()
        except (UserError, HostFailure, OSError) as failure:
            _log.warning("The replay of match %s is not kept: %s.", match, failure)

    def _surplus(self) -> Iterator[Path]:
        """Yield the files that are too many: those that were not asked for longest."""
        kept = 0
        files = [(file.stat(), file) for file in self._folder.glob("*.json")]
        for status, file in sorted(files, key=lambda one: one[0].st_mtime_ns, reverse=True):
            kept += status.st_size
            if kept > self._most:
                yield file

    def _file(self, record: str) -> Path:
        """Return the file of a record, by its digest: another one for another release."""
        name = sha256(f"{record} {__version__} {site_folder()}".encode()).hexdigest()
        return self._folder / f"{name[:32]}.json"
