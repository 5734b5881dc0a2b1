"""`--trust` on a ladder where others hand in: it is asked for, or said aloud."""

import sys
from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.cli.trusting import require_trust
from ladder.log.entries import ORGANISER, Joined
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.ladder.servers import wait_for_line
from tests.programs import Run

WARNING = (
    "With --trust bots of ada, bob run as you, without walls: they can read your files, the tokens"
    " and this ladder."
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with make_ladder(tmp_path / "ladder.db", "first", "second") as store:
        store.append(Joined("bob"), Joined("ada"))
    return tmp_path / "ladder.db"


@pytest.mark.usefixtures("place")
def test_a_season_says_whose_bots_have_no_walls_where_nobody_can_answer(ladder: Run) -> None:
    assert ladder("run", "--trust", "--minutes", "0").stderr.count(WARNING) == 1


@pytest.mark.usefixtures("place")
def test_a_bot_that_is_handed_in_for_somebody_is_said_to_have_no_walls(ladder: Run) -> None:
    said = ladder("submit", "--trust", "--author", "ada", "mine=random").stderr
    assert "With --trust bots of ada run as you" in said


@pytest.mark.usefixtures("place")
def test_a_server_whose_tables_have_no_walls_says_so(start_ladder: StartLadder) -> None:
    assert WARNING in wait_for_line(start_ladder("serve", "--port=0", "--trust"), "--trust")


def test_a_worker_says_that_no_bot_of_its_seasons_has_walls(start_ladder: StartLadder) -> None:
    scheduler = start_ladder("scheduler", "tcp://127.0.0.1:0")
    url = wait_for_line(scheduler, "listens at").partition("listens at ")[2].split()[0]
    said = wait_for_line(start_ladder("worker", url, "--trust"), "--trust")
    assert "bots of all seasons at the scheduler run as you" in said


def test_of_bots_of_ones_own_nothing_is_said(ladder: Run, tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "first", "second").close()
    assert "--trust" not in ladder("run", "--trust", "--minutes", "0").stderr
    assert "--trust" not in ladder("submit", "--trust", "random").stderr


def test_at_a_terminal_it_is_asked_once_and_no_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = [False, True]

    def answer(text: str, *, err: bool) -> bool:
        assert err
        asked.append(text)
        return answers.pop(0)

    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("click.confirm", answer)
    require_trust(frozenset({ORGANISER}))
    with pytest.raises(UserError, match="Nothing has begun; without --trust"):
        require_trust(frozenset({"bob", "ada", ORGANISER}))
    for _ in range(2):
        require_trust(frozenset({"ada", "bob"}))
    assert asked == [f"{WARNING} Go on?"] * 2
