"""The trial of mutants: which are killed by a test, and which survive.

All tests are run without a fault first: who fails then has noticed nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.catalogue import Mutant, find_defect
from tests.mutants.tree import TestRun, Tree


class Outcome(StrEnum):
    """What came of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    BROKEN = "broken"
    """There is no verdict: it cannot be applied, or its tests cannot be run."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant, and what came of it."""

    mutant: Mutant
    outcome: Outcome
    detail: str = ""
    """The test that noticed, or why there is no verdict."""
    cpu: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether somebody has to do something about it."""
        return self.outcome is Outcome.BROKEN or (
            self.outcome is Outcome.SURVIVED and self.mutant.promise
        )


class Trials:
    """Tries mutants in copies of a tree, one copy for each of the workers."""

    def __init__(self, root: Path, workers: int) -> None:
        self._root = root
        self._workers = workers
        self._trees = SimpleQueue[Tree]()
        self._all: list[Tree] = []
        self.cpu = 0.0
        """CPU seconds of all tests so far."""

    def run(self, mutants: Sequence[Mutant], tell: Callable[[], None]) -> list[Trial]:
        """Try them all, and tell after each; in the order in which they were given."""
        defects = {mutant.name: find_defect(mutant, self._root) for mutant in mutants}
        sound = [mutant for mutant in mutants if not defects[mutant.name]]
        with ExitStack() as held:
            for _ in range(self._workers):
                folder = Path(held.enter_context(TemporaryDirectory(prefix="mutants-")))
                self._all.append(Tree(self._root, folder))
                self._trees.put(self._all[-1])
            pool = held.enter_context(ThreadPoolExecutor(self._workers))
            # Anyone who stops this does not wait for what goes on, nor for what has not begun.
            held.callback(self._stop)
            held.callback(pool.shutdown, wait=False, cancel_futures=True)
            unchanged = [*pool.map(self._run_unchanged, _share_out(sound, self._workers))]
            failing = frozenset(name for run in unchanged for name in run.failed)
            broken = " and ".join(run.broken for run in unchanged if run.broken)
            if broken:
                defects = dict.fromkeys(defects, f"without a fault {broken}")
            trying = [
                pool.submit(self._try, mutant, failing, defects[mutant.name]) for mutant in mutants
            ]
            for _ in as_completed(trying):
                tell()
        return [tried.result() for tried in trying]

    def _run_unchanged(self, tests: Sequence[str]) -> TestRun:
        with self._tree() as tree:
            return self._counted(tree.run(tests))

    def _try(self, mutant: Mutant, failing: frozenset[str], defect: str) -> Trial:
        if defect:
            return Trial(mutant, Outcome.BROKEN, defect)
        with self._tree() as tree, tree.changed(mutant):
            run = self._counted(tree.run(mutant.tests, "-x"))
        if run.broken:
            return Trial(mutant, Outcome.BROKEN, run.broken, run.cpu)
        if not run.failed:
            return Trial(mutant, Outcome.SURVIVED, mutant.survives, run.cpu)
        noticed = run.failed[0]
        if noticed in failing:
            return Trial(mutant, Outcome.BROKEN, f"{noticed} fails without it, too", run.cpu)
        return Trial(mutant, Outcome.KILLED, noticed, run.cpu)

    def _stop(self) -> None:
        for tree in self._all:
            tree.stop()

    def _counted(self, run: TestRun) -> TestRun:
        self.cpu += run.cpu
        return run

    @contextmanager
    def _tree(self) -> Iterator[Tree]:
        tree = self._trees.get()
        try:
            yield tree
        finally:
            self._trees.put(tree)


def _share_out(mutants: Sequence[Mutant], parts: int) -> Iterator[list[str]]:
    """Yield the tests of all mutants, each once, in this many parts; a file is in one of them."""
    files = defaultdict[str, set[str]](set)
    for test in {test for mutant in mutants for test in mutant.tests}:
        files[test.partition("::")[0]].add(test)
    # Who is asked for whole is not asked for by its parts as well.
    whole = [{file} if file in tests else tests for file, tests in sorted(files.items())]
    for part in range(parts):
        if chosen := [test for tests in whole[part::parts] for test in sorted(tests)]:
            yield chosen
