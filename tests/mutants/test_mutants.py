"""The mutants as they are, and a trial of some in a tree that is made up."""

import ast
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from tests.mutants.__main__ import ROOT
from tests.mutants.catalogue import Mutant, find_defect, parse_subject, read_mutants, touched
from tests.mutants.trial import Outcome, Trial, Trials

MUTANTS = read_mutants()


# --- those of the project ---


def test_every_mutant_applies_and_its_tests_are_there() -> None:
    defects = {mutant.name: find_defect(mutant, ROOT) for mutant in MUTANTS}
    assert {name: defect for name, defect in defects.items() if defect} == {}


def test_every_mutant_changes_what_its_file_says() -> None:
    python = [mutant for mutant in MUTANTS if mutant.file.endswith(".py")]
    assert python
    alike = []
    for mutant in python:
        was = next(part for part in parts_of(mutant.file) if mutant.text in part)
        if ast.dump(ast.parse(was)) == ast.dump(ast.parse(mutant.change(was))):
            alike.append(mutant.name)
    assert alike == []


@cache
def parts_of(file: str) -> list[str]:
    """Return the statements of a module, each with the comments before it, and the whole."""
    text = (ROOT / file).read_text()
    lines = text.splitlines(keepends=True)
    ends = [one.end_lineno for one in ast.parse(text).body]
    return [*("".join(lines[begin:end]) for begin, end in pairwise([0, *ends])), text]


def test_every_mutant_has_a_name_of_its_own_that_is_no_subjects() -> None:
    names = Counter(mutant.name for mutant in MUTANTS)
    names.update({mutant.subject for mutant in MUTANTS})
    assert names.most_common(1)[0][1] == 1


def test_none_that_the_documents_promise_against_is_said_to_survive() -> None:
    assert [mutant.name for mutant in MUTANTS if mutant.promise and mutant.survives] == []


# --- a tree that is made up ---

PRODUCT = """\
def double(number):
    return 2 * number


def greet(name):
    return f"Hello {name}"
"""
TESTS = """\
from pathlib import Path

from product import double

# The virtual machine's disk, of gigabytes, is not copied.
assert not Path(__file__).with_name(".machine").exists()


def test_two_is_doubled():
    assert double(2) == 4


def test_what_never_holds():
    assert double(1) == 3
"""
CATALOGUE = """\
[halved]
file = "product.py"
text = "2 * number"
becomes = "number / 2"
why = "A number is halved."
tests = ["test_product.py::test_two_is_doubled"]
promise = true

[impolite]
file = "product.py"
text = "Hello"
becomes = "You"
why = "Nobody is greeted."
tests = ["test_product.py::test_two_is_doubled"]
promise = true

[squared]
file = "product.py"
text = "2 * number"
becomes = "number * number"
why = "Two is the same, squared."
tests = ["test_product.py::test_two_is_doubled"]
survives = "nobody asks for three"

[ambiguous]
file = "product.py"
text = "return"
becomes = "yield"
why = "Its text is there twice."
tests = ["test_product.py"]

[untested]
file = "product.py"
text = "Hello"
becomes = "You"
why = "Its test is not there."
tests = ["test_product.py::test_nothing"]

[unreadable]
file = "product.py"
text = "def double(number):"
becomes = "def double(number:"
why = "It cannot even be loaded, so no test says anything."
tests = ["test_product.py::test_two_is_doubled"]

[unsound]
file = "product.py"
text = "Hello"
becomes = "You"
why = "Its test fails without it."
tests = ["test_product.py::test_what_never_holds"]
"""


@pytest.fixture(scope="module")
def trials(processes: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trial]:
    root = tmp_path_factory.mktemp("project")
    (root / "product.py").write_text(PRODUCT)
    (root / "test_product.py").write_text(TESTS)
    (root / ".machine").mkdir()
    told: list[None] = []
    mutants = parse_subject("numbers", CATALOGUE)
    tried = Trials(root, 2).run(mutants, lambda: told.append(None))
    assert len(told) == len(tried) == len(mutants)
    assert [trial.mutant for trial in tried] == mutants
    assert (root / "product.py").read_text() == PRODUCT
    return {trial.mutant.name: trial for trial in tried}


def test_one_that_a_test_notices_is_killed_by_that_test(trials: dict[str, Trial]) -> None:
    halved = trials["halved"]
    assert halved.outcome is Outcome.KILLED
    assert halved.detail == "test_product.py::test_two_is_doubled"
    assert not halved.failed
    assert halved.cpu > 0


def test_one_that_no_test_notices_survives_and_fails_if_it_is_a_promise(
    trials: dict[str, Trial],
) -> None:
    assert trials["impolite"].outcome is trials["squared"].outcome is Outcome.SURVIVED
    assert trials["impolite"].failed
    assert not trials["squared"].failed
    assert trials["squared"].detail == "nobody asks for three"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ambiguous", "product.py has its text 2 times, expected once"),
        ("untested", "test_product.py has no test_nothing"),
        ("unreadable", "pytest ended with exit code"),
        ("unsound", "test_product.py::test_what_never_holds fails without it, too"),
    ],
)
def test_one_of_which_nothing_can_be_said_is_an_error(
    trials: dict[str, Trial], name: str, why: str
) -> None:
    assert trials[name].outcome is Outcome.BROKEN
    assert trials[name].detail.startswith(why)
    assert trials[name].failed


@pytest.mark.parametrize(
    ("changed", "picked"),
    [
        (["product.py"], True),
        (["tests/things/test_product.py"], True),
        (["tests/things/more/test_product.py", "README.md"], True),
        (["tests/others/test_product.py"], False),
        (["products.py"], False),
        ([], False),
    ],
)
def test_what_has_changed_picks_who_is_tried(changed: list[str], picked: bool) -> None:
    mutant = Mutant(
        name="one",
        subject="numbers",
        file="product.py",
        text="2",
        becomes="3",
        why="So.",
        tests=("tests/things",),
    )
    assert touched(mutant, changed, {"one": mutant}) == picked
    # One that is new, or says something else, is tried in any case.
    assert touched(mutant, changed, {})
