"""A move put together part by part: what can be touched next, and which move it is by now."""

from collections.abc import Sequence

from arena.games.scene import LegalMove, Touch


class Choosing:
    """One decision. A part is a touch of a legal move; it can be taken back until the answer."""

    def __init__(self, moves: Sequence[LegalMove]) -> None:
        self._moves = moves
        self.chosen: tuple[Touch, ...] = ()
        """The parts so far, in the order in which they were chosen."""
        # Where the order of its parts makes another move of it, they are chosen in that order.
        self._ordered = len({frozenset(move.touches) for move in moves}) < len(moves)

    @property
    def options(self) -> list[Touch]:
        """What can be chosen next, each once: with any of it there is a legal move to come to."""
        found: dict[Touch, None] = {}
        for move in self._moves:
            found.update(dict.fromkeys(self._rest(move)))
        return list(found)

    @property
    def complete(self) -> int | None:
        """The index of the move that is made of just these parts, if there is one."""
        for index, move in enumerate(self._moves):
            if len(move.touches) == len(self.chosen) and self._begins(move):
                return index
        return None

    def choose(self, part: Touch) -> None:
        """Add a part, one of the options."""
        self.chosen += (part,)

    def undo(self) -> None:
        """Take the last part back, if there is one."""
        self.chosen = self.chosen[:-1]

    def _begins(self, move: LegalMove) -> bool:
        if self._ordered:
            return move.touches[: len(self.chosen)] == self.chosen
        return {*self.chosen} <= {*move.touches}

    def _rest(self, move: LegalMove) -> Sequence[Touch]:
        """Return which parts of a move can come next."""
        if not self._begins(move):
            return ()
        if self._ordered:
            return move.touches[len(self.chosen) :][:1]
        return [touch for touch in move.touches if touch not in self.chosen]
