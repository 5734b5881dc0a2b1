"""A pairing: what a match is made from."""

from dataclasses import dataclass

from ladder.matches import Division, Player


@dataclass(frozen=True, slots=True)
class Pairing:
    """Players of a match, its division, and its number of games."""

    division: Division
    players: tuple[Player, ...]
    """Nobody is there twice. The seating is drawn for every game."""
    games: int


def games_of(seats: int, about: int) -> int:
    """Return how many games a match has: about `about`, and everybody has every seat as often."""
    return seats * max(1, round(about / seats))
