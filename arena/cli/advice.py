"""What every command says at its end: the next one to try."""

import shutil
import sys
from pathlib import Path


def advise(*words: object, program: str = "arena") -> str:
    """Return `Try: arena ...`, written so that it works in the shell that called us."""
    beside = Path(sys.argv[0]).with_name(program)
    found = shutil.which(program)
    # The same program, called by its name or by where it lies.
    known = found is not None and Path(found) == Path(shutil.which(str(beside)) or beside)
    if len(beside.parts) == 1 or known or not beside.exists():
        return " ".join(["Try:", program, *map(str, words)])
    return " ".join(["Try:", str(beside), *map(str, words)])
