"""The tables of limits in the documents, made of what the program holds bots to."""

from dataclasses import dataclass
from typing import Final

from arena_sdk.bridge import MOST_BYTES

from arena.bots.archive import MAX_ARCHIVE_BYTES, MAX_FILES, MAX_NAME_BYTES
from arena.bots.folder import MAX_BYTES, MAX_FILE_BYTES
from arena.bots.intake import MAX_DEPTH
from arena.bots.manifest import MAX_MANIFEST_BYTES
from arena.bots.parameters import MAX_PARAMETERS
from arena.boxes.connection.grpc_connection import GOODBYE_LIMIT, MAX_RECEIVE
from arena.boxes.kinds.build import BUILD_SECONDS
from arena.boxes.kinds.container import CPUS
from arena.boxes.supervision.supervisor import LOG_BYTES, TAIL_BYTES
from arena.check.limits import LIBRARIES
from arena.containers.runtime import GVISOR, USUAL
from arena.games.contract import LARGEST_TURN
from arena.match.clock import GRACE, WALL_FACTOR, TimeControl
from arena.match.connection import REVISION
from arena.match.match import MAX_FORFEITS
from arena.match.plan import MAX_GAMES, SEED_BYTES

_MB: Final = 1024**2
_KB: Final = 1024
_CONTROL: Final = TimeControl()
_NO_LIMIT: Final = "your machine's"
_LOG: Final = f"the first {LOG_BYTES // _KB} KiB, the last {TAIL_BYTES // _KB} KiB"


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit, by the kind of box."""

    what: str
    container: str
    gvisor: str
    process: str


def _alike(what: str, limit: str) -> Limit:
    return Limit(what, limit, limit, limit)


def _walled(what: str, limit: str, process: str = _NO_LIMIT) -> Limit:
    return Limit(what, limit, limit, process)


IN_BOXES: Final = (
    Limit(
        "memory",
        f"{USUAL.memory // _MB} MB",
        f"{GVISOR.memory // _MB} MB, with its kernel's",
        _NO_LIMIT,
    ),
    _alike("CPUs", str(CPUS)),
    _alike("who else thinks on it meanwhile", "no other bot"),
    Limit(
        "processes and threads",
        str(USUAL.processes),
        f"{GVISOR.processes}, with its kernel's",
        _NO_LIMIT,
    ),
    _walled("open files, each process", str(USUAL.open_files)),
    _walled("places to write", f"`/tmp`: {USUAL.tmp_bytes // _MB} MB, {USUAL.tmp_files:,} files"),
    _walled("a file that it writes", f"{USUAL.file_bytes // _MB} MB"),
    _walled("programs that can be run", "the bot's files and the image; not `/tmp`"),
    _walled("network", "none"),
    Limit("what it reads of `/proc`", "nothing, from Linux 5.19 on", "its kernel's", _NO_LIMIT),
    _walled("while it is not asked", "frozen", "stopped by a signal"),
    _walled("interpreters", "Python, and what its language names; no shell"),
    _walled("libraries", LIBRARIES, "those of the arena's Python"),
    _alike("from its start to its Join", f"{_CONTROL.start:g} s (`--start-limit`)"),
    _alike("time for a game", f"{_CONTROL.bank:g} s of CPU time (`--clock`)"),
    _alike("and for every answer", f"{_CONTROL.increment:g} s more"),
    _alike("an answer in wall time", f"{WALL_FACTOR:g} times what is left"),
    _alike("what an answer costs", f"its CPU time, or 1/{WALL_FACTOR:g} of its wall time if more"),
    _alike(
        "a game, waiting for the bot",
        f"{_CONTROL.longest(0):g} s, and {_CONTROL.increment * WALL_FACTOR:g} s for every answer",
    ),
    _alike("after Goodbye", f"{GOODBYE_LIMIT:g} s"),
    _alike("a message to the referee", f"{MAX_RECEIVE // _KB} KiB"),
    _alike(
        "log, each start",
        _LOG,
    ),
)
"""What a bot has in its box."""

OF_FILES: Final = (
    ("files, and as many folders", f"{MAX_FILES:,}"),
    ("all of them", f"{MAX_BYTES // _MB} MB"),
    ("a file", f"{MAX_FILE_BYTES // _MB} MB"),
    ("`bot.toml`", f"{MAX_MANIFEST_BYTES // _KB} KB"),
    ("folders in folders", f"{MAX_DEPTH} levels"),
    ("a name", f"{MAX_NAME_BYTES} bytes"),
    ("an archive, packed", f"{MAX_ARCHIVE_BYTES // _MB} MB"),
)
"""What a bot that is handed in may consist of."""

OF_PROTOCOL: Final = (
    ("`Join.revision`", str(REVISION)),
    ("from the start of the program to its Join, in wall time", f"{_CONTROL.start:g} s"),
    ("a message of the bot", f"{MAX_RECEIVE:,} bytes"),
    ("a line of a bot that speaks stdio, without its end", f"{MOST_BYTES:,} bytes"),
    ("a Turn, all its legal moves included", f"{LARGEST_TURN:,} bytes"),
    ("the clock's bank, for a game", f"{_CONTROL.bank:g} s"),
    ("the clock's increment, for an answer", f"{_CONTROL.increment:g} s"),
    ("wall time of an answer, by what is left on a clock of CPU time", f"{WALL_FACTOR:g} times"),
    ("grace: so much later an answer is still in time", f"{GRACE * 1000:g} ms"),
    ("`Start.seed`", f"{SEED_BYTES} bytes"),
    ("parameters of a bot", str(MAX_PARAMETERS)),
    ("games of a match", f"1 to {MAX_GAMES:,}"),
    ("forfeits after which the bot sits out the match", str(MAX_FORFEITS)),
    ("from Goodbye to the end of the program", f"{GOODBYE_LIMIT:g} s"),
    ("the log of a start of the program", f"{LOG_BYTES:,} bytes, then the last {TAIL_BYTES:,}"),
)
"""What holds in the conversation with the referee, whatever the box."""


def write_build_table() -> str:
    """Return the table of a build box's limits in `docs/languages.md`."""
    room = USUAL.to_build()
    rows = (
        (f"CPU time, or 1/{WALL_FACTOR:g} of its wall time if more", *[f"{BUILD_SECONDS:g} s"] * 2),
        ("CPUs", str(CPUS), str(CPUS)),
        ("memory, files included", f"{room.memory // _MB:,} MB", _NO_LIMIT),
        ("processes and threads", str(room.processes), _NO_LIMIT),
        ("room for files", f"{room.tmp_bytes // _MB} MB", _NO_LIMIT),
        ("a file", f"{room.file_bytes // _MB} MB", _NO_LIMIT),
        ("network", "none", _NO_LIMIT),
        ("the compiler's output", *[_LOG] * 2),
    )
    head = ("| in a build box | container | process |", "| --- | --- | --- |")
    return "\n".join((*head, *(f"| {' | '.join(row)} |" for row in rows)))


def write_tables() -> str:
    """Return the tables of `docs/limits.md`."""
    boxes = [
        "| in its box | container | gVisor | process |",
        "| --- | --- | --- | --- |",
        *(f"| {one.what} | {one.container} | {one.gvisor} | {one.process} |" for one in IN_BOXES),
    ]
    files = [
        "| its files | at most |",
        "| --- | --- |",
        *(f"| {what} | {limit} |" for what, limit in OF_FILES),
    ]
    return "\n".join([*boxes, "", *files, ""])


def write_protocol_table() -> str:
    """Return the table of `docs/protocol.md`."""
    lines = (f"| {what} | {limit} |" for what, limit in OF_PROTOCOL)
    return "\n".join(["| what | number |", "| --- | --- |", *lines, ""])
