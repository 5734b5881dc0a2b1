"""Bounds what a reader of strangers' files may take: memory and CPU time, in this very process."""

import re
import resource
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

# Far more than the largest honest file takes, in bytes and in seconds of CPU time.
MOST_MEMORY: Final = 512 * 1024**2
MOST_SECONDS: Final = 10.0
# As long as one sentence for an organiser may be, in letters.
MOST_LETTERS: Final = 400


@contextmanager
def bounded() -> Iterator[None]:
    """Fail if what is done within takes more than a reader may."""
    usual = resource.getrlimit(resource.RLIMIT_AS)
    # Wide, since a library that is refused memory may say something else about the file.
    wide = kilobytes("VmSize") * 1024 + 4 * MOST_MEMORY
    # From here on the kernel counts the peak again.
    Path("/proc/self/clear_refs").write_text("5")
    before, began = kilobytes("VmRSS"), time.process_time()
    resource.setrlimit(resource.RLIMIT_AS, (wide, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, usual)
    taken, worked = (kilobytes("VmHWM") - before) >> 10, time.process_time() - began
    assert taken << 20 < MOST_MEMORY, f"it took {taken} MB; {MOST_MEMORY >> 20} are the most"
    assert worked < MOST_SECONDS, f"it took {worked:.1f} s; {MOST_SECONDS:g} are the most"


def kilobytes(what: str) -> int:
    """Return a figure of this process, as the kernel has it."""
    found = re.search(rf"^{what}:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def zeros_without_end() -> bytes:
    """Return a megabyte of deflated bytes that are a gigabyte of zeros, and do not end."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    # Behind a full flush nothing is remembered, so each megabyte is packed alike.
    return (packer.compress(bytes(1024**2)) + packer.flush(zlib.Z_FULL_FLUSH)) * 1024


def assert_sentence(said: str, words: str) -> None:
    """See that it is one sentence of printable letters, which has these words."""
    assert words in said
    assert said.endswith(".")
    assert said.isprintable()
    assert len(said) <= MOST_LETTERS
