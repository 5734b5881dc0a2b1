"""Hints for authors, from the last words of their bots."""

import pytest

from arena.bots.hints import find_error, find_hint


@pytest.mark.parametrize(
    ("log", "hint"),
    [
        ("ModuleNotFoundError: No module named 'numpy'", 'for language = "numpy"'),
        ("ModuleNotFoundError: No module named 'numpy.random'", 'for language = "numpy"'),
        ("ModuleNotFoundError: No module named 'torch'", ""),
        ("EOFError: EOF when reading a line", "--box inline"),
        ("bdb.BdbQuit", "--box inline"),
        ("ValueError: EOFError", ""),
        ("", ""),
    ],
)
def test_a_mistake_that_is_known_has_a_hint(log: str, hint: str) -> None:
    found = find_hint(f"Traceback (most recent call last):\n  File ...\n{log}\n")
    assert hint in found
    assert bool(found) == bool(hint)


@pytest.mark.parametrize(
    ("log", "error"),
    [
        (
            "begins\nTraceback (most recent call last):\n  File ...\n    run()\nTypeError: no\n",
            "TypeError: no",
        ),
        (
            "Traceback (most recent call last):\n  File ...\nKeyError: 3\nKeyError: 4\n",
            "KeyError: 3",
        ),
        ("TypeError: it only says so\n", ""),
        ("Traceback (most recent call last):\n", ""),
        ("", ""),
    ],
)
def test_the_last_error_is_told_as_python_says_it(log: str, error: str) -> None:
    assert find_error(log) == error
