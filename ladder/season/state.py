"""The state of a season: who may play, how good they seem and who has met; in step with the log."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from arena.errors import CannotPlay
from arena.games import game_names
from arena.v1 import record_pb2 as rec
from ladder.log.entries import (
    ORGANISER,
    Admitted,
    Cancelled,
    Excluded,
    LogEntry,
    Opened,
    Planned,
    Played,
    SeasonBegun,
    Voided,
    result_of,
)
from ladder.log.roster import Roster
from ladder.matches import Division, Player, Result
from ladder.matchmaking.field import Field, FieldBot
from ladder.matchmaking.formats import read_format
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing
from ladder.matchmaking.written import ENDLESS
from ladder.ratings.live import ENVIRONMENT
from ladder.ratings.rating import Rating, Ratings
from ladder.store.reader import Reader
from ladder.submissions.files import NOT_HERE


@dataclass
class SeasonState:
    """The players, their ratings, and the matches played and planned."""

    opened: Opened
    roster: Roster
    history: History
    ratings: dict[tuple[Player, str], Rating]
    absent: dict[Player, str]
    """Those for which something is missing here, and the sentence that says what."""
    number: int
    """The entry of the log up to which all this is so."""
    last_result: int = 0
    """The entry of the last result; 0 if there is none."""
    is_stale: bool = False
    """Whether the ratings are old, as what counts has changed, and are being made again."""
    _field: Field | None = None
    """Kept for as long as the same bots play: among many, to make it takes a while."""

    def field(
        self, held: Collection[Player] = (), charged: Mapping[str, float] | None = None
    ) -> Field:
        """Return what a format is asked about; some may be held back for the moment.

        With it comes what is charged to authors, where that matters in this season.
        """
        if self._field is None:
            self._field = Field(
                self.opened.divisions,
                tuple(
                    self._field_bot(player)
                    for player in self.roster.active()
                    if player not in self.absent
                ),
                self.ratings,
                ENVIRONMENT.beta,
                self.opened.games_a_match,
            )
        field = self._field.without(held)
        field.charged = (self.roster.shares_time and charged) or {}
        return field

    def _field_bot(self, player: Player) -> FieldBot:
        entered = self.roster.versions[player]
        author = None if entered.author == ORGANISER else entered.author
        return FieldBot(player, frozenset(entered.games or game_names()), author)

    def leave_out(self, player: Player, reason: str) -> None:
        """Have nobody paired with a player any more."""
        self.absent[player] = reason
        self._field = None

    def plan(self, plan: rec.Plan) -> None:
        """Take note of a match that is planned."""
        self.history.add(self._pairing(plan))

    def forget(self, plan: rec.Plan) -> None:
        """Take note that a match that was planned will not be played."""
        self.history.remove(self._pairing(plan))

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        for player in self.roster.active():
            if player in self.absent:
                yield f"{self.absent[player]}."
        yield from self.field().shortages()

    def catch_up(self, store: Reader, last: int | None = None) -> None:
        """Take note of what has come into the log since, up to an entry."""
        for entry in store.entries(self.number, last):
            # First, as the database may go away meanwhile.
            self._add(entry, store.ratings_of(entry.number))

    def _add(self, entry: LogEntry, after: Ratings) -> None:
        self.roster.add(entry)
        self.number = entry.number
        match entry.body:
            case Played():
                self._rate(entry, after)
            case Planned() | Voided() | Cancelled():
                # The planner has taken note of it.
                pass
            case SeasonBegun():
                self.history, self.ratings, self._field = History(), {}, None
            case Excluded() | Admitted():
                self._field, self.is_stale = None, True
            case _:
                self._field = None

    def renew_ratings(self, store: Reader) -> None:
        """Take the live ratings from the store once they have been made again, if they are old."""
        if self.is_stale and store.is_rated():
            self.read_ratings(store)

    def read_ratings(self, store: Reader) -> None:
        """Take the live ratings from the store, old or not."""
        self.is_stale = not store.is_rated()
        self.ratings = store.ratings(self.roster.season, self.opened.games, self.number)
        self._field = None

    def _rate(self, entry: LogEntry, after: Ratings) -> None:
        """Take note of the ratings after a result; of none while they are being made again."""
        self.ratings.update(after)
        self.last_result = entry.number
        self.history.note_forfeits(result_of(entry))
        if self._field is not None:
            for (player, game), rating in after.items():
                self._field.rate(player, game, rating)

    def remember(self, result: Result) -> None:
        """Take note that a match of the past was played; it is rated already."""
        division = self._division(result.game)
        self.history.note_forfeits(result)
        self.history.add(Pairing(division, result.players, len(result.ranks)))

    def _pairing(self, plan: rec.Plan) -> Pairing:
        players = tuple(bot.name for bot in plan.bots)
        return Pairing(self._division(plan.game), players, plan.games)

    def _division(self, game: str) -> Division:
        return next(division for division in self.opened.divisions if division.game == game)


def read_state(store: Reader) -> SeasonState:
    """Return the state of the season that goes on, without what is planned."""
    # First, so that nothing is missed: to take note twice of who plays changes nothing.
    number, _ = store.head()
    roster, kept = store.roster(), {*store.digests()}
    absent = {
        player: str(CannotPlay(player, NOT_HERE))
        for player, one in roster.versions.items()
        if one.digest not in kept
    }
    state = SeasonState(store.opened(), roster, History(), {}, absent, number)
    state.read_ratings(store)
    for result in roster.counted(store.results(last=number, season=roster.season)):
        state.remember(result)
        state.last_result = result.number
    return state


def count_final(store: Reader) -> tuple[int, int | None]:
    """Return how many matches of a planned final were played, and how many it comes to.

    The second number is an estimate until nothing is left to be played, and None without end.
    """
    state = read_state(store)
    begun, field = state.roster.seasons[-1], state.field()
    games = field.games_per_match
    played = sum(1 for _ in store.results(season=begun.season))
    if begun.format == ENDLESS and not begun.by:
        return played, None
    left = store.queue() or read_format(begun.format)(field, state.history, Random(0))
    if begun.by or not left:  # Somebody has begun another season since, or nothing is left.
        return played, played
    return played, max(_count(begun.format, field.divisions, field.bots, games), played + 1)


@lru_cache
def _count(
    text: str, divisions: tuple[Division, ...], players: tuple[FieldBot, ...], games: int
) -> int:
    """Return how many matches a season comes to if nobody comes or goes."""
    history, choose, rng, matches = History(), read_format(text), Random(0), 0
    field = Field(divisions, players, {}, ENVIRONMENT.beta, games)
    while pairing := choose(field, history, rng):
        history.add(pairing)
        matches += 1
    return matches
