"""The result of a match: its games, its bots compared, and its replay in a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from arena.match.plan import MatchPlan
from arena.match.replay import open_replays
from arena.match.statistics import Comparison, Tally, compare_all, tally
from arena.match.unfinished import read_match
from arena.v1 import record_pb2 as rec
from arena.viewer.page import MOST_GAMES, replay_page


@dataclass(frozen=True, repr=False)
class MatchResult:
    """A match, or what was played of it, and where its record is. A notebook shows its replay."""

    plan: MatchPlan
    games: Sequence[rec.GameRecord]
    path: Path
    stopped: bool = False
    """Before its end: there are more games to come."""

    @cached_property
    def bots(self) -> list[Tally]:
        """The bots, best first; none before the end of the first game."""
        return tally(self.plan, self.games) if self.games else []

    @cached_property
    def pairs(self) -> list[Comparison]:
        """All pairs of bots, the better of the two first; those with the first bot come first."""
        return compare_all(self.bots)

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each bot in each game, for a data frame."""
        return [
            {"game": game.number + 1, "bot": self.plan.bots[bot].name, "seat": seat, **outcome}
            for game in self.games
            for seat, bot in enumerate(game.seating)
            for outcome in [{"score": game.scores[seat], "rank": game.ranks[seat]}]
        ]

    def __repr__(self) -> str:
        """Return a line: a record has thousands."""
        won = ", ".join(f"{bot.name} won {bot.win_share:.0%}" for bot in self.bots)
        games = f"{len(self.games)} of {self.plan.games} games of {self.plan.game.name}"
        return f"<{games}: {won or 'none is over'}; {self.path}>"

    def _repr_html_(self) -> str:
        record = read_match(self.path)
        page = replay_page(record, open_replays(record)[:MOST_GAMES])
        return f'<iframe srcdoc="{escape(page)}" width="100%" height="640"></iframe>'
