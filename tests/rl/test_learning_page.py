"""docs/learning.md says what there is, and its examples work."""

import re
from pathlib import Path

import pytest
from arena_sdk.testing import PlaysAny, play_game

PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("number", range(2))
def test_an_example_runs(number: int) -> None:
    exec(EXAMPLES[number], {})  # noqa: S102 - it is ours


def test_the_bot_that_was_taught_plays() -> None:
    names: dict[str, type] = {}
    exec(EXAMPLES[2], names)  # noqa: S102 - the same
    play_game("six_nimmt", [names["Taught"](), PlaysAny()], options={"rounds": "1"}, seed=1)
    assert len(EXAMPLES) == 3
