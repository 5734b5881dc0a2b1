"""The testing kit: questions that are dealt for a test, and games between bots as objects."""

import re
import subprocess
import sys
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arena_sdk import Bot, Over, Start, Turn
from arena_sdk.testing import PlaysAny, PlaysFirst, ask, deal_turn, play_game
from arena_sdk.timing import TimeManager

from arena.errors import UserError
from arena.games import IllegalMove, game_names
from arena.games.events import Event
from arena.games.messages import read_events
from tests.programs import Run

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "testing.md"


def test_the_examples_of_the_document_are_tests_that_pass(arena: Run, tmp_path: Path) -> None:
    arena("new", "my_bot")
    bot = tmp_path / "my_bot"
    arena("play", "six_nimmt", "my_bot", "random", "--games=1", "--option=rounds=1")
    words = ("replay", "records", "--game=1", "--bot=my_bot", "--view=7", "--json")
    (bot / "turn.json").write_text(arena(*words).stdout)
    examples = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.S)
    (bot / "test_document.py").write_text("\n".join(examples))
    run = [sys.executable, "-m", "pytest", "-q", "test_document.py"]
    done = subprocess.run(run, cwd=bot, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f"{len(re.findall('def test_', ''.join(examples)))} passed" in done.stdout


class Told(Bot):
    """Plays its first move, and keeps what it was told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def start(self, start: Start) -> None:
        self.heard.append((start.seat, dict(start.options), self.rng.random()))

    def choose(self, turn: Turn) -> Any:
        assert turn.time_left == 2
        return turn.legal[0]

    def over(self, over: Over) -> None:
        self.heard.append([*over.ranks])


class Curious(PlaysFirst):
    """Keeps all that happens."""

    wants_events = True

    def __init__(self) -> None:
        self.heard: list[Event] = []

    def choose(self, turn: Turn) -> Any:
        self.heard += turn.events
        return super().choose(turn)

    def over(self, over: Over) -> None:
        self.heard += read_events(over.events)


def test_a_question_can_be_read_as_plain_lines() -> None:
    played = play_game("six_nimmt", [Curious(), PlaysFirst()], options={"rounds": "1"})
    assert len(played.answers) >= 20
    news = [0, 0]
    for seat, turn, _ in played.answers:
        *told, legal = turn.text(legal=True).splitlines()
        assert told == turn.text().splitlines()
        assert legal == f"legal: {', '.join(map(str, turn.legal))}"
        (asked,) = (number for number, line in enumerate(told) if "; you: " in line)
        assert told[:asked] == turn.game.tell(turn.events, seat)
        news[seat] += asked
    # The other does not want to hear.
    assert news[0] > 10
    assert news[1] == 0


@pytest.mark.parametrize("game", game_names())
def test_a_bot_that_wants_it_is_told_all_that_happens(game: str) -> None:
    bots = [Curious(), PlaysAny(), Curious()]
    played = play_game(game, bots)
    heard = [bot.heard for bot in bots if isinstance(bot, Curious)]
    assert len({len(events) for events in heard}) == 1
    for events in heard:
        changes = [sum(e.points for e in events if e.seat == seat) for seat in range(3)]
        start = deal_turn(game, seats=3).imagine(Random(1)).scores()
        assert tuple(map(add, start, changes)) == played.scores
    assert all(bool(turn.events) <= (seat != 1) for seat, turn, _ in played.answers)


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_to_its_end_and_the_same_again(game: str) -> None:
    first, again, other = (
        play_game(game, [PlaysAny(), PlaysFirst(), PlaysAny()], seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert min(first.ranks) == 1
    for seat, turn, move in first.answers:
        assert turn.view.seat == seat
        assert move in turn.legal


def test_bots_sit_in_their_order_and_are_told_all() -> None:
    bots = [Told(), Told()]
    played = play_game("six_nimmt", bots, options={"rounds": "1"}, seconds=2)
    for seat, bot in enumerate(bots):
        told, over = bot.heard
        assert told[:2] == (seat, {"limit": "66", "rounds": "1", "variant": "base"})
        assert over == [*played.ranks]
    assert bots[0].heard[0][2] != bots[1].heard[0][2]


def test_a_scripted_deal_has_these_cards_on_top() -> None:
    turn = deal_turn("tonton", shuffles=["9", "R8 R1"], seat=0)
    assert {11, 18} <= {*turn.view.hand}


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"shuffles": ["1 1"]}, ValueError, "there is no card '1' left in shuffle 1"),
        ({"shuffles": ["105"]}, ValueError, "there is no card '105'"),
        ({"seats": 11}, ValueError, "seats with these options, not 11"),
        ({"seat": 2}, ValueError, r"seat 2 is not asked then; those that are: \[0, 1\]"),
        ({"moves": ["999"]}, IllegalMove, "999 is not possible"),
        ({"moves": ["row"]}, IllegalMove, "'row' is no move"),
        ({"options": {"speed": "1"}}, UserError, "has no option 'speed'"),
    ],
)
def test_what_cannot_be_dealt_is_said(
    asked: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        deal_turn("six_nimmt", **asked)


def test_a_move_that_is_none_is_raised_and_parameters_stay() -> None:
    class Wrong(Bot):
        def choose(self, turn: Turn) -> Any:
            assert self.parameters == {"depth": 3}
            return turn.legal[0]._replace(number=1000)

    bot = Wrong()
    bot.parameters = {"depth": 3}
    assert str(ask(bot, deal_turn("six_nimmt"))) == "1000"
    with pytest.raises(IllegalMove):
        play_game("six_nimmt", [PlaysFirst(), bot])


def test_a_bot_that_is_asked_is_told_the_options_of_the_question() -> None:
    bot = Told()
    ask(bot, deal_turn("tonton", seats=4, options={"teams": "true"}, seconds=2))
    ((_, options, _),) = bot.heard
    assert options["teams"] == "true"


def test_a_bot_that_looks_at_its_clock_can_be_asked_and_can_play() -> None:
    class Timed(PlaysFirst):
        def start(self, start: Start) -> None:
            self.time = TimeManager(start.clock)

        def choose(self, turn: Turn[Any, Any, Any]) -> Any:
            return turn.legal[next(self.time.share(turn, self.rng), 0)]

    turn = deal_turn("six_nimmt", seconds=0.5)
    assert ask(Timed(), turn) == turn.legal[0]
    played = play_game("six_nimmt", [Timed(), PlaysAny()], options={"rounds": "1"}, seconds=0.5)
    assert len(played.answers) >= 20
