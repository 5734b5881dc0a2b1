"""Benching: who forfeits in match after match, and what the records show that went wrong.

A bot is benched that fails in 3 matches one after the other, or forfeits games in 6 of its last 9:
it plays no more, and stays on the board. Its author sees what it forfeited, so as to mend it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.match.match import MAX_FORFEITS
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.last_lines import LastLines
from ladder.log.entries import Benched, LogEntry, Played, describe_forfeits
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.store.reader import Reader

IN_A_ROW: Final = 3
OFTEN, LAST = 6, 9


def find_failing(store: Reader, roster: Roster, entry: LogEntry) -> Iterator[Benched]:
    """Yield who has now failed too often of those that played this match."""
    for player in entry.played.players:
        if player not in roster.benched and _forfeits(entry.played, player):
            newest = store.matches_of(player, LAST)
            played = [one.played for one in newest if one.number > roster.came_in[player]]
            yield from judge_matches(player, played)


def judge_matches(player: Player, newest: Sequence[Played]) -> Iterator[Benched]:
    """Yield that a player is benched, if its newest matches say so; the newest comes first."""
    row, last = newest[:IN_A_ROW], newest[:LAST]
    forfeited = [one for one in last if _forfeits(one, player)]
    if len(row) == IN_A_ROW and all(_fails(one, player) for one in row):
        yield _bench(player, row, f"failed in {IN_A_ROW} matches one after the other")
    elif len(forfeited) >= OFTEN:
        yield _bench(
            player,
            forfeited,
            f"forfeited games in {len(forfeited)} of its last {len(last)} matches",
        )


def _fails(played: Played, player: Player) -> bool:
    """Say whether it had to sit out, or forfeited all games of a match that is over before that."""
    return _forfeits(played, player).total() >= min(MAX_FORFEITS, played.games)


def _forfeits(played: Played, player: Player) -> Counter[str]:
    return Counter(played.forfeits[played.players.index(player)])


def _bench(player: Player, played: Sequence[Played], reason: str) -> Benched:
    verdicts = sum((_forfeits(one, player) for one in played), Counter[str]())
    matches = tuple(one.match for one in reversed(played))
    return Benched(player, f"{reason}: {describe_forfeits(verdicts)}", matches, by="")


@dataclass(frozen=True, slots=True)
class ForfeitedGame:
    """A game that a bot forfeited, with the evidence."""

    match: int
    game: int
    """The number of the game in the match, from 1."""
    verdict: str
    detail: str
    log_tail: str


def find_forfeits(
    store: Reader, player: Player, matches: Iterable[LogEntry]
) -> Iterator[ForfeitedGame]:
    """Yield what a player forfeited in these matches, in their order, read as it is asked for."""
    for entry in matches:
        played = entry.played
        if _forfeits(played, player) and (record := store.read_record(played.match)) is not None:
            yield from _forfeits_of(played.match, record, store.last_lines(played.match), player)


def _forfeits_of(
    match: int, record: rec.Record, lines: LastLines, player: Player
) -> Iterator[ForfeitedGame]:
    for game in record.games:
        for forfeit in game.forfeits:
            if record.plan.bots[game.seating[forfeit.seat]].name == player:
                verdict = str(read_verdict(forfeit.verdict))
                # Earlier versions left them in the record.
                said = lines.get((game.number, forfeit.seat), forfeit.log_tail)
                yield ForfeitedGame(match, game.number + 1, verdict, forfeit.detail, said)
