"""Attacks on what the machine has: processes, memory, disk, files, CPU, the log."""

from arena.attacks.attack import Attack, bot

RESOURCES = {
    "memory_at_once": Attack(
        "takes two gigabytes at once",
        bot("def attack(turn): bytearray(2 * 1024**3)"),
        ("out_of_memory",),
        "more memory",
    ),
    "sleep": Attack(
        "sleeps for ever",
        bot("def attack(turn): time.sleep(600)"),
        ("timeout",),
    ),
}
