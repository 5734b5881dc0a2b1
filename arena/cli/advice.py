"""What every command says at its end: the next one to try."""

import shlex
import shutil
import sys
from pathlib import Path


def advise(*words: object, program: str = "arena") -> str:
    """Return `Try: arena ...`, written so that it works in the shell that called us."""
    texts = [_quote(str(word)) for word in words]
    beside = Path(sys.argv[0]).with_name(program)
    found = shutil.which(program)
    # The same program, called by its name or by where it lies.
    known = found is not None and Path(found) == Path(shutil.which(str(beside)) or beside)
    if len(beside.parts) == 1 or known or not beside.exists():
        return " ".join(["Try:", program, *texts])
    return " ".join(["Try:", str(beside), *texts])


def _quote(word: str) -> str:
    """Return a word as a shell reads it: a bot's parameters have signs that mean much to it."""
    return shlex.quote(word) if "?" in word or "&" in word else word
