"""What a match's record comes to: who ranks where, by fewest forfeited games, then by score."""

from collections import Counter, defaultdict

from arena.games import find_game
from arena.games.options import read_options
from arena.match.plan import seating
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.log import Entry, Played
from ladder.result import Result


def conclude(match: int, record: rec.Record, digest: str) -> Played:
    """Return what the log says of a match."""
    plan = record.plan
    size = len(plan.entrants)
    scores = [0] * size
    forfeits = [Counter[str]() for _ in range(size)]
    for game in record.games:
        seated = seating(plan, game.rotation)
        for seat, score in enumerate(game.scores):
            scores[seated[seat]] += score
        for forfeit in game.forfeits:
            forfeits[seated[forfeit.seat]][str(read_verdict(forfeit.verdict))] += 1
    teams = _teams(plan)
    return Played(
        match=match,
        game=plan.game,
        options=dict(plan.options),
        players=tuple(entrant.name for entrant in plan.entrants),
        teams=teams,
        ranks=_ranks(teams, scores, [each.total() for each in forfeits]),
        scores=tuple(scores),
        forfeits=tuple(dict(each) for each in forfeits),
        games=len(record.games),
        record=digest,
    )


def _teams(plan: rec.Plan) -> tuple[int, ...]:
    """Return each entrant's team, numbered in the order of their first ones."""
    game = find_game(plan.game)
    # Those of rotation 0; partners stay partners in every other.
    teams = game.teams(len(plan.entrants), read_options(game, dict(plan.options)))
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(team, len(numbers)) for team in teams)


def _ranks(teams: tuple[int, ...], scores: list[int], forfeits: list[int]) -> tuple[int, ...]:
    """Rank the teams by their sums; equal sums are ties."""
    keys: defaultdict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for team, score, lost in zip(teams, scores, forfeits, strict=True):
        keys[team] = (keys[team][0] + lost, keys[team][1] - score)
    return tuple(1 + sum(other < keys[team] for other in keys.values()) for team in sorted(keys))


def result_of(entry: Entry) -> Result:
    """Return a match as the ratings see it."""
    played = entry.played
    teams: list[list[str]] = [[] for _ in played.ranks]
    for player, team in zip(played.players, played.teams, strict=True):
        teams[team].append(player)
    sides = tuple(map(tuple, teams))
    return Result(entry.number, str(played.match), played.game, sides, played.ranks, entry.time)
