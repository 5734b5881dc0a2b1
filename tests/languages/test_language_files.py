"""What is said of a language's file."""

from pathlib import Path

import pytest

from arena import languages
from arena.errors import UserError


def test_an_unknown_key_is_named_beside_those_that_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cobol.toml").write_text('title = "COBOL"\nrun = ["./bot"]\ncompiler = "cobc"\n')
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    with pytest.raises(UserError, match=r"cobol.toml has the unknown key 'compiler'; expected one"):
        languages.find_language("cobol")
