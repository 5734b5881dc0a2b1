"""The present of a ladder: all that a format has to know, kept in step with the log."""

from dataclasses import dataclass
from pathlib import Path

from arena.games import find_game, game_names
from arena.games.options import read_options
from arena.match.clock import parse_time_control
from arena.match.entrant import Entrant
from arena.match.plan import make_plan
from arena.v1 import record_pb2 as rec
from ladder.event import Event
from ladder.kept_ratings import read_ratings
from ladder.log import Entry, Opened, Played
from ladder.matchmaking.field import Contender, Field
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing
from ladder.outcome import result_of
from ladder.ratings.live import ENVIRONMENT, Rating, update
from ladder.result import Player, Result
from ladder.roster import Roster
from ladder.store.store import Store


@dataclass
class Present:
    """Who may play, how good they seem, and what was played and planned."""

    opened: Opened
    roster: Roster
    history: History
    ratings: dict[tuple[Player, str], Rating]

    def field(self) -> Field:
        """Return what a format is asked about."""
        contenders = tuple(
            Contender(player, frozenset(self.roster.versions[player].games or game_names()))
            for player in self.roster.active()
        )
        ratings = {
            (one.player, game): self.ratings.get((one.player, game), Rating())
            for one in contenders
            for game in one.games
        }
        beta, games = ENVIRONMENT.beta, self.opened.games_a_match
        return Field(self.opened.events, contenders, ratings, beta, games)

    def plan(self, plan: rec.Plan) -> None:
        """Take note of a match that is planned."""
        players = tuple(entrant.name for entrant in plan.entrants)
        self.history.add(Pairing(self._event(plan.game), players, plan.deals))

    def take(self, entry: Entry) -> None:
        """Take note of a new entry of the log. Of its matches the plan is known already."""
        self.roster.add(entry)
        if isinstance(entry.body, Played):
            self.ratings.update(update(self.ratings, result_of(entry)).after)

    def remember(self, result: Result) -> None:
        """Take note that a match of the past was played; it is rated already."""
        players = tuple(player for team in result.teams for player in team)
        self.history.add(Pairing(self._event(result.game), players, 1))

    def _event(self, game: str) -> Event:
        return next(event for event in self.opened.events if event.game == game)


def read_present(store: Store) -> Present:
    """Return the present of a ladder, without what is planned."""
    last, _ = store.head()
    roster = store.roster()
    ratings = dict(read_ratings(store, roster, last))
    present = Present(store.opened(), roster, History(), ratings)
    for result in roster.counted(store.results(last=last)):
        present.remember(result)
    return present


def make_match_plan(present: Present, pairing: Pairing) -> rec.Plan:
    """Plan the match of a pairing, with luck that nobody can guess."""
    game = find_game(pairing.event.game)
    versions = present.roster.versions
    entrants = [Entrant(player, Path(), versions[player].digest) for player in pairing.players]
    return make_plan(
        game,
        read_options(game, dict(pairing.event.options)),
        entrants,
        deals=pairing.deals,
        rotations=pairing.rotations,
        control=parse_time_control(present.opened.clock),
        box="container",
    )
