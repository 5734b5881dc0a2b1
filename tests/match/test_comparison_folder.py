"""The lock of a comparison's folder, in processes that are forked."""

import os
from multiprocessing import get_context
from pathlib import Path

from arena.match.comparison_folder import open_comparison
from tests.match.test_paired import plan


def test_a_process_that_is_forked_after_a_comparison_keeps_its_files(
    processes: None, tmp_path: Path
) -> None:
    with open_comparison(tmp_path, {"old": plan("one", "other")}, drawn=False) as folder:
        files = Path("/proc/self/fd").iterdir()
        lock = next(int(file.name) for file in files if file.resolve() == folder.path.resolve())
    # Another file has the number that the lock had.
    other = os.open(os.devnull, os.O_RDONLY)
    os.dup2(other, lock)
    child = get_context("fork").Process(target=os.fstat, args=(lock,))
    child.start()
    child.join()
    os.close(lock)
    if other != lock:
        os.close(other)
    assert child.exitcode == 0
