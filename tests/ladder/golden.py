"""Ladders that are made once, from a seed of their own, and copied for each test that asks."""

import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.seeds import drawing_from


class Golden:
    """Copies ladders; the first time that one is asked for, it is made."""

    def __init__(self, folder: Path, seed: str) -> None:
        self._folder = folder
        self._seed = seed

    def copy(self, place: Path, make: Callable[..., Store], *words: Any) -> Path:
        """Copy to a place what `make` makes there with these words."""
        name = f"{make.__module__} {make.__qualname__} {words}"
        made = self._folder / str(zlib.crc32(name.encode()))
        if not made.exists():
            with drawing_from(f"{self._seed} {name}"):
                make(made, *words).close()
        return Path(shutil.copy(made, place))

    def open(self, place: Path, make: Callable[..., Store], *words: Any) -> Store:
        """Open such a copy."""
        return open_store(str(self.copy(place, make, *words)))
