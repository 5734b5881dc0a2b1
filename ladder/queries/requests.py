"""Requested matches and reviews: asked for, listed, and told with what came of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arena.errors import NotFound, UserError
from arena.games import find_game
from arena.games.contract import competition_ranks
from arena.match.record import unpack_record
from arena.review.review import list_costliest
from arena.v1 import record_pb2 as rec
from ladder.log.admission import find_author
from ladder.log.entries import ORGANISER, LogEntry, result_of
from ladder.log.proof import conclude
from ladder.queries.lookup import find_player
from ladder.queries.matches import games_of_record
from ladder.queries.replays import ReplayData, describe_replay
from ladder.queue.paired import describe_comparison
from ladder.queue.reviews import unpack_reviews
from ladder.store.store import Ladder
from ladder.wire import LostPoints, Request, RequestDetails, RequestedPlace


@dataclass(frozen=True, slots=True)
class RequestsHere:
    """The requests of a ladder of this machine, as one author may see them."""

    store: Ladder
    author: str

    def ask_for_match(
        self, bot: str, opponents: Sequence[str], game: str | None = None, old: str | None = None
    ) -> Request:
        """Have a match of the author's bot wait to be played, against others, by their names.

        With an `old` version of the bot, a comparison of the two. UserError, in a sentence, if that
        may not be asked for.
        """
        if not opponents:
            raise UserError("A match needs others to play against; name one bot at least.")
        roster = self.store.roster_for(self.author)
        players = [find_player(roster, name) for name in (bot, *opponents)]
        before = None if old is None else find_player(roster, old)
        return self.store.requests.ask(self.author, players, game, before)

    def ask_for_review(self, bot: str, match: int) -> Request:
        """Have a review wait of the moves of the author's bot in a match of the ladder.

        UserError, in a sentence, if that may not be asked for.
        """
        player = find_player(self.store.roster_for(self.author), bot)
        return self.store.requests.ask_review(self.author, player, match)

    def take_back(self, number: int) -> Request:
        self._find(number)
        return self.store.requests.take_back(number, self.author)

    def list_requests(self, most: int = 100) -> list[Request]:
        """Return the author's requests, the newest first; for the organiser those of all.

        UserError if there is no such author.
        """
        named = find_author(self.store.roster(), self.author)
        return self.store.requests.newest(None if named == ORGANISER else named, most)

    def read_request(self, number: int) -> RequestDetails:
        """Tell of a request. UserError if there is none that the author may see."""
        request, kept = self._find(number), self.store.requests
        if request.reviewed is not None:
            review = kept.review(number)
            lost = tuple(list_lost_points([(request, review)])) if review is not None else ()
            return RequestDetails(request, (), (), "", lost, is_kept=review is not None)
        if request.old is not None:
            compared = describe_comparison(kept.comparison(number))
            return RequestDetails(request, (), (), "", compared=compared)
        content = kept.record(number)
        if content is None:
            return RequestDetails(request, (), (), "")
        record = unpack_record(content, f"The record of request {number}")
        places, log = tuple(_places(request, record)), kept.log(number)
        return RequestDetails(request, places, games_of_record(record), log, is_kept=True)

    def read_requested_record(self, number: int) -> bytes:
        """Return the packed record of a request. UserError if there is none."""
        return _read_record(self.store, self._find(number))

    def read_requested_replay(self, number: int) -> ReplayData:
        """Return the replay of a request, with its review's findings and the bot's output.

        UserError if there is none.
        """
        request, kept = self._find(number), self.store.requests
        content, review = _read_record(self.store, request), kept.review(number)
        reviews = unpack_reviews(review) if review is not None else ()
        if request.reviewed is None:
            log = kept.log(number)
        else:
            log = self.store.logs(request.reviewed).get(request.player, "")
        return describe_replay(
            unpack_record(content, f"The record of request {number}"), reviews, log
        )

    def _find(self, number: int) -> Request:
        """Return a request that the author may see: its own, the organiser all. UserError else."""
        request = self.store.requests.find(number)
        if request is None or self.author not in {ORGANISER, request.author}:
            raise NotFound(f"You have asked for nothing with the number {number}.")
        return request


def list_lost_points(reviewed: Iterable[tuple[Request, bytes]]) -> list[LostPoints]:
    """Return the mistakes that reviews have found, the one that surely cost most first."""
    found = (lost for request, review in reviewed for lost in _lost_points(request, review))
    return sorted(found, key=lambda one: -one.surely)


def _lost_points(request: Request, review: bytes) -> Iterator[LostPoints]:
    unit = find_game(request.game).unit
    for game, one in list_costliest(unpack_reviews(review)):
        yield LostPoints(
            request=request.number,
            match=request.reviewed or 0,
            player=request.player,
            game=game.game,
            step=one.step,
            seat=game.seat,
            move=one.move,
            better=one.better,
            cost=one.cost,
            error=one.error,
            surely=one.surely,
            unit=unit,
        )


def _read_record(store: Ladder, request: Request) -> bytes:
    number = request.number
    if request.old is not None:
        raise NotFound(f"Request {number} is a comparison: many matches, and no record of its own.")
    if request.reviewed is not None:
        content = store.record(request.reviewed)
    else:
        content = store.requests.record(number)
    if content is None:
        raise NotFound(f"There is no record of request {number}: it is {request.stage}.")
    return content


def _places(request: Request, record: rec.Record) -> list[RequestedPlace]:
    """Return who came where, just as the log would say it."""
    played = conclude(request.number, 0, record, "")
    ranks = competition_ranks(result_of(LogEntry(0, request.time, played, "")).points())
    lines = zip(played.players, ranks, played.scores, played.forfeits, strict=True)
    return sorted((RequestedPlace(*line) for line in lines), key=lambda one: one.rank)
