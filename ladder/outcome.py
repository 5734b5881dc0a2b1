"""What a match's record comes to: who ranks where, by fewest forfeited games, then by score."""

from collections import Counter

from arena.games import find_game
from arena.games.contract import competition_ranks, team_scores
from arena.games.options import read_options
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.log import Entry, Played
from ladder.result import Result


def conclude(match: int, record: rec.Record, digest: str) -> Played:
    """Return what the log says of a match.

    Partners are drawn anew for every game, so everybody is ranked alone, by what its teams scored.
    """
    plan = record.plan
    size = len(plan.entrants)
    game = find_game(plan.game)
    teams = game.teams(size, read_options(game, dict(plan.options)))
    scores = [0] * size
    forfeits = [Counter[str]() for _ in range(size)]
    for played in record.games:
        for index, score in zip(played.seating, team_scores(played.scores, teams), strict=True):
            scores[index] += score
        for forfeit in played.forfeits:
            forfeits[played.seating[forfeit.seat]][str(read_verdict(forfeit.verdict))] += 1
    keys = [(-lost.total(), score) for lost, score in zip(forfeits, scores, strict=True)]
    return Played(
        match=match,
        game=plan.game,
        options=dict(plan.options),
        players=tuple(entrant.name for entrant in plan.entrants),
        teams=tuple(range(size)),
        ranks=competition_ranks(keys),
        scores=tuple(scores),
        forfeits=tuple(dict(each) for each in forfeits),
        games=len(record.games),
        record=digest,
    )


def result_of(entry: Entry) -> Result:
    """Return a match as the ratings see it."""
    played = entry.played
    teams: list[list[str]] = [[] for _ in played.ranks]
    for player, team in zip(played.players, played.teams, strict=True):
        teams[team].append(player)
    sides = tuple(map(tuple, teams))
    return Result(entry.number, str(played.match), played.game, sides, played.ranks, entry.time)
