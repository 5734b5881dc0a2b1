"""A bot whose provider is away: the match stops, nobody forfeits, the same command goes on."""

import json
from pathlib import Path

import pytest

from tests.bots.writing import write_bot
from tests.programs import Run

ASKING = """
from pathlib import Path
from arena_sdk import Bot, ProviderAway, run

class Asking(Bot):
    def start(self, start):
        self.game = start.number

    def choose(self, turn):
        if self.game == 2 and not Path({back!r}).exists():
            raise ProviderAway("it answered 503")
        return turn.legal[0]

run(Asking)
"""
QUICK = ["--option=limit=none", "--option=rounds=1"]
AWAY = "Stopped, at nobody's cost: the provider of asking is away: it answered 503"


@pytest.fixture
def back(tmp_path: Path) -> Path:
    """Write the bot; return the file that says that its provider is back."""
    file = tmp_path / "back"
    write_bot(tmp_path / "asking", ASKING.format(back=str(file)), 'name = "asking"')
    return file


def test_a_match_stops_without_a_forfeit_and_goes_on(arena: Run, back: Path) -> None:
    words = ["play", "six_nimmt", "asking", "first", *QUICK, "--games=6", "--box=inline", "--json"]
    done = arena(*words, check=130)
    assert AWAY in done.stderr
    assert json.loads(done.stdout)["games"] == 2
    back.touch()
    found = json.loads(arena(*words).stdout)
    assert found["games"] == 6
    assert not any(bot["forfeits"] for bot in found["bots"])


def test_a_comparison_stops_and_goes_on(arena: Run, back: Path) -> None:
    words = ["compare", "first", "asking", "--game=six_nimmt", *QUICK, "--box=inline"]
    words += ["--against=first", "--margin=0.9", "--json"]
    done = arena(*words, check=130)
    assert AWAY in done.stderr
    assert json.loads(done.stdout)["stopped"]
    back.touch()
    (found,) = json.loads(arena(*words).stdout)["games"]
    assert found["answer"] == "no difference"
    assert found["new"]["forfeits"] == {}


@pytest.mark.usefixtures("back")
def test_a_check_stops_without_a_verdict(arena: Run) -> None:
    done = arena("check", "asking", "--box=inline", "--game=six_nimmt", check=130)
    assert AWAY in done.stderr.replace("\n", " ")
    assert "refused" not in done.stdout


@pytest.mark.usefixtures("back")
def test_in_a_process_it_is_a_crash_as_every_exception_is(arena: Run) -> None:
    words = ["play", "six_nimmt", "asking", "first", *QUICK, "--games=4", "--json"]
    found = json.loads(arena(*words, check=1).stdout)
    (forfeits,) = (bot["forfeits"] for bot in found["bots"] if bot["name"] == "asking")
    assert [*forfeits] == ["crashed"]
