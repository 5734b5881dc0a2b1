"""The help of every command."""

from tests.frozen.oracle import Answers
from tests.frozen.programs_here import PROGRAMS, commands, tell


def answers() -> Answers:
    """Yield the helps of each program."""
    for program in PROGRAMS:
        typed = [tuple(words) for words, _ in commands() if words[0] == program]
        lines = []
        for _, *words in sorted({*typed, *(words[:-1] for words in typed)}):
            lines += [f"$ {' '.join([program, *words])} --help"]
            lines += [*tell(program, *words, "--help"), ""]
        yield f"{program}.txt", lines
