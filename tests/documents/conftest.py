"""A copy of the project, as a reader of the documents has it."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.documents.printed import README, ROOT, tracked


@pytest.fixture(scope="module")
def checkout(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git keeps, set up, with the bot that the README shows."""
    copy = tmp_path_factory.mktemp("checkout")
    made = [path.relative_to(ROOT) for path in (ROOT / "arena" / "v1").glob("*_pb2*")]
    for name in tracked() + made:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    # By the environment that runs this test.
    (copy / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (copy / ".venv" / part).symlink_to(Path(sys.prefix) / part)
    for stamp in (Path(sys.prefix) / "ready", Path(sys.prefix) / "play"):
        (copy / ".venv" / stamp.name).touch()
    (copy / "my_bot").mkdir()
    for file, language in {"bot.toml": "toml", "bot.py": "python"}.items():
        (source,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
        (copy / "my_bot" / file).write_text(source)
    return copy
