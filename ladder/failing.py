"""Bots that fail again and again: who is to be benched after a match, and why."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from arena.match.match import MAX_FORFEITS
from ladder.log import Benched, Entry, Played
from ladder.matches import Player
from ladder.roster import Roster
from ladder.store.store import Store

# A bot is benched that has failed in so many matches one after the other. It fails in a match when
# it forfeits until it has to sit out, or in every game.
IN_A_ROW: Final = 3


def find_failing(store: Store, roster: Roster, entry: Entry) -> Iterator[Benched]:
    """Yield who has now failed too often of those that played this match."""
    for player in entry.played.players:
        if player in roster.benched or not _fails(entry.played, player):
            continue
        newest = [one for one in store.matches_of(player, IN_A_ROW) if _since(one, player, roster)]
        played = [one.played for one in newest]
        if len(played) == IN_A_ROW and all(_fails(one, player) for one in played):
            yield Benched(player, _reason(played, player), tuple(one.match for one in played[::-1]))


def _since(entry: Entry, player: Player, roster: Roster) -> bool:
    """Say whether this was after the player came in, or came back."""
    return entry.number > roster.came_in[player]


def _fails(played: Played, player: Player) -> bool:
    return _forfeits(played, player).total() >= min(MAX_FORFEITS, played.games)


def _forfeits(played: Played, player: Player) -> Counter[str]:
    return Counter(played.forfeits[played.players.index(player)])


def _reason(played: list[Played], player: Player) -> str:
    verdicts = sum((_forfeits(one, player) for one in played), Counter[str]())
    said = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    return f"failed in {IN_A_ROW} matches one after the other: {said}"
