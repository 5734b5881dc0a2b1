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
        lock = os.open(os.devnull, os.O_RDONLY) - 1
    # It has the number that the lock had.
    with Path(os.devnull).open() as file:
        assert file.fileno() == lock
        child = get_context("fork").Process(target=os.fstat, args=(lock,))
        child.start()
        child.join()
    os.close(lock + 1)
    assert folder.path.exists()
    assert child.exitcode == 0
