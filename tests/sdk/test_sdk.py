import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arena_sdk import Bot, Over, Start, Turn, load
from arena_sdk.program import Script
from arena_sdk.session import Session

from arena.bots.samples import SAMPLES
from arena.games import Deal, find_game
from arena.games.messages import make_turn
from arena.games.six_nimmt import Move
from arena.v1 import arena_pb2 as pb
from tests.bad_bots import BadBot
from tests.bots.writing import choosing
from tests.programs import Run

GAME = find_game("six_nimmt")
STATE = GAME.start(3, Deal(1), GAME.Options())


class Listening(Bot):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def start(self, start: Start) -> None:
        self.heard.append(f"start {start.number} {self.rng.random()}")

    def choose(self, turn: Turn):  # type: ignore[no-untyped-def]  # as an author would write it
        self.heard.append(f"turn {turn.message.number}")
        return turn.legal[0]

    def over(self, over: Over) -> None:
        self.heard.append(f"over {list(over.scores)}")


def start(number: int = 0, seed: bytes = b"s" * 16) -> pb.RefereeMessage:
    return pb.RefereeMessage(start=pb.Start(number=number, game="six_nimmt", seats=3, seed=seed))


def turn_message(number: int) -> pb.RefereeMessage:
    turn = make_turn(GAME, STATE, 0)
    turn.number = number
    turn.time_left_us = 1_500_000
    return pb.RefereeMessage(turn=turn)


def test_a_session_answers_a_turn_with_its_number_and_nothing_else() -> None:
    session = Session(Listening())
    assert session.join().join.revision == 1
    assert session.receive(start()) is None
    answer = session.receive(turn_message(7))
    assert answer is not None
    assert answer.choice.turn == 7
    assert answer.choice.WhichOneof("chosen") == "index"
    assert answer.choice.index == 0
    assert session.receive(pb.RefereeMessage(over=pb.Over(scores=[-1, -2, -3]))) is None
    assert session.receive(pb.RefereeMessage(goodbye=pb.Goodbye())) is None
    assert session.receive(pb.RefereeMessage()) is None


def test_a_bot_says_as_it_joins_whether_it_wants_to_hear_of_events() -> None:
    bot = Listening()
    assert not Session(bot).join().join.events
    bot.wants_events = True
    assert Session(bot).join().join.events


def test_a_bot_is_told_everything_in_order_and_its_luck_comes_from_the_referee() -> None:
    bot = Listening()
    session = Session(bot)
    for message in (start(), turn_message(1), start(1), start(2, b"t" * 16)):
        session.receive(message)
    first, _, again, other = bot.heard
    assert first.split()[2] == again.split()[2] != other.split()[2]


def test_what_is_drawn_for_one_answer_changes_nothing_for_the_next() -> None:
    """Each bot draws this many numbers for its first answer, and one for its second."""

    class Drawing(Bot):
        def __init__(self, many: int) -> None:
            self.many = many
            self.drawn: list[float] = []

        def choose(self, turn: Turn):  # type: ignore[no-untyped-def]
            self.drawn = [self.rng.random() for _ in range(self.many)]
            self.many = 1
            return turn.legal[0]

    last = []
    for many in (0, 1, 5):
        bot = Drawing(many)
        session = Session(bot)
        for message in (start(), turn_message(7), turn_message(many)):
            first = bot.drawn
            session.receive(message)
        last.append(bot.drawn)
        assert bot.drawn != first[:1]
    assert last[0] == last[1] == last[2]


def test_a_turn_offers_the_view_the_moves_the_time_and_an_imagined_game() -> None:
    turn: Turn = Turn(GAME, turn_message(1).turn)
    assert list(turn.legal) == list(STATE.legal(0))
    assert list(turn.view.hand) == [move.number for move in STATE.legal(0)]
    assert turn.time_left == 1.5
    imagined = turn.imagine(Random(1))
    assert GAME.view(imagined, 0) == turn.view
    assert imagined.legal(1) != turn.imagine(Random(2)).legal(1)


def test_a_bot_that_returns_no_move_is_told_so() -> None:
    class Wrong(Listening):
        def choose(self, turn: Turn):  # type: ignore[no-untyped-def]
            return 14

    session = Session(Wrong())
    session.receive(start())
    with pytest.raises(TypeError, match=r"one of turn\.legal"):
        session.receive(turn_message(1))


def answer_with(choose: Callable[[Turn], object]) -> pb.Choice:
    class Choosing(Listening):
        def choose(self, turn: Turn):  # type: ignore[no-untyped-def]
            return choose(turn)

    session = Session(Choosing())
    session.receive(start())
    answer = session.receive(turn_message(1))
    assert answer is not None
    return answer.choice


def test_a_legal_move_is_answered_by_its_index_whoever_made_it() -> None:
    assert answer_with(lambda turn: turn.legal[-1]).index == len(STATE.legal(0)) - 1
    third = STATE.legal(0)[2]
    assert answer_with(lambda _: Move("card", third.number)).index == 2


def test_a_move_that_is_not_legal_is_answered_by_itself_so_that_the_verdict_can_name_it() -> None:
    answer = answer_with(lambda _: Move("card", 104))
    assert answer.WhichOneof("chosen") == "move"
    assert answer.move.six_nimmt.card == 104


def test_the_legal_moves_cannot_be_changed_so_that_an_index_means_what_was_sent() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        answer_with(lambda turn: Random(1).shuffle(turn.legal))  # type: ignore[arg-type]


def test_a_script_can_be_loaded_without_a_referee(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "from arena_sdk import Bot, run\n"
        "class Mine(Bot):\n    def choose(self, turn): ...\n"
        "run(Mine)"
    )
    assert type(load(script)).__name__ == "Mine"
    script.write_text("print('no bot here')")
    with pytest.raises(RuntimeError, match="does not call"):
        load(script)


@pytest.mark.usefixtures("processes")
def test_a_bot_started_by_hand_says_what_to_do_instead() -> None:
    sample = Path(__file__).parents[2] / "sample_bots/random/bot.py"
    done = subprocess.run([sys.executable, sample], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "arena play six_nimmt" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("processes")
def test_importing_the_sdk_loads_no_grpc_and_no_game() -> None:
    code = (
        "import arena_sdk, sys;"
        "print([m for m in sys.modules if m == 'grpc' or m.startswith('arena.games.six')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def write_two_files(folder: Path, says: str) -> Path:
    """Write a bot that says, at any time, what its helper says."""
    (folder / "parts").mkdir(parents=True)
    (folder / "strategy.py").write_text(f"SAYS = '{says}'\nimport parts.late\n")
    (folder / "parts" / "late.py").write_text(f"SAYS = 'late {says}'\n")
    script = folder / "bot.py"
    script.write_text(
        "from arena_sdk import Bot, run\nimport strategy\n"
        "class Mine(Bot):\n    def choose(self, turn):\n"
        "        from strategy import SAYS\n        from parts import late\n"
        "        return (SAYS, strategy.SAYS, late.SAYS, strategy)\n"
        "run(Mine)\n"
    )
    return script


def test_two_bots_in_one_process_have_their_own_helpers_and_one_loaded_again_has_new_ones(
    tmp_path: Path,
) -> None:
    scripts = [Script(write_two_files(tmp_path / says, says)) for says in ("one", "two")]
    scripts.append(Script(tmp_path / "one" / "bot.py"))
    bots = [script.load() for script in scripts]
    told: list[Any] = []
    for script, bot in [*zip(scripts, bots, strict=True)] * 2:
        with script.imports():
            told.append(bot.choose(Turn(GAME, pb.Turn())))
    assert [one[:3] for one in told[:3]] == [
        ("one", "one", "late one"),
        ("two", "two", "late two"),
        ("one", "one", "late one"),
    ]
    assert [one[3] for one in told[:3]] == [one[3] for one in told[3:]]
    assert told[0][3] is not told[2][3]
    assert not {"strategy", "parts", "parts.late"} & {*sys.modules}
    assert not any(str(tmp_path) in place for place in sys.path)


def test_a_bot_whose_answer_is_no_move_ends_with_that_sentence_alone(
    arena: Run, tmp_path: Path
) -> None:
    words = ["--games=2", "--option=limit=none", "--option=rounds=1", "--box=process"]
    folder = BadBot("", "", choosing("return 3")).write(tmp_path / "bot")
    shown = arena("play", "six_nimmt", "random", str(folder), *words, check=1).stdout
    assert "  | choose() returned 3; it has to return one of turn.legal\n" in shown
    assert "Traceback" not in shown


@pytest.mark.usefixtures("processes")
def test_a_bot_that_reaches_no_referee_says_so_in_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, SAMPLES / "first" / "bot.py"],
        capture_output=True,
        text=True,
        check=False,
        env={"ARENA_SOCKET": f"unix:{tmp_path}/referee.sock"},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("the stream to the referee has ended: ")
    assert done.stderr.count("\n") == 1


def test_run_takes_a_bot_that_is_made_already(tmp_path: Path) -> None:
    source = choosing("return turn.legal[0]")
    script = tmp_path / "bot.py"
    made = re.sub(r"run\((\w+)\)", r"run(\1())", source)
    assert made != source
    script.write_text(made)
    assert isinstance(load(script), Bot)
