"""The last lines that a bot printed before a forfeit: its author's, and so in no public record.

A record has them as evidence when its match was played. Records are public and their digests are in
the log, so the lines are taken out before a record is filed, and are kept beside it.
"""

from typing import TypeAlias

from arena.v1 import record_pb2 as rec

LastLines: TypeAlias = dict[tuple[int, int], str]
"""By the number of the game, from 0 on, and the seat."""


def hide_last_lines(record: rec.Record) -> rec.Record:
    """Return a copy of a record that anybody may see."""
    public = rec.Record(arena_version=record.arena_version, plan=record.plan)
    public.games.extend(map(hide_last_lines_of_game, record.games))
    return public


def hide_last_lines_of_game(game: rec.GameRecord) -> rec.GameRecord:
    """Return a copy of a game of a record that anybody may see."""
    public = rec.GameRecord()
    public.CopyFrom(game)
    for forfeit in public.forfeits:
        forfeit.ClearField("log_tail")
    return public


def find_last_lines(record: rec.Record) -> LastLines:
    """Return the last lines of those who have forfeited a game and had printed something."""
    return {
        (game.number, forfeit.seat): forfeit.log_tail
        for game in record.games
        for forfeit in game.forfeits
        if forfeit.log_tail
    }
