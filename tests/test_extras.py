"""What to type for an extra: from where this project was installed, as no registry has it."""

import json
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from arena import extras
from arena.extras import install_line


class Installed(Distribution):
    """This project, as it was installed from somewhere."""

    def __init__(self, direct_url: object) -> None:
        self._direct_url = direct_url

    def read_text(self, filename: str) -> str | None:
        return json.dumps(self._direct_url) if self._direct_url else None

    def locate_file(self, path: object) -> Path:
        raise AssertionError(path)


@pytest.mark.parametrize(
    ("direct_url", "source"),
    [
        (
            {"url": "file:///home/an%20na/arena", "dir_info": {"editable": True}},
            "--editable '/home/an na/arena[rl]'",
        ),
        (
            {"url": "file:///tmp/card_arena-0.1.0-py3-none-any.whl", "archive_info": {}},
            "'card-arena[rl] @ file:///tmp/card_arena-0.1.0-py3-none-any.whl'",
        ),
        (
            {"url": "https://host/arena.git", "vcs_info": {"vcs": "git", "commit_id": "1"}},
            "'card-arena[rl] @ git+https://host/arena.git'",
        ),
        (None, "'card-arena[rl]'"),
    ],
)
def test_an_extra_comes_from_where_the_project_came(
    direct_url: object, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "distribution", lambda _: Installed(direct_url))
    assert install_line("rl").endswith(f" -m pip install {source}")
