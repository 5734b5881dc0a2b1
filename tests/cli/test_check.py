"""What an author sees of a check."""

import json
import re
import shlex
from pathlib import Path

import pytest

from arena.containers.image import Image
from tests.bots.writing import choosing, write_bot
from tests.check.broken import BROKEN, SEED
from tests.programs import Run

PROCESS = "--box=process"


def test_a_refused_bot_is_told_what_was_sent_what_came_back_and_what_is_right(
    arena: Run, tmp_path: Path
) -> None:
    BROKEN["that_fails_at_seat_0"].write(tmp_path / "bad")
    shown = arena("check", "bad", PROCESS, "--seed", SEED.hex(), check=1).stdout
    assert " 4  passed   tonton: questions" in shown
    assert " 5  FAILED   tonton: seats" in shown
    assert " 6  not run  time" in shown
    assert "sent   Start of game 1: seat 0 of 3" in shown
    assert "legal: " in shown
    assert "back   the bot ended with exit code 1" in shown
    assert "AssertionError. tonton with 3 seats" in shown
    assert "right  The same without this error of Python's" in shown
    assert "log    | AssertionError" in shown
    refused, luck, advice = shown.splitlines()[-3:]
    assert luck == f"The same random seed: --seed {SEED.hex()}"
    assert refused == "broken is refused at step 5, tonton: seats."
    record, game = advice.split()[-3::2]
    assert "forfeit of seat 0: crashed" in arena("replay", record, "--game", game).stdout


def test_in_a_plain_process_it_ends_with_what_only_a_container_shows(
    arena: Run, image: Image, tmp_path: Path
) -> None:
    source = "import os\nif os.path.isdir('/bot'): raise SystemExit('walls')\n"
    toml = 'name = "mine"\ngames = ["goat_n_goat"]\n'
    write_bot(tmp_path / "mine", source + choosing("return turn.legal[0]"), toml)
    *_, passes, _, walls, advice = arena("check", "mine").stdout.splitlines()
    assert passes.startswith("mine passes all 8 steps")
    assert walls.startswith("Here a bot has no walls. Only a container shows what a bot does")
    assert "play goat_n_goat mine random" in advice
    command = shlex.split(walls.partition(" Try: ")[2])
    shown = arena(*command[1:], check=1).stdout
    assert shown.startswith("A bot has 256 MB of memory")
    assert "log    | walls" in shown
    assert "no walls" not in shown


def test_inline_a_bot_has_the_environment_and_is_asked_the_same(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_OF_A_MODEL", "secret")
    body = "import os; assert os.environ['KEY_OF_A_MODEL']; print('asked'); return turn.legal[0]"
    write_bot(tmp_path / "asking", choosing(body), 'name = "asking"')
    words = ("check", "asking", "--game=six_nimmt", "--seed", SEED.hex())
    *_, walls, advice = arena(*words, "--box=inline", "--logs=logs").stdout.splitlines()
    assert walls.startswith("Here a bot has no walls.")
    assert "play six_nimmt asking" in advice
    assert "asked" in (tmp_path / "logs" / "03" / "asking.log").read_text()
    shown = arena(*words, PROCESS, check=1).stdout
    assert "KeyError: 'KEY_OF_A_MODEL'" in shown


def test_a_program_that_is_no_script_is_not_checked_inline(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "lines", "", 'name = "lines"\nprotocol = "stdio"')
    shown = arena("check", "lines", "--box=inline", check=1).stdout
    assert "inline is for a Python script" in shown


def test_a_module_that_another_image_has_is_told_with_its_language(
    arena: Run, tmp_path: Path, image: Image
) -> None:
    write_bot(tmp_path / "bot", "import numpy")
    shown = arena("check", "bot", "--box=container", check=1).stdout
    assert 'right  numpy is in the image for language = "numpy"' in shown
    assert "arena check bot --box container --seed" in shown


def test_json_says_the_same_for_programs(arena: Run, tmp_path: Path) -> None:
    BROKEN["that_plays_chess"].write(tmp_path / "bad")
    done = arena("check", "bad", PROCESS, "--json", check=1)
    report = json.loads(done.stdout)
    assert not report["passed"]
    assert re.fullmatch("[0-9a-f]{32}", report["seed"])
    assert [step["outcome"] for step in report["steps"]][:2] == ["failed", "skipped"]
    assert "There is no game 'chess'" in report["steps"][0]["finding"]["sentence"]
    assert done.stderr == ""


def test_of_a_bot_that_speaks_json_it_tells_the_bridge_apart(arena: Run, tmp_path: Path) -> None:
    folder = tmp_path / "lines"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        'name = "lines"\nprotocol = "stdio"\ngames = ["goat_n_goat"]\n'
    )
    # It says itself what the bridge took, and thinks for 10 ms; the bridge takes 0.2 ms.
    (folder / "bot.py").write_text(
        "import json, sys, time\n"
        "print(json.dumps({'join': {'revision': 1}}))\n"
        "for line in sys.stdin:\n"
        "    if turn := json.loads(line).get('turn'):\n"
        "        end = time.thread_time() + 0.01\n"
        "        while time.thread_time() < end: pass\n"
        "        answer = {'turn': turn['number'], 'index': 0, 'relayUs': '123456789'}\n"
        "        print(json.dumps({'choice': answer}))\n"
    )
    report = json.loads(arena("check", "lines", PROCESS, "--json").stdout)
    (clock,) = (step["finding"] for step in report["steps"] if step["name"] == "time")
    assert 0 < clock["bridged"]["bridge"] < 5 < clock["bridged"]["program"]
    told = re.search(r"passes on its lines took ([\d.]+) ms", clock["sentence"])
    assert told
    assert float(told[1]) == pytest.approx(clock["bridged"]["bridge"], abs=0.01)


def test_a_game_that_is_named_is_checked_alone(arena: Run, tmp_path: Path) -> None:
    BROKEN["that_knows_one_game_and_names_two"].write(tmp_path / "bad")
    command = ("check", "bad", PROCESS, "--seed", SEED.hex())
    assert "refused at step 6, goat_n_goat: questions" in arena(*command, check=1).stdout
    alone = arena(*command, "--game", "goat_n_goat", check=1).stdout
    assert "refused at step 4, goat_n_goat: questions" in alone
    assert "tonton: " not in alone
    assert f"The same random seed: --game goat_n_goat --seed {SEED.hex()}" in alone
    mistake = arena(*command, "--game", "six_nimmt", check=2).stderr
    assert "It plays tonton, goat_n_goat, and not six_nimmt" in mistake
    assert "There is no game 'chess'" in arena(*command, "--game", "chess", check=2).stderr


def test_a_bot_that_is_not_there_is_a_mistake(arena: Run) -> None:
    assert "There is no bot 'nobody'" in arena("check", "nobody", check=2).stderr


def test_a_record_that_cannot_be_kept_is_a_mistake(arena: Run, tmp_path: Path) -> None:
    BROKEN["that_returns_none"].write(tmp_path / "bad")
    for place in ("bad/bot.py", "bad/bot.py/below", "/proc/records"):
        done = arena("check", "bad", PROCESS, f"--out={place}", check=2)
        assert done.stderr.startswith(f"No record can be kept in {place}: ")
        # Before the bot has played, so that nothing is lost.
        assert done.stdout == ""


def test_what_a_bot_writes_does_nothing_to_the_terminal(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "bot.toml").write_text('name = "bad"')
    (tmp_path / "bad" / "bot.py").write_text("print('\\x1b[2J' + '[bold]gone'); 1 / 0")
    shown = arena("check", "bad", PROCESS, check=1).stdout
    assert "\x1b" not in shown
    assert r"| \x1b[2J[bold]gone" in shown
    assert "bad is refused at step 2, start-up." in shown
    (tmp_path / "bad" / "bot.toml").write_text('name = "[red]bad"')
    shown = arena("check", "bad", PROCESS, check=1).stdout
    assert "bot.toml: '[red]bad' cannot be a bot's name; expected up to 40 letters" in shown


def test_a_seed_that_a_bot_could_guess_is_a_mistake(arena: Run) -> None:
    refused = arena("check", "first", "--seed=1", "--box=container", check=2).stderr
    assert "Expected 32 hexadecimal digits" in refused


def test_a_check_has_the_clock_of_a_match_and_keeps_what_every_start_has_printed(
    arena: Run, tmp_path: Path
) -> None:
    source = choosing("print('thought'); return turn.legal[0]")
    write_bot(tmp_path / "says", source, 'name = "says"')
    words = ["--clock-kind=wall", "--start-limit=20", "--logs=logs", "--game=tonton"]
    shown = arena("check", "says", PROCESS, *words).stdout
    assert "; 20 s it has." in shown
    assert "Its clock was of wall time; a ladder charges CPU time." in shown
    starts = sorted((tmp_path / "logs").iterdir())
    assert len(starts) > 3
    assert "thought" not in (starts[0] / "says.log").read_text()
    assert "thought" in (starts[2] / "says.log").read_text()
