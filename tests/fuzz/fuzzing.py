"""How the fuzzers run: briefly and always the same, or for long and never the same.

Each target is tried on this many examples, the same in every run, and a failure prints the example.
A reader that refuses all of them would pass, so a target says what it has accepted, by `accept`,
and fails if that was nothing.
With ARENA_FUZZ_SECONDS in the environment each is tried for this many seconds instead, on others
each time; `make soak` does that. A failure then also prints the line that repeats it.
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from arena.errors import UserError

SECONDS: Final = float(os.environ.get("ARENA_FUZZ_SECONDS", "0"))
_accepted: Final = Counter[str]()
# Beyond the usual ones: what a parser's author did not think of.
_ODD: Final = (b"", b"\0", b"\xff" * 10, b"\x80" * 9 + b"\x01", b"PK\x03\x04", b"\n", b"/../")


def fuzz(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test of drawn examples this many times, or again and again for SECONDS."""
    chosen = settings(
        max_examples=examples,
        derandomize=not SECONDS,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        fuzzed = chosen(test)

        # Every call draws luck of its own, and pytest sees the signature of what is wrapped.
        @wraps(fuzzed)
        def counted(*given: Any, **drawn: Any) -> None:
            _accepted.clear()
            end = time.monotonic() + SECONDS
            while True:
                fuzzed(*given, **drawn)
                if time.monotonic() >= end:
                    break
            assert _accepted.total(), "none of the examples was accepted"

        return counted

    return decorate


def accept() -> None:
    """Count an example that was accepted."""
    _accepted["examples"] += 1


def assert_sentence(mistake: UserError) -> None:
    assert str(mistake).endswith(".")
    assert "\n" not in str(mistake)


def mutations(data: bytes) -> st.SearchStrategy[bytes]:
    """Return what comes of bytes after one to six changes here and there."""
    place = st.floats(0, 1, exclude_max=True)
    piece = st.binary(max_size=8) | st.sampled_from(_ODD)
    edit = st.tuples(place, st.integers(0, 16), piece, st.booleans())
    return st.lists(edit, min_size=1, max_size=6).map(lambda edits: _edit(data, edits))


def _edit(data: bytes, edits: list[tuple[float, int, bytes, bool]]) -> bytes:
    changed = bytearray(data)
    for where, gone, piece, again in edits:
        at = int(where * len(changed))
        # What is cut out comes again somewhere else, or something new comes in its place.
        new = bytes(changed[at : at + gone]) * 2 if again else piece
        changed[at : at + gone] = new
    return bytes(changed)
