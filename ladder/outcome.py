"""What a match's record comes to: who came where in each game."""

from collections import Counter
from collections.abc import Sequence

from arena.games import find_game
from arena.games.contract import competition_ranks, team_scores
from arena.games.options import read_options
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.log import Entry, Played
from ladder.matches import Result


def conclude(match: int, season: int, record: rec.Record, digest: str) -> Played:
    """Return what the log says of a match. A game that a bot forfeits is last in that game."""
    plan = record.plan
    size = len(plan.bots)
    game = find_game(plan.game)
    teams = game.teams(size, read_options(game, dict(plan.options)))
    scores = [0] * size
    forfeits = [Counter[str]() for _ in range(size)]
    for played in record.games:
        for index, score in zip(played.seating, team_scores(played.scores, teams), strict=True):
            scores[index] += score
        for forfeit in played.forfeits:
            forfeits[played.seating[forfeit.seat]][str(read_verdict(forfeit.verdict))] += 1
    together = len(set(teams)) < size
    return Played(
        match=match,
        season=season,
        game=plan.game,
        options=dict(plan.options),
        players=tuple(bot.name for bot in plan.bots),
        ranks=tuple(_by_bot(one, _ranks(one, together=together)) for one in record.games),
        teams=tuple(_by_bot(one, _teams(one, teams)) for one in record.games) if together else (),
        scores=tuple(scores),
        forfeits=tuple(dict(each) for each in forfeits),
        attempt=record.games[0].attempt if record.games else 0,
        box=plan.box,
        allow_missing=tuple(plan.allow_missing),
        record=digest,
    )


def _ranks(game: rec.GameRecord, *, together: bool) -> Sequence[int]:
    """Return the rank of each seat.

    Where a partner forfeits the others cannot show what they are worth: the game says only who it
    was.
    """
    if not together or not game.forfeits:
        return game.ranks
    failed = {forfeit.seat for forfeit in game.forfeits}
    return competition_ranks([seat not in failed for seat in range(len(game.ranks))])


def _teams(game: rec.GameRecord, teams: Sequence[int]) -> Sequence[int]:
    """Return the team of each seat; where one has forfeited everybody stands alone."""
    return range(len(teams)) if game.forfeits else teams


def _by_bot(game: rec.GameRecord, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat has in the order of the bots."""
    found = dict(zip(game.seating, by_seat, strict=True))
    return tuple(found[index] for index in range(len(found)))


def result_of(entry: Entry) -> Result:
    """Return a match as the ratings see it."""
    played = entry.played
    return Result(
        entry.number,
        played.match,
        played.season,
        played.game,
        played.players,
        played.ranks,
        played.teams,
        entry.time,
    )
