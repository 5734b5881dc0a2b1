"""Matches, checks and records as a script and a notebook have them."""

import asyncio
import html
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import arena
from arena.boxes.host.process_tree import descendants
from arena.errors import UserError
from arena.match.unfinished import SUFFIX
from tests.bots.writing import gated, write_bot
from tests.documents.printed import ROOT
from tests.waiting import wait_until

GAME: Final[dict[str, Any]] = {
    "options": {"rounds": 1},
    "games": 4,
    "seed": "a word",
    "box": "inline",
}
# Threads as those of progress bars, and no guard around what it does.
SCRIPT: Final = """
import threading, arena
threading.Thread(target=threading.Event().wait, daemon=True).start()
print("the script runs")
played = arena.play_match("six_nimmt", ["careful", "random"], games=4, options={"rounds": 1})
print(len(played.games), "games")
"""
# The interrupt comes in its third game.
CELL: Final = """
import asyncio, signal, arena

async def cell():
    arena.play_match(
        "six_nimmt", ["first", "gated"], games=400, options={"rounds": 1}, clock="1000+0"
    )

"""
LOOPS: Final = {
    "asyncio.run": "asyncio.run(cell())",
    # Interrupts are those of Python, as in a notebook.
    "a notebook's": "asyncio.new_event_loop().run_until_complete(cell())",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_match_is_played_and_its_record_says_the_same(processes: None) -> None:
    played = arena.play_match("six_nimmt", ["careful", "random"], **GAME)
    assert {bot.name for bot in played.bots} == {"careful", "random"}
    assert len(played.games) == 4
    read = arena.read_record(played.path)
    assert (read.plan, read.bots, read.stopped) == (played.plan, played.bots, False)
    assert re.fullmatch(
        r"<4 of 4 games of six_nimmt: \w+ won \d+%, \w+ won \d+%; \S+\.arena>", repr(read)
    )


def test_the_same_word_deals_the_same_cards(processes: None) -> None:
    one, two = (arena.play_match("six_nimmt", ["first", "random"], **GAME) for _ in range(2))
    assert [game.scores for game in one.games] == [game.scores for game in two.games]


def test_the_page_of_the_library_works_in_a_notebook_whose_event_loop_runs(
    processes: None,
) -> None:
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "reference" / "library.md").read_text(), re.DOTALL
    )
    names: dict[str, Any] = {}

    async def run_cells() -> None:
        for block in blocks:
            exec(block, names)  # noqa: S102 - the page's own

    asyncio.run(run_cells())
    assert names["report"].passed
    (page,) = re.findall(r'<iframe srcdoc="([^"]*)"', names["played"]._repr_html_())
    assert html.unescape(page).startswith("<!doctype html>")


def test_a_script_with_threads_and_no_guard_runs_once(processes: None) -> None:
    Path("script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py"], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("the script runs\n4 games\n", "")


@pytest.mark.parametrize("loop", LOOPS)
def test_an_interrupt_ends_a_match_in_an_event_loop_and_keeps_its_games(
    processes: None, tmp_path: Path, loop: str
) -> None:
    write_bot(tmp_path / "gated", gated(tmp_path / "gate", "self.game >= 2"), 'name = "gated"')
    with subprocess.Popen(
        [sys.executable, "-c", CELL + LOOPS[loop]], stderr=subprocess.PIPE, text=True
    ) as script:
        kept = wait_until(lambda: [*tmp_path.glob(f"records/*{SUFFIX}")])[0]
        wait_until(lambda: kept.stat().st_size > 200 and len(arena.read_record(kept).games) == 2)
        started = [Path(f"/proc/{pid}") for pid in descendants(script.pid)]
        script.send_signal(signal.SIGINT)
        (tmp_path / "gate").touch()
        _, errors = script.communicate()
    assert errors.endswith("KeyboardInterrupt\n")
    assert 2 <= len(arena.read_record(kept).games) < 400
    assert len(started) > 2
    wait_until(lambda: not any(place.exists() for place in started))


def test_a_seed_is_text() -> None:
    with pytest.raises(UserError, match="Expected text for a seed, as in seed='5'; got 5"):
        arena.play_match("six_nimmt", ["first", "random"], seed=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("chess", {}, "chess"),
        ("six_nimmt", {"teams": True}, "has no option 'teams'"),
        ("six_nimmt", {"rounds": "many"}, "rounds cannot be 'many'"),
    ],
)
def test_a_mistake_is_one_sentence(game: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        arena.play_match(game, ["first", "random"], options=options)


def test_a_seed_that_a_bot_could_guess_is_for_bots_that_are_trusted() -> None:
    with pytest.raises(UserError, match="that no bot can guess"):
        arena.check_bot("first", seed="a word", box="container")


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        ({"clock_kind": "sun"}, "The kind of a clock is cpu or wall, not 'sun'."),
        ({"start_limit": 0}, "A bot has 0.1 to 600 seconds to start, not 0."),
        ({"clock": "fast"}, "'fast' is no clock"),
    ],
)
def test_every_call_says_which_clocks_there_are(clock: dict[str, Any], sentence: str) -> None:
    for call in (
        lambda: arena.play_match("six_nimmt", ["first", "random"], **clock),
        lambda: arena.compare("six_nimmt", "first", "random", **clock),
        lambda: arena.check_bot("first", **clock),
    ):
        with pytest.raises(UserError, match=sentence):
            call()


def test_a_match_has_the_clock_and_the_logs_that_were_asked_for(
    processes: None, tmp_path: Path
) -> None:
    logs = tmp_path / "logs"
    played = arena.play_match(
        "six_nimmt", ["first", "random"], **GAME, clock_kind="wall", start_limit=20, logs=logs
    )
    clock = played.plan.control(0)
    assert (clock.kind, clock.start) == ("wall", 20)
    assert logs.is_dir()


# --- comparisons ---


def test_two_versions_are_compared_and_the_same_call_goes_on(processes: None) -> None:
    told: list[int] = []
    asked: dict[str, Any] = {
        "against": ["first"],
        "options": {"rounds": 1},
        "box": "inline",
        "seed": "a word",
        # Else a match of the next round may have begun, and its games are told as well.
        "parallel": 1,
        "on_game": lambda found: told.append(found.estimate.pairs),
    }
    found = arena.compare("six_nimmt", "random", "careful", pairs=12, **asked)
    assert (found.estimate.pairs, len(told)) == (12, 24)
    rows = found.rows()
    assert [row["game"] for row in rows] == [*range(1, 13)]
    assert found.estimate.mean == pytest.approx(sum(row["difference"] for row in rows) / 12)
    told.clear()
    again = arena.compare("six_nimmt", "random", "careful", pairs=24, **asked)
    assert again.rows()[:12] == rows
    assert len(told) == 24
    assert re.match(r"<OLD random and NEW careful: \w+, [+-]\d+\.\d% \(", repr(again))


def test_what_cannot_be_compared_is_told(processes: None) -> None:
    def function(turn: Any) -> Any:
        return turn.legal[0]

    wrong: list[tuple[str, dict[str, Any]]] = [
        ("a function would have seen", {"new": function}),
        ("a function would have seen", {"against": [function]}),
        ("the same files", {"new": "random"}),
        ("Only bots", {"new": "human"}),
        ("--margin is", {"margin": 0}),
        ("--pairs is", {"pairs": 0}),
        ("--parallel is", {"parallel": 0}),
    ]
    for sentence, mistake in wrong:
        asked = {"old": "random", "new": "careful", "box": "inline"} | mistake
        with pytest.raises(UserError, match=sentence):
            arena.compare("six_nimmt", **asked)
    with pytest.raises(UserError, match="--parallel is"):
        arena.play_match("six_nimmt", ["first", "random"], parallel=0)
