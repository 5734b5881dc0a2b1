"""The live ratings of a ladder, kept now and then, and made from there.

What goes on from kept ratings has the same bits as what began with the first match.
"""

from itertools import islice
from typing import Final

from ladder.ratings.live import LIVE_MODEL, Ratings, fold, pack_ratings, unpack_ratings
from ladder.roster import Roster
from ladder.store.reader import Reader
from ladder.store.store import Store

# After 1,000 results they are kept: to rate these takes a second.
KEPT_EACH: Final = 1000


def read_ratings(store: Reader, roster: Roster, season: int, last: int) -> Ratings:
    """Return a season's live ratings after an entry of the log, of what counts by the roster."""
    number, ratings = _begin(store, roster, season, last)
    results = store.results(after=number, last=last, season=season)
    return fold(roster.counted(results), ratings)


def keep_ratings(store: Store) -> None:
    """Keep the live ratings of now, and on the way there after each 1,000 results."""
    last, _ = store.head()
    roster = store.roster()
    number, ratings = _begin(store, roster, roster.season, last)
    results = store.results(after=number, last=last, season=roster.season)
    while batch := list(islice(results, KEPT_EACH)):
        ratings = fold(roster.counted(batch), ratings)
        state = pack_ratings(ratings)
        store.keep_checkpoint(roster.season, LIVE_MODEL, batch[-1].number, state, roster.number)


def _begin(store: Reader, roster: Roster, season: int, last: int) -> tuple[int, Ratings]:
    kept = store.checkpoint(season, LIVE_MODEL, last, roster.number)
    return (0, {}) if kept is None else (kept[0], unpack_ratings(kept[1]))
