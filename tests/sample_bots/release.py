"""Writes `sample_bots/released.txt`: the digests by which a ladder knows the released samples.

    python -m tests.sample_bots.release

To be typed when a sample bot has been changed. CI checks those, in containers, that stand there.
"""

from typing import Final

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES, sample_names

FILE: Final = SAMPLES / "released.txt"


def describe_samples() -> str:
    """Return a line for each sample bot: its digest, and its name."""
    return "".join(f"{open_bot(SAMPLES / name).digest}  {name}\n" for name in sample_names())


if __name__ == "__main__":
    FILE.write_text(describe_samples())
