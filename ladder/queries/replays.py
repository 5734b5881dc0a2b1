"""Replays: the games of a match as data for the viewer, which shows them step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from arena.errors import NotFound
from arena.match.record import unpack_record
from arena.match.replay import open_replays
from arena.review.review import GameReview
from arena.review.turning import find_turning_point
from arena.v1 import record_pb2 as rec
from arena.viewer.page import MOST_GAMES, match_data, pick_game, replay_page
from ladder.store.live_games import LiveRecord
from ladder.store.reader import Reader

_NO_GAMES: Final = "No game of this match is over yet."


@dataclass(frozen=True, slots=True)
class ReplayData:
    """The argument of the viewer's `openReplay`: each text is base64 of zlib of JSON.

    `arena.viewer.frames` says what is in it. It has no seed and no card of any other game.
    """

    outline: str
    games: tuple[str, ...]


def read_replay(store: Reader, number: int, game: int | None = None, log: str = "") -> ReplayData:
    """Return the replay of a match that was played, its first 1,000 games, or of one of them.

    A log of one of its bots stands in it if it is for that bot's author. UserError without.
    """
    record = _read_record(store, number)
    _require_game(number, game, len(record.games))
    return describe_replay(record, (), log, game)


def make_replay(content: bytes) -> bytes:
    """Return the replay of a packed record as JSON, with the turning point of each of its games.

    It takes seconds of CPU for a game. Difference if one did not go as recorded.
    """
    record = unpack_record(content, "The record")
    replays = open_replays(record)[:MOST_GAMES]
    turning = [*map(find_turning_point, replays)]
    return msgspec.json.encode(match_data(record, replays, turning=turning))


def pick_replay(made: bytes, number: int, game: int | None) -> ReplayData:
    """Return what `make_replay` has made of a match, or one game of it. UserError without."""
    data = msgspec.json.decode(made)
    _require_game(number, game, len(data["games"]))
    return ReplayData(**(data if game is None else pick_game(data, game - 1)))


def _require_game(match: int, game: int | None, games: int) -> None:
    if game is not None and game > games:
        raise NotFound(f"There is no game {game} in match {match}.")


def read_replay_page(store: Reader, number: int) -> str:
    """Return the same as one page that needs nothing else. UserError without."""
    record = _read_record(store, number)
    return replay_page(record, open_replays(record)[:MOST_GAMES])


def read_live_replay(live: LiveRecord) -> ReplayData:
    """Return the replay of those games of a running match that are over. UserError if none is."""
    if not live.games:
        raise NotFound(_NO_GAMES)
    return describe_replay(live.record)


def describe_replay(
    record: rec.Record,
    reviews: Sequence[GameReview] = (),
    log: str = "",
    game: int | None = None,
) -> ReplayData:
    """Return the replay of a recorded match, its first 1,000 games, or of one of them.

    Findings of reviews and the log of a bot stand in it.
    """
    replays = (
        open_replays(record)[:MOST_GAMES] if game is None else [open_replays(record)[game - 1]]
    )
    data = match_data(record, replays, reviews, [log])
    return ReplayData(data["outline"], tuple(data["games"]))


def _read_record(store: Reader, number: int) -> rec.Record:
    record = store.read_record(number)
    if record is None:
        raise NotFound(f"There is no record of match {number}.")
    return record
