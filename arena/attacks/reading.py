"""Reads a hostile file as a command does, in a process that may take only so much.

    python -m arena.attacks.reading READER PATH SCRATCH

It prints the sentence with which the file is refused and ends with 2, or ends with 0 if it could be
read. Anything else is a bug: what the file may take is bounded, beyond what the program has.
"""

import os
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.attacks.hostile_file import MOST_MEMORY, MOST_SECONDS
from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.boxes.leftovers import runtime_folder, sweep_folders
from arena.errors import Unavailable, UserError
from arena.match.index import describe_question, read_index, read_questions
from arena.match.record import read_record
from arena.match.replay import describe, open_replays, verify


def _read_submission(path: Path, scratch: Path) -> None:
    with TemporaryDirectory(dir=scratch) as place:
        defect = take_in(BotSource(path), Path(place)).defect
    if defect:
        raise UserError(defect)


def _read_record(path: Path, _scratch: Path) -> None:
    record = read_record(path)
    verify(record)
    for replay in open_replays(record):
        describe(replay)


def _read_index(path: Path, _scratch: Path) -> None:
    """Read what nobody has played again yet."""
    replays = open_replays(read_record(path))
    for name in {name for replay in replays for name in replay.names}:
        read_index(replays, name, lost=True)
    for replay in replays:
        for question in read_questions(replay):
            describe_question(question)


def _read_runtime_folder(path: Path, _scratch: Path) -> None:
    """Do what a match does when it begins."""
    os.environ["ARENA_RUNTIME_DIR"] = str(path)
    try:
        sweep_folders()
        with runtime_folder():
            pass
    except Unavailable as lack:
        raise UserError(f"{lack}.") from lack


_READERS: Final = {
    "submission": _read_submission,
    "record": _read_record,
    "index": _read_index,
    "runtime folder": _read_runtime_folder,
}


def _bound() -> int:
    """Have the kernel end what takes far too much; return the kilobytes that are in use by now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    # Wide, since a library that is refused memory may say something else about the file.
    memory = pages * resource.getpagesize() + 4 * MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (int(MOST_SECONDS), int(MOST_SECONDS)))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    """Read the file that the command line names; 2 if it is refused."""
    reader, path, scratch = sys.argv[1:]
    before, refused = _bound(), False
    try:
        _READERS[reader](Path(path), Path(scratch))
    except UserError as mistake:
        sys.stdout.write(f"{mistake}\n")
        refused = True
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if taken * 1024 > MOST_MEMORY:
        sys.exit(f"it took {taken >> 10} MB; {MOST_MEMORY >> 20} are the most")
    return 2 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
