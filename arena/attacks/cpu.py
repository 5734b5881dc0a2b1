"""Attacks that spend time: computing before, in and between moves, or not computing at all."""

from typing import Final

from arena.attacks.attack import DEAR, Attack, bot, client
from arena.attacks.tools import tooled

CPU: Final = {
    "cpu_before_join": Attack(
        "computes for ever before it joins",
        client("while True: pass"),
        ("no_start",),
        "no Join within",
    ),
    "cpu_in_a_move": Attack(
        "computes for ever about a move",
        tooled("def attack(turn): burn()"),
        ("timeout",),
    ),
    "cpu_of_many_in_a_move": Attack(
        "lets eight processes compute for ever about a move, and waits for them",
        tooled("def attack(turn): [os.waitpid(pid, 0) for pid in [child(burn) for _ in range(8)]]"),
        ("timeout",),
    ),
    "cpu_between_moves": Attack(
        "computes in a thread all the time",
        tooled("def attack(turn): threading.Thread(target=burn, daemon=True).start()"),
    ),
    "cpu_of_a_child_between_moves": Attack(
        "computes in a child all the time",
        tooled("def attack(turn): child(burn)"),
    ),
    "cpu_of_children_nobody_waits_for": Attack(
        "has children compute one after the other and ignores their ends, to be charged for none",
        tooled("""
def think():
    end = time.thread_time() + 0.2
    while time.thread_time() < end:
        pass

def attack(turn):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # More than it has, and less than would be too late by the wall clock.
    for _ in range(6):
        pid = child(think)
        try:
            os.waitpid(pid, 0)
        except ChildProcessError:
            pass
"""),
        ("timeout",),
        under_gvisor=DEAR,
    ),
    "queue_of_its_own_making": Attack(
        "has children wait for each other on one processor, so that the machine looks too busy",
        tooled("""
def step():
    os.sched_setaffinity(0, {0})
    while True:
        time.sleep(0.1 - time.monotonic() % 0.1)
        for _ in range(60000):
            pass

def attack(turn):
    for _ in range(20):
        child(step)
    time.sleep(600)
"""),
        ("timeout",),
        under_gvisor=DEAR,
    ),
    "sleep": Attack(
        "sleeps for ever",
        bot("def attack(turn): time.sleep(600)"),
        ("timeout",),
    ),
    "sleep_at_every_question": Attack(
        "sleeps at every question for nearly as long as it may, so that the match does not end",
        client("""
connect()
join()
while True:
    turn = wait_turn()
    time.sleep(max(0, 3 * (turn.time_left_us / 1e6 - 0.02)))
    answer(turn)
    if turn.HasField("last_wall_us") and turn.time_left_us > 300000:
        escaped("slept for nothing")
"""),
        ("ok", "timeout"),
        games=("six_nimmt",),
    ),
    "sleep_in_small_pieces": Attack(
        "spends its clock, and then sleeps and wakes without end, so that it looks kept from a CPU",
        tooled("""
def attack(turn):
    end = time.thread_time() + turn.time_left * 0.8
    while time.thread_time() < end:
        pass
    while True:
        time.sleep(0.000001)
"""),
        ("timeout",),
    ),
}
