"""Exit codes and sentences where programs run: matches with a bot that errs, and checks.

Left out is what a machine's speed has a say in: how long an answer took, and times in records.
"""

import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.bad_bots import BAD_BOTS
from tests.check.broken import BROKEN
from tests.frozen.oracle import Answers
from tests.frozen.programs_here import read_json
from tests.programs import command_line

# One for each verdict that takes a program, and each way to end.
_BAD: Final = (
    "that_plays_a_card_it_does_not_hold",
    "that_chooses_no_move",
    "that_answers_garbage",
    "that_raises",
    "that_exits_with_zero",
    "that_kills_itself",
    "that_sends_a_long_message",
)
# One for each way in which a check is over before it has played.
_BROKEN: Final = (
    "without_bot_toml",
    "with_an_unknown_key",
    "that_plays_chess",
    "that_is_too_big",
    "that_exits_at_once",
    "that_speaks_another_revision",
)
_GAME: Final = (
    "--option",
    "limit=none",
    "--option",
    "rounds=1",
    "--games",
    "3",
    "--seed",
    "frozen",
)


def answers() -> Answers:
    """Yield what `arena play` and `arena check` say of bots that err, and how they end."""
    with TemporaryDirectory() as folder, chdir(folder):
        yield "play.txt", [line for name in _BAD for line in _play(name)]
        yield "check.txt", [line for name in _BROKEN for line in _check(name)]
        yield "starts.txt", [*_start()]


def _play(name: str) -> Iterator[str]:
    BAD_BOTS[name].write(Path(name))
    done = command_line("arena", Path())(
        "play", "six_nimmt", name, "first", *_GAME, "--out", f"{name}.records", check=None
    )
    yield f"{name}: exit code {done.returncode}"
    for played in read_json("arena", "replay", f"{name}.records")["games"]:
        for forfeit in played["forfeits"]:
            yield f"  {forfeit['verdict']}: {forfeit['detail']}"


def _check(name: str) -> Iterator[str]:
    BROKEN[name].write(Path(name))
    done = command_line("arena", Path())("check", name, "--seed", "frozen", "--json", check=None)
    yield f"{name}: exit code {done.returncode}"
    (step,) = [one for one in json.loads(done.stdout)["steps"] if one["outcome"] == "failed"]
    yield f"  {step['name']}: {step['finding']['sentence']}"
    yield f"  {step['finding']['evidence']['right']}"


def _start() -> Iterator[str]:
    """Yield how a match ends that no bot begins, and a check of a bot that is right."""
    name = "that_exits_at_once_again"
    BAD_BOTS["that_exits_at_once"].write(Path(name))
    asked = ("play", "six_nimmt", name, "first"), ("check", "first", "--game", "six_nimmt")
    for words in asked:
        done = command_line("arena", Path())(*words, "--seed", "frozen", check=None)
        yield f"{' '.join(words)}: exit code {done.returncode}"
        yield from (f"  {line}" for line in done.stderr.splitlines())
