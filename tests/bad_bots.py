"""Bots that misbehave, each in one way, and the verdict that each must get."""

from dataclasses import dataclass
from pathlib import Path

from tests.bots.writing import JOIN, RAW, choosing

TOML = 'name = "bad"\n'


@dataclass(frozen=True)
class BadBot:
    """A bot's files, and what its forfeit must say."""

    verdict: str
    evidence: str
    source: str = ""
    toml: str = TOML

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True)
        if self.toml:
            (folder / "bot.toml").write_text(self.toml)
        # What it writes is found there, where it was written; it plays from a copy.
        source = self.source.replace("HERE", str(folder))
        (folder / "bot.py").write_text(source)
        return folder


BAD_BOTS = {
    "without_manifest": BadBot("no_start", "There is no bot.toml", toml=""),
    "with_broken_manifest": BadBot("no_start", "not valid TOML", toml="name = "),
    "with_an_unknown_key": BadBot("no_start", "unknown key 'colour'", toml=TOML + 'colour = "red"'),
    "with_a_wrong_type": BadBot("no_start", "expected command", toml=TOML + "command = 3"),
    "with_a_command_that_no_program_can_be_given": BadBot(
        "no_start", "expected command", toml=TOML + 'command = ["python3", "\\u0000"]'
    ),
    "with_no_such_command": BadBot(
        "no_start", "'no-such-program' cannot be run", toml=TOML + 'command = "no-such-program"'
    ),
    "that_exits_at_once": BadBot(
        "no_start", "exit code 3", "import sys; print('good', 'bye'); sys.exit(3)"
    ),
    "with_a_syntax_error": BadBot("no_start", "exit code 1", "this is no Python"),
    "that_joins_with_a_wrong_revision": BadBot(
        "protocol", "revision was 7", RAW + "say(pb.BotMessage(join=pb.Join(revision=7))); hear()"
    ),
    "that_begins_with_a_choice": BadBot(
        "protocol", "no Join", RAW + "say(pb.BotMessage(choice=pb.Choice())); hear()"
    ),
    "that_answers_garbage": BadBot(
        "protocol", "no BotMessage", RAW + JOIN + "wait_turn(); say(b'\\xff\\xff garbage'); hear()"
    ),
    "that_answers_nothing_known": BadBot(
        "protocol", "with no Choice", RAW + JOIN + "wait_turn(); say(pb.BotMessage()); hear()"
    ),
    "that_answers_the_wrong_turn": BadBot(
        "protocol",
        "for turn 99",
        RAW + JOIN + "turn = wait_turn()\n"
        "say(pb.BotMessage(choice=pb.Choice(turn=99, move=turn.legal[0]))); hear()",
    ),
    "that_answers_twice": BadBot(
        "protocol",
        "was answered with a Choice for turn",
        RAW + JOIN + "turn = wait_turn()\n"
        "choice = pb.Choice(turn=turn.number, move=turn.legal[0])\n"
        "for _ in range(2): say(pb.BotMessage(choice=choice))\n"
        "hear(); hear()",
    ),
    "that_sends_a_long_message": BadBot(
        "flooded",
        "1000000 bytes at once; 16384 are the most",
        RAW + JOIN + "wait_turn(); say(b'x' * 10**6); time.sleep(60)",
    ),
    "that_sends_a_huge_message": BadBot(
        "protocol", "over 1 MiB", RAW + JOIN + "wait_turn(); say(b'x' * 10**7); time.sleep(60)"
    ),
    "that_joins_with_a_long_message": BadBot(
        "flooded", "20000 bytes at once", RAW + "say(b'x' * 20000); time.sleep(60)"
    ),
    "that_plays_a_card_it_does_not_hold": BadBot(
        "illegal",
        "possible is",
        "from arena_sdk.six_nimmt import Move\n"
        + choosing(
            'return Move("card", next(c for c in range(1, 105) if c not in turn.view.hand))'
        ),
    ),
    "that_chooses_an_index_that_is_not_there": BadBot(
        "illegal",
        "10 is no index of Turn.legal, which has 0 to 9",
        RAW + JOIN + "turn = wait_turn()\n"
        "say(pb.BotMessage(choice=pb.Choice(turn=turn.number, index=10))); hear()",
    ),
    "that_chooses_no_move": BadBot(
        "illegal",
        "neither a move nor an index",
        RAW
        + JOIN
        + "turn = wait_turn(); say(pb.BotMessage(choice=pb.Choice(turn=turn.number))); hear()",
    ),
    "that_sleeps_forever": BadBot(
        "timeout", "no answer within", "import time\n" + choosing("time.sleep(600)")
    ),
    "that_never_joins": BadBot("no_start", "no Join within", "import time; time.sleep(600)"),
    "that_raises": BadBot("crashed", "exit code 1", choosing("raise RuntimeError('my own fault')")),
    "that_exits_with_zero": BadBot(
        "crashed", "exit code 0", "import os\n" + choosing("os._exit(0)")
    ),
    "that_kills_itself": BadBot(
        "crashed", "signal 9", "import os, signal\n" + choosing("os.kill(os.getpid(), 9)")
    ),
    "that_hangs_up": BadBot("crashed", "exit code 0", RAW + JOIN + "wait_turn(); channel.close()"),
}
