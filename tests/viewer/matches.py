"""Recorded matches for tests of the viewer: of every game, and one of hostile strangers."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from arena.games import find_game
from arena.games.options import read_options
from arena.games.testing.random_play import Table
from arena.match.replay import open_replays
from arena.review.review import GameReview
from arena.review.turning import TurningPoint
from arena.v1 import record_pb2 as rec
from arena.viewer.page import replay_page
from tests.match.playing import make_record

# As of the golden games: what shows more of a game than its default.
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "six_nimmt": {"rounds": "2"},
    "big_fish": {"licences": "true"},
    "tonton": {"missions": "advanced"},
    "goat_n_goat": {},
}
NAMES: Final = (
    "</script><img src=x onerror=alert(1)>",
    "\x1b[31mred\x07 \u202egnp.exe\u2066",
    "&lt;b&gt; 'quotes\" `${1}`",
)
LOG: Final = "<!-- <script>alert(2)</script>\x1b]0;owned\x07\n\u202edone --></script>\n" * 20


def recorded(
    name: str,
    seats: int,
    games: int,
    erring: float = 0.0,
    options: Mapping[str, str] | None = None,
) -> rec.Record:
    """Play a match of random bots, and have its answers take times as those of real ones do."""
    game = find_game(name)
    table = Table(game, seats, read_options(game, options or {}), seed=5)
    record = make_record(table, erring, games)
    draw = Random(3)
    for entry in (entry for played in record.games for entry in played.entries):
        if not entry.fallback:
            entry.wall_us = draw.randint(300, 20_000)
            entry.cpu_us = draw.randint(200, 15_000)
    return record


def erring(name: str) -> rec.Record:
    """Play two games of three seats in which some forfeit."""
    return recorded(name, 3, 2, 0.05, OPTIONS.get(name))


def hostile() -> rec.Record:
    """Return a match in which all that strangers write is meant to break the page."""
    record = erring("six_nimmt")
    for bot, name in zip(record.plan.bots, NAMES, strict=True):
        bot.name = name
    record.arena_version = NAMES[0]
    forfeits = [forfeit for game in record.games for forfeit in game.forfeits]
    assert forfeits
    for forfeit in forfeits:
        forfeit.detail = NAMES[0] + NAMES[1]
        forfeit.log_tail = LOG
        forfeit.signal = 9
    return record


def page_of(
    record: rec.Record,
    reviews: Sequence[GameReview] = (),
    turning: Sequence[TurningPoint | None] = (),
) -> str:
    return replay_page(record, open_replays(record), reviews, turning=turning)
