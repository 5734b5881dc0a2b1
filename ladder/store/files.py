"""The files of a ladder: submissions, records, and what bots have printed."""

import zlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from arena.boxes.supervision.bot_log import CUT
from arena.match.record import unpack_record
from arena.v1 import record_pb2 as rec
from ladder.last_lines import LastLines
from ladder.matches import Player
from ladder.store import schema
from ladder.store.view import View

# The number of newest matches of a player whose logs are kept.
KEPT_MATCHES: Final = 20
# How many characters of one are kept: the beginning, and 4 096 of the end.
MAX_LOG_CHARS: Final = 64 * 1024
_END_CHARS: Final = 4 * 1024
_CUT: Final = f"\n{CUT}\n"
_SUBMISSIONS: Final = schema.submissions
_LARGE_ROWS: Final = 100


class FileReader(View):
    """Questions to the files."""

    def record(self, match: int) -> bytes | None:
        """Return the packed record of a match."""
        kept = schema.records.c
        return self._value(select(kept.content).where(kept.match == match))

    def read_record(self, match: int) -> rec.Record | None:
        """Return the record of a match, unpacked."""
        content = self.record(match)
        return None if content is None else unpack_record(content, f"The record of match {match}")

    def records(self) -> Iterator[tuple[int, bytes]]:
        """Yield all matches with their packed records, in the order of the matches."""
        asked = select(schema.records).order_by(schema.records.c.match)
        for row in self._stream(asked, _LARGE_ROWS):
            yield row.match, row.content

    def logs(self, match: int) -> dict[Player, str]:
        """Return what is kept of what the players of a match have printed."""
        rows = self._all(select(schema.logs).where(schema.logs.c.match == match))
        return {row.player: unpack_log(row.content) for row in rows}

    def last_lines(self, match: int) -> LastLines:
        """Return what the bots of a match had printed last where they forfeited a game."""
        rows = self._all(select(schema.last_lines).where(schema.last_lines.c.match == match))
        return {(row.game, row.seat): unpack_log(row.content) for row in rows}

    def submission(self, digest: str) -> bytes | None:
        """Return a submission as a gzipped tar."""
        return self._value(select(_SUBMISSIONS.c.content).where(_SUBMISSIONS.c.digest == digest))

    def digests(self) -> list[str]:
        """Return the digests of all submissions."""
        return sorted(self._values(select(_SUBMISSIONS.c.digest)))

    def count_bytes(self, digests: Collection[str]) -> int:
        """Return how many bytes the submissions with these digests have together, packed."""
        size = func.sum(func.length(_SUBMISSIONS.c.content))
        return int(self._value(select(size).where(_SUBMISSIONS.c.digest.in_(digests))) or 0)


def keep_submission(connection: Connection, digest: str, content: bytes) -> bool:
    """Keep a submission's files; False if they are here already."""
    known = select(_SUBMISSIONS.c.digest).where(_SUBMISSIONS.c.digest == digest)
    if connection.scalar(known) is not None:
        return False
    connection.execute(insert(_SUBMISSIONS).values(digest=digest, content=content))
    return True


def forget_submissions(connection: Connection, digests: Collection[str]) -> None:
    connection.execute(delete(_SUBMISSIONS).where(_SUBMISSIONS.c.digest.in_(digests)))


def keep_record(connection: Connection, match: int, content: bytes) -> None:
    connection.execute(insert(schema.records).values(match=match, content=content))


def keep_output(
    connection: Connection, match: int, logs: Mapping[Player, str], last_lines: LastLines
) -> None:
    """Keep the output of bots in a match, and forget what they had printed long before."""
    rows = [
        {"match": match, "game": game, "seat": seat, "content": pack_log(text)}
        for (game, seat), text in last_lines.items()
    ]
    if rows:
        connection.execute(insert(schema.last_lines), rows)
    for player, text in logs.items():
        _keep_log(connection, match, player, text)


def _keep_log(connection: Connection, match: int, player: Player, text: str) -> None:
    table = schema.logs
    if text:
        connection.execute(insert(table).values(match=match, player=player, content=pack_log(text)))
    theirs = table.c.player == player
    newest = select(table.c.match).where(theirs).order_by(table.c.match.desc())
    oldest = connection.scalar(newest.offset(KEPT_MATCHES).limit(1))
    if oldest is not None:
        connection.execute(delete(table).where(theirs, table.c.match <= oldest))


def pack_log(text: str) -> bytes:
    """Return a log as it is kept; of a long one the beginning and the end."""
    if len(text) > MAX_LOG_CHARS:
        text = text[: MAX_LOG_CHARS - _END_CHARS - len(_CUT)] + _CUT + text[-_END_CHARS:]
    return zlib.compress(text.encode())


def unpack_log(content: bytes) -> str:
    return zlib.decompress(content).decode()
