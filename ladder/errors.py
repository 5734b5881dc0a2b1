"""What a bot did wrong in its matches, as their records show it, so that its author can mend it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.match.record import unpack_record
from arena.match.verdict import read_verdict
from ladder.log import Entry
from ladder.matches import Player
from ladder.store.store import Store


@dataclass(frozen=True, slots=True)
class Error:
    """A game that a bot forfeited, with the evidence."""

    match: int
    game: int
    """The number of the game in the match, from 1."""
    verdict: str
    detail: str
    log_tail: str


def find_errors(store: Store, player: Player, matches: Iterable[Entry]) -> Iterator[Error]:
    """Yield what a player forfeited in these matches, in their order, read as it is asked for."""
    for entry in matches:
        if entry.played.forfeits[entry.played.players.index(player)]:
            content = store.record(entry.played.match)
            if content is not None:
                yield from _errors(entry.played.match, content, player)


def _errors(match: int, content: bytes, player: Player) -> Iterator[Error]:
    record = unpack_record(content, f"The record of match {match}")
    for game in record.games:
        for forfeit in game.forfeits:
            if record.plan.bots[game.seating[forfeit.seat]].name == player:
                verdict = str(read_verdict(forfeit.verdict))
                yield Error(match, game.number + 1, verdict, forfeit.detail, forfeit.log_tail)
