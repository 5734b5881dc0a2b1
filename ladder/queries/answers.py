"""The store of answers: each is kept as long as what it depends on is the same.

A question says what that is, as a state of the ladder. So nothing is thrown away or handed on: what
was made of another state is not found.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, TypeVar, cast
from weakref import WeakValueDictionary

T = TypeVar("T")
# This many bytes are kept, of the answers that were asked for last.
_MOST_BYTES: Final = 64 * 1000**2


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, the state that it was made of, and how many bytes it takes."""

    state: object
    value: Any
    size: int


class Answers:
    """The newest answer of each name. Any number of threads may ask for it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._making = WeakValueDictionary[str, Lock]()

    def find(self, name: str) -> Kept | None:
        """Return the newest answer, whatever the state that it was made of."""
        with self._lock:
            kept = self._kept.get(name)
            if kept is not None:
                self._kept.move_to_end(name)
            return kept

    def keep(self, name: str, state: object, value: object, size: int = 0) -> None:
        """Keep an answer; of too many the one that was not asked for longest is forgotten."""
        with self._lock:
            self._forget(name)
            if size > _MOST_BYTES:
                return
            self._kept[name] = Kept(state, value, size + len(name))
            self._bytes += size + len(name)
            while self._bytes > _MOST_BYTES:
                self._forget(next(iter(self._kept)))

    def get(self, name: str, state: object, make: Callable[[], T]) -> T:
        """Return the answer for a state; if it is not there it is made, once."""
        with self._lock:
            making = self._making.setdefault(name, Lock())
        with making:
            kept = self.find(name)
            if kept is not None and kept.state == state:
                return cast("T", kept.value)
            value = make()
            self.keep(name, state, value, len(value) if isinstance(value, bytes) else 0)
            return value

    def _forget(self, name: str) -> None:
        gone = self._kept.pop(name, None)
        self._bytes -= gone.size if gone else 0
