"""What every command says at its end: the next one to try."""

import shutil
import sys


def advise(*words: object) -> str:
    """Return `Try: arena ...`, written so that it works in the shell that called us."""
    called = sys.argv[0]
    known = shutil.which("arena") == shutil.which(called)
    return " ".join(["Try:", "arena" if known else called, *map(str, words)])
