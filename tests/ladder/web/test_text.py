"""A table by its text: what a program without our SDK plays by, and anyone reads by themselves."""

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

import pytest

from arena.games import find_game, game_names
from arena.games.options import write_options
from arena.games.text import tell_beginning
from tests.ladder.conftest import StartLadder
from tests.ladder.servers import wait_for_address
from tests.programs import Run

EXAMPLE: Final = Path(__file__).parents[3] / "examples" / "play_by_text.py"


@pytest.fixture
def address(ladder: Run, start_ladder: StartLadder) -> str:
    """Return the address of a server whose bots play in plain processes."""
    ladder("init")
    return wait_for_address(start_ladder("serve", "--port", "0", "--trust"))


def fetch(address: str) -> str:
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own
        assert answer.headers["content-type"].startswith(("text/plain", "application/json"))
        return str(answer.read().decode())


def test_the_example_is_short_and_knows_nothing_of_ours() -> None:
    program = EXAMPLE.read_text()
    assert len(program.splitlines()) <= 25
    assert not re.search(r"import.*(arena|grpc)", program)


@pytest.mark.parametrize("name", game_names())
def test_a_program_plays_a_whole_game_by_the_text_alone(name: str, address: str) -> None:
    words = [sys.executable, str(EXAMPLE), address, name]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    game = find_game(name)
    (seat,) = map(int, re.findall(r"you are seat (\d) of 3\.$", said, re.MULTILINE))
    begun = tell_beginning(game, 3, seat, write_options(game.Options()))
    assert said.count("\n".join(begun)) == 1
    turns = [int(turn) for turn in re.findall(r"^turn: (\d+)$", said, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))
    assert said.count("; you: ") == said.count("\nlegal: ") == len(turns) > 3
    assert "phase: over" in said
    end = said[said.index("phase: over") :]
    ranks = re.findall(r"^rank by seat: (\d), (\d), (\d)$", end, re.MULTILINE)
    assert "1" in ranks[0]
    assert "Traceback" not in said


def test_the_page_and_the_api_say_the_same_and_change_nothing(address: str) -> None:
    wish = json.dumps({"game": "tonton", "opponents": ["first", "first"], "options": {}}).encode()
    asking = urllib.request.Request(  # noqa: S310 - our own
        f"{address}api/v1/tables", wish, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(asking) as answer:  # noqa: S310
        table = json.loads(answer.read())["table"]
    number = 0
    while (state := json.loads(fetch(f"{address}api/v1/tables/{table}?after={number}")))[
        "phase"
    ] != "asking":
        number = state["number"]
    by_api = fetch(f"{address}api/v1/tables/{table}?as=text")
    assert by_api == fetch(f"{address}play/{table}?as=text")
    head, _, text = by_api.partition("\n\n")
    assert head.splitlines() == [f"number: {state['number']}", "phase: asking", "turn: 1"]
    assert text.splitlines()[: len(state["opening"])] == state["opening"]
    assert text.rstrip().splitlines()[0].startswith("TonTon: you are seat ")
    assert "legal: " not in text
    legal = fetch(f"{address}api/v1/tables/{table}?as=text&legal=true")
    moves = [move["text"] for move in state["scene"]["decision"]["moves"]]
    assert legal == f"{by_api}legal: {', '.join(moves)}\n"
