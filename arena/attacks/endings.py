"""Attacks on how a bot's end is judged: what it does to its own process, and what it leaves."""

from typing import Final

from arena.attacks.attack import DEAR, Attack, bot, client
from arena.attacks.tools import tooled


def _exits(code: int, what: str) -> Attack:
    return Attack(
        f"exits with {code}, {what}",
        bot(f"def attack(turn): os._exit({code})"),
        ("crashed",),
        f"exit code {code} ",
    )


# Between the SDK and the referee: passes everything on until `cut` is set, and then half of what
# comes next.
PROXY: Final = """\
def relay(source, target, outward):
    while data := source.recv(65536):
        if outward and cut.is_set():
            target.sendall(data[: len(data) // 2])
            os._exit(0)
        target.sendall(data)

def serve():
    near, _ = door.accept()
    far = socket.socket(socket.AF_UNIX)
    far.connect(address.removeprefix("unix:"))
    threading.Thread(target=relay, args=(near, far, True), daemon=True).start()
    relay(far, near, False)

address, os.environ["ARENA_SOCKET"] = os.environ["ARENA_SOCKET"], "unix:/tmp/door"
cut = threading.Event()
door = socket.socket(socket.AF_UNIX)
door.bind("/tmp/door")
door.listen()
threading.Thread(target=serve, daemon=True).start()

def attack(turn): cut.set()
"""

EXITS: Final = {
    "exit_0": _exits(0, "as if all were well"),
    "exit_1": _exits(1, "as a Python program does"),
    "exit_137": _exits(137, "which is what an engine says of a killed container"),
    "exit_139": _exits(139, "which is what an engine says of a segmentation fault"),
    "exit_255": _exits(255, "the greatest code"),
    "exit_137_at_once": Attack(
        "exits with 137 before it joins",
        client("os._exit(137)"),
        ("no_start",),
        "exit code 137 ",
    ),
    "exit_of_the_thread": Attack(
        "ends its main thread, and sleeps in another one",
        tooled("""
def attack(turn):
    threading.Thread(target=time.sleep, args=(600,)).start()
    ctypes.CDLL(None).pthread_exit(None)
"""),
        ("timeout",),
    ),
}

SIGNALS: Final = {
    "segfault": Attack(
        "reads what is not there",
        tooled("def attack(turn): ctypes.string_at(0)"),
        ("crashed",),
        "signal 11 ",
    ),
    "abort": Attack("aborts", bot("def attack(turn): os.abort()"), ("crashed",), "signal 6 "),
    "signal_9": Attack(
        "kills itself as the kernel does when memory is short",
        bot("def attack(turn): os.kill(os.getpid(), 9)"),
        ("crashed",),
        "signal 9 ",
    ),
    "stops_itself": Attack(
        "stops itself, so that nothing moves and nothing ends",
        tooled("def attack(turn): os.kill(os.getpid(), signal.SIGSTOP)"),
        ("timeout",),
    ),
    "ignores_signals": Attack(
        "ignores every signal that can be ignored, and sleeps",
        tooled("""
def attack(turn):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)
"""),
        ("timeout",),
    ),
}

LEFT_BEHIND: Final = {
    "another_program": Attack(
        "becomes another program in mid-game, which ends by itself",
        tooled("""
def attack(turn): os.execv(sys.executable, [sys.executable, "-c", "import os; os._exit(5)"])
"""),
        ("crashed",),
        "exit code 5 ",
    ),
    "forged_report": Attack(
        "prints what its supervisor would say of another end than its own",
        tooled("""
def attack(turn):
    report = '{"exit": {"code": 0, "signal": 0, "out_of_memory": true, "error": ""}}'
    for line in (report, '{"drained": 1}', '{"pid": 1}', '{"log": 5}'):
        os.write(1, b"\\n" + line.encode() + b"\\n")
        os.write(2, b"\\n" + line.encode() + b"\\n")
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3 ",
    ),
    "stays_after_goodbye": Attack(
        "does not end after the last game, computes, and leaves children that ignore all signals",
        client("""
import signal
def stay():
    os.setsid()
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
connect(); join()
while (message := hear()).WhichOneof("message") != "goodbye":
    if message.WhichOneof("message") == "turn":
        answer(message.turn)
for _ in range(5):
    os.fork() or stay()
for _ in range(1000):
    say(pb.BotMessage(choice=pb.Choice(turn=1)))
stay()
"""),
    ),
    "half_a_frame": Attack(
        "ends in the middle of the frame of its answer",
        tooled(PROXY),
        ("crashed",),
        "exit code 0 ",
    ),
    "half_a_greeting": Attack(
        "ends in the middle of HTTP/2's greeting",
        client("""
port = socket.socket(socket.AF_UNIX)
port.connect(PATH)
port.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\x06\\x04")
os._exit(5)
"""),
        ("no_start",),
        "exit code 5 ",
    ),
    "leaves_children": Attack(
        "ends before twenty children, each in a session of its own, that hold its stream",
        tooled("""
def stay():
    os.setsid()
    time.sleep(600)

def attack(turn):
    for _ in range(20):
        child(stay)
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3 ",
        under_gvisor=DEAR,
    ),
    "leaves_burning_children": Attack(
        "ends before twenty children that leave no CPU to whoever has to report it",
        tooled("""
def attack(turn):
    for _ in range(20):
        child(burn)
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3 ",
        under_gvisor=DEAR,
    ),
    "leaves_a_chain": Attack(
        "ends before children that fork and end at once, again and again, to be hard to kill",
        tooled("""
def chain():
    while True:
        if os.fork():
            os._exit(0)

def attack(turn):
    for _ in range(4):
        child(chain)
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3 ",
        under_gvisor=DEAR,
    ),
    "leaves_a_starved_supervisor": Attack(
        "puts whoever reports on it last on one processor, and ends before children that fill it",
        tooled("""
def hold():
    os.sched_setaffinity(0, {0})
    burn()

def attack(turn):
    try:
        os.setpriority(os.PRIO_PROCESS, 1, 19)
        os.sched_setaffinity(1, {0})
    except OSError:
        pass
    for _ in range(20):
        child(hold)
    time.sleep(0.2)
    os._exit(3)
"""),
        ("crashed",),
        "exit code 3 ",
        under_gvisor=DEAR,
    ),
    "memory_in_a_child_then_exit": Attack(
        "lets a child take all the memory, and ends for that reason with a code of its own",
        tooled("""
def attack(turn):
    os.waitpid(child(lambda: bytearray(b"x") * 512 * 1024**2), 0)
    os._exit(3)
"""),
        ("out_of_memory",),
        "more memory",
    ),
}

ENDINGS: Final = {**EXITS, **SIGNALS, **LEFT_BEHIND}
