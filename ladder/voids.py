"""Voids: which are kept, and which bots they make suspect.

A void is ours, so it is nobody's fault; but a bot that is in one void after the other, while others
can be played, may have found out how to bring one about. Such a bot is a suspect. It plays a match
alone with the sample bots before it plays others again, which costs it nothing if it is innocent.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from ladder.matches import Player

# After so many voids one after the other a match is put off, and a bot may be suspect.
MOST_VOIDS: Final = 3


@dataclass(frozen=True, slots=True)
class Void:
    """One time that a match was void."""

    match: int | None
    """None for one that a suspect was to play alone with the sample bots."""
    players: tuple[Player, ...]
    """Those of its bots that have played no match to its end since."""
    after: int
    """The last entry of the log by then."""
    reason: str


def find_suspects(
    voids: Iterable[Void], active: Collection[Player], last_result: int
) -> list[Player]:
    """Return who of those that play has been in too many voids since it last played to an end.

    Nobody, if there was a void without any such bot: then it is the machine. And of several such
    bots, none of which was in all voids, only those without whom a match was played to its end
    meanwhile (`last_result` is the entry of the last one): else it may be the machine, too.
    """
    standing = _standing(voids, active)
    often = find_often(standing, active)
    if not all(set(often) & {*one.players} for one in standing):
        return []
    return [player for player in often if _stands_out(player, standing, last_result)]


def find_often(voids: Iterable[Void], active: Collection[Player]) -> list[Player]:
    """Return who of those that play has been in so many voids, whatever speaks for them."""
    standing = _standing(voids, active)
    counts = Counter(player for one in standing for player in one.players if player in active)
    return [player for player, count in counts.items() if count >= MOST_VOIDS]


def _standing(voids: Iterable[Void], active: Collection[Player]) -> list[Void]:
    return [one for one in voids if one.match is not None and set(active) & {*one.players}]


def _stands_out(player: Player, standing: Iterable[Void], last_result: int) -> bool:
    theirs = [player in one.players for one in standing]
    first = min(one.after for one in standing if player in one.players)
    return all(theirs) or last_result > first


def count_voids(voids: Iterable[Void], player: Player) -> int:
    """Return in how many voids a player was since it last played a match to its end."""
    return sum(player in one.players for one in voids if one.match is not None)


def alone(voids: Iterable[Void], player: Player) -> list[Void]:
    """Return the voids of a player alone with the sample bots."""
    return [one for one in voids if one.match is None and player in one.players]
