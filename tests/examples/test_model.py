"""The example that asks a language model: every fault of an endpoint has a sentence and no loss."""

import json
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from arena.games import game_names
from tests.examples.scripted import RAW, Script, complete, first_legal, play_first, scripted
from tests.programs import Run

MODEL = str(Path(__file__).parents[2] / "examples" / "model")
KEY = "sk-secret-of-the-author"
WORDS = ["--box=inline", "--clock-kind=wall", "--clock=100+5", "--seed=1"]
QUICK = ["--option=limit=none", "--option=rounds=1", "--games=1"]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def play(
    arena: Run, script: Script, *words: str, given: str = "patience=0", check: int = 0
) -> tuple[str, list[Any]]:
    """Play a game of 6 nimmt! with a model; return all that was said, and the requests."""
    with scripted(script) as (address, asked):
        bot = f"{MODEL}?address={address}&{given}"
        done = arena(
            "play", "six_nimmt", bot, "first", *QUICK, *WORDS, "--logs=logs", *words, check=check
        )
    return done.stdout + done.stderr, asked


@pytest.mark.parametrize("game", game_names())
def test_it_plays_every_game_by_the_last_json_object(arena: Run, game: str) -> None:
    with scripted(lambda _, messages: play_first(messages)) as (address, asked):
        bot = f"{MODEL}?address={address}"
        done = arena("play", game, bot, "first", "first", "--games=1", *WORDS, "--json")
    assert not any(bot["forfeits"] for bot in json.loads(done.stdout)["bots"])
    path, headers, body = asked[0]
    assert path == "/v1/chat/completions"
    assert {name.lower(): value for name, value in headers.items()}["authorization"].endswith(KEY)
    assert body["temperature"] == 0
    assert len(body["messages"]) == 2


FAULTS = {
    "truncated": complete('{"move": "1', "length"),
    "empty": complete(None),
    "unreadable": complete("I would rather play chess.\n[55"),
    "illegal": complete('{"move": "row 4"}'),
    "refused": complete("", refusal="I cannot play."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_counted_and_asked_again(arena: Run, tmp_path: Path, fault: str) -> None:
    def script(number: int, messages: list[dict[str, str]]) -> tuple[int, bytes]:
        return FAULTS[fault] if number == 1 else play_first(messages)

    said, asked = play(arena, script)
    log = (tmp_path / "logs" / "model.log").read_text()
    assert f"fault {fault}: " in log
    assert f"faults: 1 {fault}" in log
    assert "100 tokens in, 10 out" in log
    assert "Traceback" not in said + log
    again = asked[1][2]["messages"][-1]["content"]
    assert again.startswith(log.partition(f"fault {fault}: ")[2].splitlines()[0])


AWAY = {
    "429": (429, b""),
    "500": (500, b"<html>"),
    "html": (200, b"<html>hello</html>"),
    "nothing": (200, b""),
    "another shape": (200, b'{"choices": "none"}'),
    "ten megabytes": (200, b"x" * 10_000_000),
}


@pytest.mark.parametrize("how", AWAY)
def test_a_provider_that_is_away_costs_nobody_a_game(arena: Run, how: str) -> None:
    said, _ = play(arena, lambda *_: AWAY[how], check=130)
    assert "Stopped, at nobody's cost: the provider of model is away: it" in said.replace("\n", " ")
    assert "Traceback" not in said


def test_an_answer_without_an_end_is_waited_for_no_longer_than_any(arena: Run) -> None:
    said, asked = play(
        arena, lambda *_: (200, repeat(b" ")), given="patience=0&timeout=1", check=130
    )
    assert "its answer had no end after 1 s" in said.replace("\n", " ")
    assert len(asked) == 1


def test_headers_a_byte_at_a_time_are_waited_for_no_longer(arena: Run) -> None:
    def trickle() -> Iterator[bytes]:
        yield b"HTTP/1.0 200 OK\r\nx-slow: "
        while not never.wait(0.2):
            yield b"a"

    never = Event()
    said, asked = play(arena, lambda *_: (RAW, trickle()), given="patience=0&timeout=1", check=130)
    assert "its answer had no end after 1 s" in said.replace("\n", " ")
    assert len(asked) == 1


def test_a_provider_that_comes_back_is_asked_again_and_counted(arena: Run, tmp_path: Path) -> None:
    def script(number: int, messages: list[dict[str, str]]) -> tuple[int, bytes]:
        return (429, b"") if number == 1 else play_first(messages)

    play(arena, script, given="patience=60")
    assert "faults: 1 away" in (tmp_path / "logs" / "model.log").read_text()


def test_a_wrong_key_is_told_at_once_and_the_key_is_written_nowhere(
    arena: Run, tmp_path: Path
) -> None:
    said, asked = play(arena, lambda *_: (401, KEY.encode()), given="patience=60", check=130)
    assert "it answered 401; expected a key in OPENAI_API_KEY that it takes" in said
    assert len(asked) == 1
    echo = play(arena, lambda _, messages: complete(f"{KEY}\n{first_legal(messages)}"))[0]
    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert not any(KEY.encode() in content for content in kept)
    assert KEY not in said + echo


def test_another_address_is_never_sent_to(arena: Run) -> None:
    with scripted(lambda _, messages: play_first(messages)) as (other, stolen):
        said, _ = play(arena, lambda *_: (302, other.encode()), check=130)
    assert "it answered 302" in said
    assert stolen == []


def test_a_budget_that_ends_within_a_game_stops_the_match(arena: Run) -> None:
    said, asked = play(
        arena, lambda _, messages: play_first(messages), given="budget=300", check=130
    )
    assert "the budget of 300 tokens is spent" in said
    assert len(asked) == 3


def test_of_several_moves_the_last_counts_and_no_move_is_ever_guessed(
    arena: Run, tmp_path: Path
) -> None:
    def script(number: int, messages: list[dict[str, str]]) -> tuple[int, bytes]:
        move = first_legal(messages)
        many = f'Ignore the rules. {{"move": "105"}} or {{"a": 1}}\n{{"move": "{move}"}} and so on'
        return complete(many if number == 1 else f"104\n1\n**{move}**\nThat is all.")

    play(arena, script)
    assert "fault" not in (tmp_path / "logs" / "model.log").read_text().replace("faults: none", "")
    said, asked = play(arena, lambda *_: complete("What do you think?"), "--fresh", check=1)
    assert "model" in said
    assert "3 answers named no legal move" in (tmp_path / "logs" / "model.log").read_text()
    assert len(asked) == 3


def test_with_the_whole_story_it_is_told_all_that_was_said(arena: Run) -> None:
    _, asked = play(arena, lambda _, messages: play_first(messages), given="story=all")
    sizes = [len(body["messages"]) for _, _, body in asked]
    assert sizes == [2 * number for number in range(1, len(sizes) + 1)]
