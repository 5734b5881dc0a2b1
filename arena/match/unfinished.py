"""The checkpoint file of a match that is being played, so that one that is stopped can go on.

It is the magic and then messages `arena.v1.Record`, each behind its length: first one with the
plan, then one with each game as it ends, and one with neither each time when what is missing is
dealt again, since bots may have seen some of its cards. A message that was cut off by a kill is
dropped. Anyone who plays the match holds a lock on the file, and when all is played a record file
takes its place.
"""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from io import BytesIO, FileIO
from multiprocessing.util import register_after_fork
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError
from google.protobuf.proto import serialize_length_prefixed

from arena.errors import UserError
from arena.match.outline import find_excess
from arena.match.plan import MatchPlan, read_plan, write_plan
from arena.match.record import read_file, unpack_record, write_record
from arena.system import lock, try_lock
from arena.v1 import record_pb2 as rec
from arena.whole_file import keeping, oldest_first

MAGIC: Final = b"ARENAv1 unfinished\n"
SUFFIX: Final = ".unfinished"
# The bytes of a length, seven bits in each.
_SIZE_BYTES: Final = 5


class UnfinishedMatch:
    """A match and its file, which no other program plays as long as this is open."""

    attempt: int
    """How often what was missing has been dealt again."""

    def __init__(self, path: Path, file: FileIO, record: rec.Record, attempt: int = 0) -> None:
        self.path = path
        self.attempt = attempt
        self.plan = read_plan(record.plan)
        self._file = file
        self._version = record.arena_version
        self._games = {game.number: game for game in record.games}
        # So a referee that outlives a killed parent does not hold the lock.
        register_after_fork(file, FileIO.close)

    def close(self) -> None:
        """Let go of the file; one without a game is removed."""
        if not self._games:
            self.path.unlink(missing_ok=True)
        self._file.close()

    @property
    def record(self) -> rec.Record:
        """The games played so far, in the order of the plan."""
        games = [self._games[number] for number in sorted(self._games)]
        return rec.Record(arena_version=self._version, plan=write_plan(self.plan), games=games)

    def missing(self) -> list[int]:
        """Return the numbers of the games that are yet to be played."""
        return [number for number in range(self.plan.games) if number not in self._games]

    def add(self, game: rec.GameRecord) -> None:
        """Keep a game. UserError if it has no room."""
        self._games[game.number] = game
        self._append(rec.Record(games=[game]))

    def redeal(self) -> None:
        """Take note that what is missing is played with other cards. UserError without room."""
        self.attempt += 1
        self._append(rec.Record(arena_version=self._version))

    def _append(self, message: rec.Record) -> None:
        with keeping("record", self.path.parent):
            _append(self._file, message)

    def finish(self) -> Path:
        """Put a record file in the place of this one; return its path. UserError without room."""
        with keeping("record", self.path.parent):
            path = write_record(self.record, self.path.parent)
        self.path.unlink(missing_ok=True)
        return path

    def difference(self, plan: MatchPlan, *, same_luck: bool) -> str:
        """Say how the match of another plan differs from this one; empty if it does not."""
        for was, now in zip(self.plan.bots, plan.bots, strict=True):
            if was != now:
                other = f"other files of {now.name}" if was.kind.is_bot else "another --human-clock"
                return f"with {other}"
        for key, text in sorted(plan.option_texts.items()):
            before = self.plan.option_texts.get(key, "")
            if before != text:
                return f"with {key}={before}, not {text}"
        for what in ("games", "box", "clock", "allow_missing"):
            if getattr(self.plan, what) != getattr(plan, what):
                return f"with another --{what}"
        if same_luck and self.plan.seed != plan.seed:
            return "with another --seed"
        if self._version != version("card-arena"):
            return f"by version {self._version} of this program"
        return ""


def keep_match(
    folder: Path,
    plan: MatchPlan,
    *,
    fresh: bool,
    same_luck: bool,
    say: Callable[[str], None] = lambda _: None,
) -> UnfinishedMatch:
    """Open the file of the match of this plan: that of one that was stopped, or else a new one.

    A stopped match goes on with what is missing dealt again, from the seed with which it was begun;
    with `same_luck` only if that is the seed of the plan. One between bots of these names that
    differs in anything else stays as it is, and `say` is told how many there are; none is looked
    for if a `fresh` match is wanted. UserError if no record can be kept in the folder.
    """
    others = []
    for match in () if fresh else _find_stopped(folder, plan):
        difference = match.difference(plan, same_luck=same_luck)
        if not difference:
            match.redeal()
            return match
        match.close()
        others += [difference] if match.record.games else []
    if others:
        say(
            f"Stopped matches that stay in {folder}: {len(others)}; the newest was begun"
            f" {others[-1]}. This is another match."
        )
    return _begin(folder, plan)


def read_match(path: Path) -> rec.Record:
    """Read a record file, or the file of an unfinished match; UserError if it is neither."""
    data = read_file(path)
    if not data.startswith(MAGIC):
        return unpack_record(data, path)
    record, _, _ = _parse(data)
    if not record.HasField("plan"):
        raise UserError(f"{path} is damaged: it does not say what was to be played.")
    return record


def _parse(data: bytes) -> tuple[rec.Record, int, int]:
    """Return what the whole messages of a file say, how often what was missing has been dealt
    again, and where the last of the messages ends.
    """
    read, attempt, end, plan = rec.Record(), 0, len(MAGIC), b""
    with suppress(DecodeError):
        for message, stop in _messages(data):
            plan = plan or message
            # A message that no match writes is none of ours.
            if find_excess(plan + message) or len(read.games) > read.plan.games:
                break
            said = rec.Record.FromString(message)
            read.MergeFrom(said)
            attempt += not said.HasField("plan") and not said.games
            end = stop
    games = {game.number: game for game in read.games}
    record = rec.Record(arena_version=read.arena_version)
    if read.HasField("plan"):
        record.plan.CopyFrom(read.plan)
    record.games.extend(games[number] for number in sorted(games))
    return record, attempt, end


def _messages(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the messages that are whole, and where each ends. Before each stands its length."""
    start = len(MAGIC)
    while start < len(data):
        size = 0
        for number, byte in enumerate(data[start : start + _SIZE_BYTES]):
            size |= (byte & 127) << 7 * number
            if byte < 128:
                break
        start += number + 1
        if byte >= 128 or start + size > len(data):
            return
        yield data[start : start + size], start + size
        start += size


def _find_stopped(folder: Path, plan: MatchPlan) -> Iterator[UnfinishedMatch]:
    """Open the stopped matches of this game between bots of these names, the oldest first."""
    names = [bot.name for bot in plan.bots]
    found = (path for path in folder.glob(f"{plan.game.name}-*{SUFFIX}") if path.is_file())
    for path in oldest_first(found):
        with suppress(OSError):
            match = _open(path)
            if match is None:
                continue
            if [bot.name for bot in match.plan.bots] == names:
                yield match
            else:
                match.close()


def _open(path: Path) -> UnfinishedMatch | None:
    """Open a match's file to go on with it; None if it is being played, or is none."""
    file = FileIO(path, "r+", opener=_open_own)
    with suppress(UserError):
        if try_lock(file.fileno()):
            record, attempt, end = _parse(file.readall())
            match = UnfinishedMatch(path, file, record, attempt)
            file.truncate(end)
            return match
    file.close()
    return None


def _begin(folder: Path, plan: MatchPlan) -> UnfinishedMatch:
    # A name of its own, since the same plan may be played twice at the same time.
    path = folder / f"{plan.game.name}-{secrets.token_hex(6)}{SUFFIX}"
    record = rec.Record(arena_version=version("card-arena"), plan=write_plan(plan))
    with keeping("record", folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = FileIO(path, "x", opener=_open_own)
        try:
            lock(file.fileno())
            file.write(MAGIC)
            _append(file, record)
        except OSError:
            path.unlink()
            file.close()
            raise
    return UnfinishedMatch(path, file, record)


def _open_own(path: str, flags: int) -> int:
    """Open a file that is for its owner alone: from its seeds all cards can be worked out."""
    return os.open(path, flags | os.O_APPEND | os.O_NOFOLLOW, 0o600)


def _append(file: FileIO, record: rec.Record) -> None:
    message = BytesIO()
    serialize_length_prefixed(record, message)
    if file.write(message.getvalue()) != len(message.getvalue()):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
