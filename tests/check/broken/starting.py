"""Bots that are refused before they have played."""

from tests.bots.writing import JOIN, RAW
from tests.check.broken.bot import TOML, WALLS, BrokenBot, doing, playing

GOOD = doing("pass")
SIX = playing("six_nimmt")

STARTING = {
    "without_bot_toml": BrokenBot("files", "There is no bot.toml", GOOD, toml=None),
    "with_a_bot_toml_that_is_none": BrokenBot("files", "not valid TOML", GOOD, toml="name ="),
    "with_an_unknown_key": BrokenBot("files", "unknown key 'colour'", GOOD, SIX + "colour = 1"),
    "with_a_name_that_is_no_text": BrokenBot("files", "name is wrong", GOOD, toml="name = 3"),
    "that_plays_chess": BrokenBot(
        "files", "There is no game 'chess'; the games are", GOOD, TOML.format(game="chess")
    ),
    "that_is_too_big": BrokenBot("files", "over 16 MB", "#" * (17 * 1024**2)),
    "with_a_program_that_is_not_there": BrokenBot(
        "start-up", "'no-such-program' cannot be run", GOOD, SIX + 'command = "no-such-program"'
    ),
    "without_bot_py": BrokenBot("start-up", "No such file"),
    "with_a_syntax_error": BrokenBot("start-up", "SyntaxError", "def choose(self, turn) return"),
    "that_needs_a_module_that_is_not_there": BrokenBot(
        "start-up", "No module named 'torch_of_mine'", "import torch_of_mine"
    ),
    "that_takes_another_name_from_the_sdk": BrokenBot(
        "start-up", "cannot import name 'Robot'", "from arena_sdk import Robot"
    ),
    "that_does_not_call_run": BrokenBot(
        "start-up",
        "before its Join; a Python bot ends with run(MyBot)",
        GOOD.replace("run(Broken)", ""),
    ),
    "that_exits_at_once": BrokenBot("start-up", "exit code 3", "raise SystemExit(3)"),
    "that_never_joins": BrokenBot("start-up", "no Join within", "import time; time.sleep(600)"),
    "that_starts_slowly": BrokenBot(
        "start-up", "no Join within", f"import time; time.sleep(6)\n{GOOD}"
    ),
    "that_speaks_another_revision": BrokenBot(
        "start-up", "revision was 7", RAW + "say(pb.BotMessage(join=pb.Join(revision=7))); hear()"
    ),
    "that_needs_the_network": BrokenBot(
        "start-up",
        "Operation not permitted",
        f"import socket\nsocket.create_connection(('192.0.2.1', 80), 5)\n{GOOD}",
        boxes=WALLS,
    ),
    "that_writes_elsewhere": BrokenBot(
        "start-up", "Read-only", f"open('/opt/model.bin', 'w')\n{GOOD}", boxes=WALLS
    ),
    "that_writes_to_its_folder": BrokenBot(
        "start-up", "Read-only file system", f"open('started', 'x')\n{GOOD}", boxes=WALLS
    ),
    "that_starts_only_once_in_a_folder": BrokenBot(
        "restart", "FileExistsError", f"open('started', 'x')\n{GOOD}", boxes=("process",)
    ),
    "that_says_nothing_after_its_join": BrokenBot(
        "six_nimmt: questions", "exit code 0", RAW + JOIN + "hear()"
    ),
}
