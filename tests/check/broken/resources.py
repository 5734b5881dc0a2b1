"""Bots that are refused for what they use: time, memory, processes, log."""

from tests.check.broken.bot import WALLS, BrokenBot, doing, playing

BURN = "end = time.process_time() + 30\nwhile time.process_time() < end: pass"

RESOURCES = {
    "that_sleeps": BrokenBot(
        "tonton: questions", "no answer within", doing("time.sleep(600)"), playing("tonton")
    ),
    "that_answers_late": BrokenBot(
        "tonton: questions",
        "no answer within",
        doing("if self.asked == 5: time.sleep(8)"),
        playing("tonton"),
    ),
    "that_thinks_too_long_in_a_rare_view": BrokenBot(
        "tonton: seats",
        "of cpu time",
        doing(
            "if turn.view.teams and len(turn.legal) == 1:\n"
            + "".join(f"    {line}\n" for line in BURN.splitlines())
        ),
        playing("tonton"),
    ),
    "that_leaks_memory": BrokenBot(
        "tonton: seats",
        "out_of_memory",
        doing("HEAP.append(b'x' * 8 * 1024**2)", "HEAP = []"),
        playing("tonton"),
        WALLS,
    ),
    "that_starts_many_processes": BrokenBot(
        "tonton: questions",
        "BlockingIOError",
        doing("for _ in range(40): os.fork() or time.sleep(60)", "import os"),
        playing("tonton"),
        WALLS,
    ),
    "that_floods_its_log": BrokenBot(
        "log", "KiB", doing("print('thinking ' * 1000)"), playing("tonton")
    ),
}
