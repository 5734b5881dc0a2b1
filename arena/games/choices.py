"""Legal moves that are not written out: a position may have dozens, and a playout plays one."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import overload

from arena.games.contract import MoveT


class Choices(Sequence[MoveT]):
    """A list of moves, each of which is made when it is asked for."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def make(self, place: int) -> MoveT:
        """Return the move at a place: from 0 on, and less than there are moves."""

    @overload
    def __getitem__(self, index: int) -> MoveT: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[MoveT]: ...
    def __getitem__(self, index: int | slice) -> MoveT | Sequence[MoveT]:
        size = len(self)
        if isinstance(index, slice):
            return [self.make(place) for place in range(*index.indices(size))]
        place = index if index >= 0 else index + size
        if not 0 <= place < size:
            raise IndexError(f"there are {size} moves, and none at {index}")
        return self.make(place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choices) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list
