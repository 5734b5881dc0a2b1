"""A bot's parameters, from its `bot.toml` and from a command to the bot and into the record."""

import json
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.match.record import read_record
from tests.programs import Run

MANIFEST = """name = "deep"
command = "python3 'bot.py' \\u007f"
[parameters]
depth = 2
time = 0.5
policy = "flat"
fast = false
"""
# Plays the move of its depth, and says what it was told.
BOT = """
from arena_sdk import Bot, run
class Deep(Bot):
    def start(self, start):
        print(repr(sorted(self.parameters.items())))
    def choose(self, turn):
        return turn.legal[self.parameters["depth"] % len(turn.legal)]
if __name__ == "__main__":
    run(Deep)
"""
QUICK = ("--games=1", "--option=rounds=1", "--option=limit=none")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """Return the folder of a bot with parameters, in the folder that commands run in."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bot.toml").write_text(MANIFEST)
    (tmp_path / "deep" / "bot.py").write_text(BOT)
    return tmp_path / "deep"


@pytest.mark.parametrize("box", ["inline", "process"])
def test_a_bot_is_told_its_own_parameters_or_those_that_were_given(
    arena: Run, bot: Path, box: str
) -> None:
    given = "one=deep?depth=3&time=1e-1&fast=true&policy=nets/a.bin"
    words = ("play", "six_nimmt", "deep", given, f"--box={box}", "--logs=logs", "--json")
    result = json.loads(arena(*words, *QUICK).stdout)
    told = {
        log.name.partition(".")[0]: log.read_text() for log in Path(bot.parent, "logs").iterdir()
    }
    assert "[('depth', 2), ('fast', False), ('policy', 'flat'), ('time', 0.5)]" in told["deep"]
    assert "[('depth', 3), ('fast', True), ('policy', 'nets/a.bin'), ('time', 0.1)]" in told["one"]
    assert {one["name"]: one["parameters"]["time"] for one in result["bots"]} == {
        "deep": "0.5",
        "one": "0.1",
    }


def test_with_other_parameters_it_is_another_bot_and_the_record_says_which(
    arena: Run, bot: Path
) -> None:
    arena("play", "six_nimmt", "deep", "deep?depth=3", "--box=inline", "--out=out", *QUICK)
    (path,) = (bot.parent / "out").glob("*.arena")
    plain, deeper = read_record(path).plan.bots
    assert plain.digest == open_bot(bot).digest != deeper.digest
    assert (plain.parameters["depth"], deeper.parameters["depth"]) == ("2", "3")
    assert (
        "deep#2 (depth=3, fast=false, policy=flat, time=0.5)"
        in arena("replay", str(path), "--game=1").stdout
    )
    # It makes in its old seat what it made, and with another depth something else.
    (seat,) = (seat for seat, index in enumerate(read_record(path).games[0].seating) if index == 1)
    words = ("rerun", str(path), f"--seat={seat}", "--json", "--bot")
    assert json.loads(arena(*words, "deep?depth=3").stdout)["departure"] is None
    assert json.loads(arena(*words, "deep").stdout)["departure"] is not None
    arena("replay", str(path), "--verify")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("?", "'' gives no parameter a value; expected for example my_bot?depth=3&time=0.1"),
        ("?depth", "'depth' gives no parameter a value"),
        ("?depth=", "'depth=' gives no parameter a value"),
        ("?=3", "'=3' gives no parameter a value"),
        ("?depth=3&depth=3", "The parameter 'depth' is given twice"),
        ("?dpeth=3", "no parameter 'dpeth'; its parameters are depth, time, policy, fast."),
        ("?depth=2.5", "depth cannot be '2.5'; expected a whole number of up to 15 digits"),
        ("?depth=1_0", "depth cannot be '1_0'"),
        ("?depth=" + "9" * 16, "expected a whole number of up to 15 digits"),
        ("?time=inf", "time cannot be 'inf'; expected a number, for example 0.5"),
        ("?fast=1", "fast cannot be '1'; expected true or false"),
        ("?policy=a b", "policy cannot be 'a b'; expected a word of up to 100 letters"),
        ("?policy=true", "policy cannot be 'true'"),
        ("?policy=" + "a" * 101, "expected a word of up to 100 letters"),
    ],
)
def test_what_cannot_be_given_gets_one_sentence(
    arena: Run, bot: Path, given: str, sentence: str
) -> None:
    assert bot.exists()
    errors = arena("play", "six_nimmt", "first", f"deep{given}", check=2).stderr
    assert sentence in errors
    assert errors.count("\n") == 1


def test_a_bot_that_declares_none_has_none(arena: Run) -> None:
    errors = arena("check", "first?depth=3", check=2).stderr
    assert "The bot has no parameter 'depth'; its bot.toml declares none" in errors


def test_a_question_mark_may_be_part_of_a_name(arena: Run, bot: Path) -> None:
    bot.rename(bot.with_name("deep?depth=3"))
    words = ("play", "six_nimmt", "first", "deep?depth=3", "a=deep?depth=3", "--box=inline")
    assert "depth=3" not in arena(*words, *QUICK).stdout


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("parameters = 3", "parameters is wrong; expected a table"),
        ("[parameters]\nDepth = 1", "a parameter 'Depth'; expected a name of up to 30 letters"),
        ("[parameters]\na = [1]", "has a parameter a that cannot be; expected true or false; or"),
        ("[parameters]\na = nan", "has a parameter a that cannot be"),
        ("[parameters]\na = 'two words'", "has a parameter a that cannot be"),
    ],
)
def test_what_cannot_be_declared_is_a_defect(bot: Path, line: str, sentence: str) -> None:
    (bot / "bot.toml").write_text(f'name = "deep"\n{line}\n')
    assert sentence in open_bot(bot).defect
