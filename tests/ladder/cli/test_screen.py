"""What `ladder` prints on a screen of 80 columns, and where there is only ASCII."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from arena.games import game_names
from ladder.log.entries import Benched
from ladder.matches import read_division
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, play_on
from tests.programs import Run, seeded
from tests.screens import on_screen

pytestmark = pytest.mark.usefixtures("processes")

LONG = "a-bot-with-quite-a-long-winded-name.1234"
SIGNS = {"log": "Jos\\xe9 +- \\u4e2d", "table": "rank", "--reference=one": "sure"}
SHOWS = [
    *(["table"], ["table", "six_nimmt"], ["match", "1"], ["matrix", "six_nimmt"]),
    ["grades", "--reference=one"],
]


def make_shown(place: Path, *bots: str) -> Store:
    """Make a ladder of every game by its usual rules, on which these have played."""
    store = make_ladder(place, *bots, divisions=[read_division(game) for game in game_names()])
    play_on(store, 12)
    store.append(Benched(f"{bots[0]}@1", "failed in 3 matches", ()))
    return store


@pytest.fixture
def make(tmp_path: Path, golden: Golden) -> Callable[..., Path]:
    return partial(golden.copy, tmp_path / "ladder.db", make_shown)


@pytest.mark.parametrize(
    "words",
    [
        *SHOWS[:4],
        *(["grades", "--reference=angler"], ["bot", "careful"], ["log"], ["bots"], ["matches"]),
    ],
    ids=" ".join,
)
def test_a_screen_of_80_columns_is_enough(
    ladder: Run, make: Callable[..., Path], words: list[str]
) -> None:
    make("careful", "angler", "juggler", "shepherd", "random", "first")
    said = ladder(*words).stdout
    assert "\\n" not in said
    lines = said.splitlines()
    # But for what is a sentence: the options of a match, and what to try next.
    table = [line for line in lines if not line.startswith(("Match ", "Try: "))]
    assert sum("@1" in line for line in table) >= 1 + (words[0] != "grades")
    assert max(map(len, table)) <= 80


# A terminal has one width for all of them; what each prints on 80 columns is seen above.
@pytest.mark.parametrize(
    "words",
    [
        *(["table"], ["match", "1"], ["bot", "one"]),
        *(pytest.param(words, marks=pytest.mark.soak) for words in (SHOWS[1], *SHOWS[3:])),
    ],
    ids=" ".join,
)
def test_a_name_stands_on_one_line_however_long_it_is(
    make: Callable[..., Path], words: list[str]
) -> None:
    assert f"{LONG}@1" in on_screen([*seeded("ladder"), *words], make(LONG, "one").parent)


@pytest.mark.parametrize("words", [*SHOWS, ["bot", "one"], ["log"]], ids=" ".join)
def test_ladder_prints_where_there_is_only_ascii(
    ladder: Run, make: Callable[..., Path], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    make("two", "one")
    ladder("exclude", "--match=2", "--reason=Jos\u00e9 \u00b1 \u4e2d")
    said = ladder(*words).stdout
    assert said.isascii()
    assert SIGNS.get(words[-1], "+-") in said
