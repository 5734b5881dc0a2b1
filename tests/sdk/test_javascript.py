"""The SDK for JavaScript: bots hear what the referee said, and what they do wrong is told."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from google.protobuf.json_format import MessageToDict

from arena.games import find_game
from arena.languages.javascript import sdk_folder
from arena.match.clock import Clock, read_spent
from arena.match.index import read_questions
from arena.match.record import read_record
from arena.match.replay import open_replays
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from tests.bots.writing import write_bot
from tests.boxes.tables import Seat, play_all
from tests.programs import SEED, Run

HERE: Final = Path(__file__).parent / "javascript"
PAGE: Final = (Path(__file__).parents[2] / "docs" / "javascript.md").read_text()
ONE_GAME: Final = ("--games=1", "--box=process", f"--seed={SEED}")
RESOLVE: Final = sdk_folder() / "dist" / "resolve.js"

pytestmark = pytest.mark.usefixtures("node")

BOT = """
import { appendFileSync } from "node:fs";
import { Bot, run } from "arena-sdk";
function note(what) { appendFileSync("heard", JSON.stringify(what) + "\\n"); }
class Noting extends Bot {
  start(start) { note({ start }); }
  async choose(turn) {
    note({ view: turn.view, legal: turn.legal, left: turn.timeLeft });
    const move = this.rng.choice(turn.legal);
    // By itself or by its place, the answer is the same.
    return this.rng.below(2) ? move : JSON.parse(JSON.stringify(move));
  }
  over(over) { note({ over }); }
}
run(Noting);
"""
WRONG_BOT = """
import {{ Bot, run }} from "arena-sdk";
class Wrong extends Bot {{
  choose(turn) {{
    {body}
  }}
}}
run(Wrong);
"""
DRAWING_BOT = """
import {{ appendFileSync }} from "node:fs";
import {{ Bot, run }} from "arena-sdk";
class Drawing extends Bot {{
  choose(turn) {{
    const drawn = Array.from({{ length: {draws} }}, () => this.rng.random());
    appendFileSync("heard", drawn[0] + "\\n");
    return turn.legal[0];
  }}
}}
run(Drawing);
"""
GAMES_BOT = """
import {{ appendFileSync }} from "node:fs";
import {{ Bot, run }} from "arena-sdk";
class Drawing extends Bot {{
  games = 0;
  start(start) {{ this.games += 1; }}
  choose(turn) {{
    appendFileSync("heard", JSON.stringify([this.games, this.rng.random()]) + "\\n");
    return turn.legal.at(this.games === 1 ? {place} : 0);
  }}
}}
run(Drawing);
"""
# The games with the options that add to what is said.
KINDS = {
    "six_nimmt": ["variant=base", "variant=logic", "variant=professional"],
    "big_fish": ["licences=false", "licences=true"],
    "tonton": ["missions=advanced", "teams=true"],
    "goat_n_goat": ["exhaustion=cannot_draw"],
}
# What choose() does, its verdict, and what the sentence or the log say.
WRONG = {
    "throws": ("return turn.plan.move", "crashed", "bot.mjs:5"),
    "rejects its promise": (
        "return new Promise((_, no) => setTimeout(() => no(new Error('no plan')), 1))",
        "crashed",
        "Error: no plan",
    ),
    "returns nothing": ("", "crashed", "choose() returned undefined; it has to return one of"),
    "returns a number": ("return 14", "crashed", "choose() returned 14;"),
    "returns what cannot be sent": (
        "return { card: 'x' }",
        "crashed",
        "choose() returned { card: 'x' };",
    ),
    "makes a move that is not legal": ("return { row: 1 }", "illegal", "row 1 is not possible"),
}


def write_noting(folder: Path, source: str) -> Path:
    toml = 'name = "noting"\nlanguage = "javascript"\n'
    # What it notes is found there, where it was written; it plays from a copy.
    noting = source.replace('"heard"', json.dumps(str(folder / "heard")))
    return write_bot(folder, noting, toml, program="bot.mjs")


def play(run: Run, folder: Path, *words: str | Path) -> rec.Record:
    run("play", *words, *ONE_GAME, "--logs=logs")
    (record,) = folder.glob("records/*")
    return read_record(record)


def run_node(*words: str | Path, folder: Path = HERE) -> "subprocess.CompletedProcess[str]":
    """Run node where it finds the SDK."""
    command = ["node", "--import", str(RESOLVE), *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def plain(message: Any) -> Any:
    """Return the one thing that is set in a View or a Move, as a bot in JavaScript has it."""
    (said,) = MessageToDict(message, always_print_fields_with_no_presence=True).values()
    return said


@pytest.mark.parametrize(
    ("game", "option"), [(game, option) for game in KINDS for option in KINDS[game]]
)
def test_a_bot_hears_all_that_the_referee_says(
    arena: Run, tmp_path: Path, game: str, option: str
) -> None:
    bot = write_noting(tmp_path / "noting", BOT)
    short = [f"--option={name}={text}" for name, text in find_game(game).short.items()]
    others = ["random"] * (3 if option == "teams=true" else 2)
    record = play(arena, tmp_path, game, bot, *others, f"--option={option}", *short)
    assert not record.games[0].forfeits
    (replay,) = open_replays(record)
    start, *turns, over = map(json.loads, (bot / "heard").read_text().splitlines())
    assert start["start"]["game"] == game
    assert option in {f"{name}={value}" for name, value in start["start"]["options"].items()}
    asked = [question.turn for question in read_questions(replay, "noting")]
    assert len(asked) >= 5
    assert [one["view"] for one in turns] == [plain(turn.view) for turn in asked]
    assert [one["legal"] for one in turns] == [[*map(plain, turn.legal)] for turn in asked]
    clock, left = Clock(replay.plan.control(0)), []
    for question in read_questions(replay, "noting"):
        left.append(clock.left)
        clock.spend(read_spent(question.answer))
    assert [one["left"] for one in turns] == pytest.approx(left, abs=1e-4)
    assert over["over"]["scores"] == list(record.games[0].scores)
    assert over["over"]["ranks"] == list(record.games[0].ranks)


def test_what_is_drawn_for_one_answer_changes_nothing_for_the_next(
    arena: Run, tmp_path: Path
) -> None:
    heard = []
    for draws in (1, 3):
        bot = write_noting(tmp_path / str(draws), DRAWING_BOT.format(draws=draws))
        arena("play", "goat_n_goat", bot, "first", *ONE_GAME)
        heard.append((bot / "heard").read_text())
    assert heard[0] == heard[1]
    assert len(set(heard[0].split())) > 10


def test_what_is_drawn_in_a_game_does_not_depend_on_how_long_the_one_before_was(
    arena: Run, tmp_path: Path
) -> None:
    drawn = []
    for place in (0, -1):
        bot = write_noting(tmp_path / str(place), GAMES_BOT.format(place=place))
        arena("play", "goat_n_goat", bot, "first", *ONE_GAME, "--games=2")
        heard = [json.loads(line) for line in (bot / "heard").read_text().splitlines()]
        drawn.append([[number for game, number in heard if game == one] for one in (1, 2)])
    (first, then), (other, same) = drawn
    assert len(first) != len(other)
    assert then
    assert then == same


@pytest.fixture(scope="module")
def seats(node: str, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Seat]:
    """Return where each bot that does something wrong sat in a game."""
    folder = tmp_path_factory.mktemp("wrong")
    return play_all(
        {
            name: write_noting(folder / str(number), WRONG_BOT.format(body=body))
            for number, (name, (body, _, _)) in enumerate(WRONG.items())
        }
    )


@pytest.mark.parametrize("name", WRONG)
def test_what_its_code_does_wrong_is_told(name: str, seats: Mapping[str, Seat]) -> None:
    _, verdict, says = WRONG[name]
    forfeit = seats[name].forfeit
    assert str(read_verdict(forfeit.verdict)) == verdict, forfeit.detail
    assert says in forfeit.detail + forfeit.log_tail
    # The SDK is one file of long lines, and the log is for the author's.
    assert len(forfeit.log_tail) < 2500


def test_a_bot_without_its_file_is_told_which(arena: Run, tmp_path: Path) -> None:
    bot = write_noting(tmp_path / "noting", BOT)
    (bot / "bot.mjs").rename(bot / "bot.js")
    assert "bot.mjs" in arena("check", bot, "--box=process", check=1).stdout


def test_a_bot_started_by_hand_says_what_to_do_instead(tmp_path: Path) -> None:
    bot = write_noting(tmp_path / "noting", BOT) / "bot.mjs"
    done = run_node(bot)
    assert done.returncode == 1
    assert done.stderr == (
        f"A referee has to start this bot. Try: arena play six_nimmt {bot.parent} random\n"
    )


def test_the_sdk_passes_its_own_tests() -> None:
    done = run_node("--test", *HERE.glob("*.test.mjs"))
    assert done.returncode == 0, done.stdout
    assert "# pass 0" not in done.stdout


@pytest.mark.parametrize("game", [(), ("--game", "tonton")])
def test_a_new_bot_passes_the_test_that_it_comes_with(
    arena: Run, tmp_path: Path, game: tuple[str, ...]
) -> None:
    arena("new", "mine", "--language", "javascript", *game)
    (line,) = re.findall(r"^node .*", (tmp_path / "mine" / "README.md").read_text(), re.MULTILINE)
    done = subprocess.run(
        shlex.split(line), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "# pass 1" in done.stdout
    played = json.loads((tmp_path / "mine" / "turn.json").read_text())["game"]
    assert played == ("tonton" if game else "six_nimmt")
    assert ('Turn<"tonton">' if game else "{Turn}") in (tmp_path / "mine" / "bot.mjs").read_text()


def test_a_bot_may_bring_the_sdk_along(arena: Run, tmp_path: Path) -> None:
    bot = write_noting(tmp_path / "noting", BOT)
    own = bot / "node_modules" / "arena-sdk"
    shutil.copytree(sdk_folder() / "dist", own / "dist")
    shutil.copy(sdk_folder() / "package.json", own)
    with (own / "dist" / "index.js").open("a") as program:
        program.write("console.log('its own');\n")
    record = play(arena, tmp_path, "tonton", bot, "first", "random")
    assert not record.games[0].forfeits
    assert "its own" in (tmp_path / "logs" / "noting.log").read_text()


def test_the_bot_and_the_test_of_the_page_work(arena: Run, tmp_path: Path) -> None:
    bot, test = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
    assert len(bot.splitlines()) <= 20
    folder = write_noting(tmp_path / "noting", bot)
    record = play(arena, tmp_path, "six_nimmt", folder, "first")
    assert not record.games[0].forfeits
    asked = arena("replay", "records", "--game=1", "--bot=noting", "--view=3", "--json")
    (folder / "turn.json").write_text(asked.stdout)
    (folder / "page.test.mjs").write_text(test)
    done = run_node("--test", "page.test.mjs", folder=folder)
    assert "# pass 1" in done.stdout, done.stdout
