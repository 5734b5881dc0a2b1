"""The rule of the moment: what the rules say to a seat that is asked, and of each of its moves.

A game words it beside its narrator. It is made of what the seat may know, and advises nothing.
"""

from typing import NamedTuple


class Guide(NamedTuple):
    """A sentence about the decision, and a few words about each legal move."""

    rule: str
    """One sentence of at most 20 words: "You have no red, so play any card."."""
    notes: tuple[str, ...]
    """By legal move, in their order: "fits on row 3; fifth card"; empty where nothing is to say."""
