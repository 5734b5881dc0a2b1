"""The shares: what one visitor and one author may hold at once and use a day of what all share.

A visitor is a token, or a network without one; of IPv6 64 bits are one network. Here are the
numbers, but for the limits that an organiser sets. `docs/shares.md` says what each is for and what
happens where there is no more; a test compares. A queue serves next the one who had least.
"""

from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Final

from ladder.matches import Player

# --- connections and requests, by visitor ---

CONNECTIONS: Final = 900
HEAD_SECONDS: Final = 10.0
"""How long a connection may wait before the head of a request is there."""
READING_SECONDS: Final = 30.0
"""How long nothing of an answer may be taken."""
PIECES: Final = 1000
"""The number of pieces in which a body may come; and the bytes that allow one more."""
PIECE_BYTES: Final = 256
LISTENERS: Final = 600
"""The server has connections for as many others."""
TURNS: Final = 8
"""This many requests are computed at once, of all that is asked for and not kept; others wait."""
TURNS_EACH: Final = 1
PAGES_A_MINUTE: Final = 3000
CHANGES_A_MINUTE: Final = 120
UPLOADS_AN_HOUR: Final = 30
WRONG_TOKENS_A_MINUTE: Final = 10
WRONG_CODES_A_MINUTE: Final = 10
WRITERS: Final = 250
"""How many write or wait to: a database does some hundred writes a second."""

# --- boards of somebody's own, and tables ---

PAGES_SHARE: Final = 0.1
"""A share of one CPU: for looks for changes, for the season's boards, and for selected ones."""
SELECTIONS_WAITING: Final = 4
BOARD_SECONDS: Final = 30.0
"""How long a page waits for the first boards of a server; later ones are made while it serves."""
FIT_SECONDS: Final = 900.0
"""For the boards of a season, which are made once for all readers."""
FILE_SECONDS: Final = 3600.0
"""For one file of the organiser's, such as an export; one is written at a time."""
TABLE_IDLE: Final = 600.0
"""How long somebody may not move before they give way to who waits for a table, in seconds."""
TABLE_LONGEST: Final = 3600.0

# --- by author ---

DECISIONS_A_DAY: Final = 50
"""How often an author may choose and withdraw within 24 hours: the log keeps each for ever."""
UPLOADS_WAITING: Final = 3
"""With the one that is being checked."""
REQUESTS_WAITING: Final = 20
"""The same for every limit a day."""
RECORDS_OF_REQUESTS: Final = 100
"""The newest requests of an author that keep their record or review."""
COMPARISON_PAIRS: Final = 240
"""The pairs of games, at most, for one comparison of two versions."""
REVIEW_SECONDS: Final = 1800
"""The CPU time for one review."""

# --- of a season's time ---

BESIDE: Final = 0.2
"""The share of all seconds for trials, requests and reviews while others wait."""
AHEAD: Final = 60.0
"""By how many seconds a kind of work may be ahead of others, so that a short one need not wait."""
EQUAL_SHARES: Final = 2.0
"""This many times an equal part of the seconds a day that rated matches wait for authors' bots."""
LEAST_SECONDS: Final = 60.0
"""The part of each author in any case: of a few seconds any share is soon taken."""
_DAY: Final = 24 * 3600.0


def find_most(charged: Mapping[str, float], authors: int) -> float:
    """Return how many of the seconds that are charged an author has before its bots are held back.

    With two authors that is all of them, so neither is.
    """
    return max(LEAST_SECONDS, EQUAL_SHARES * sum(charged.values()) / max(1, authors))


class ChargedSeconds:
    """For how many seconds rated matches have waited for each player within a day."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, Mapping[Player, float]]] = deque()
        self._sums: defaultdict[Player, float] = defaultdict(float)

    def add(self, moment: float, waits: Mapping[Player, float]) -> None:
        """Take note of a match that was over at this moment."""
        self._kept.append((moment, waits))
        self._count(waits, 1)

    def within_day(self, now: float) -> Mapping[Player, float]:
        """Return the sum for each player."""
        while self._kept and self._kept[0][0] <= now - _DAY:
            self._count(self._kept.popleft()[1], -1)
        return self._sums

    def _count(self, waits: Mapping[Player, float], sign: int) -> None:
        for player, seconds in waits.items():
            self._sums[player] += sign * seconds
