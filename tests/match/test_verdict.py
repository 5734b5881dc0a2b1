"""What the end of a program adds to a verdict."""

import pytest

from arena.match.verdict import Exit, Fault, Verdict, conclude

CRASHED = Fault(Verdict.CRASHED, "the stream is gone")


@pytest.mark.parametrize(
    ("end", "verdict", "detail"),
    [
        (Exit(code=1), Verdict.CRASHED, "the bot ended with exit code 1 in the middle"),
        (Exit(signal=9), Verdict.CRASHED, "the bot was ended by signal 9 in the middle"),
        (
            Exit(signal=9, out_of_memory=True),
            Verdict.OUT_OF_MEMORY,
            "the bot used more memory than its box has in the middle",
        ),
        (None, Verdict.PROTOCOL, "the bot ended its stream"),
    ],
)
def test_how_a_program_ended_says_why_its_stream_did(
    end: Exit | None, verdict: Verdict, detail: str
) -> None:
    concluded = conclude(CRASHED, end, "its last words")
    assert concluded.verdict is verdict
    assert concluded.detail.startswith(detail)
    assert (concluded.exit, concluded.log_tail) == (end, "its last words")


@pytest.mark.parametrize("verdict", [Verdict.TIMEOUT, Verdict.ILLEGAL, Verdict.FLOODED])
def test_any_other_verdict_stays_whatever_became_of_the_program(verdict: Verdict) -> None:
    fault = Fault(verdict, "so")
    for end in (None, Exit(code=1), Exit(signal=9, out_of_memory=True)):
        assert conclude(fault, end, "") == Fault(verdict, "so", end, "")
