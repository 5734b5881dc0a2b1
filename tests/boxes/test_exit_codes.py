"""How the engine's word of a container's end is read: a code, or a signal, and never neither."""

import pytest

from arena.boxes.container import read_end
from arena.match.verdict import Exit, describe_end


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (0, "ended with exit code 0"),
        (127, "ended with exit code 127"),
        (128, "ended with exit code 128"),
        (137, "was ended by signal 9"),
        (255, "ended with exit code 255"),
    ],
)
def test_every_code_says_something(code: int, said: str) -> None:
    assert describe_end(read_end({"ExitCode": code})) == said


def test_the_engine_may_have_seen_the_kernel_kill_it_for_memory() -> None:
    assert read_end({"ExitCode": 137, "OOMKilled": True}) == Exit(signal=9, out_of_memory=True)
