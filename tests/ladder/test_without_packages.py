"""The ladder where only what a bot's author needs is installed."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.usefixtures("processes")

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "{package}":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = ["ladder", "{command}"]
from ladder.cli import main
main()
"""


@pytest.mark.parametrize(
    ("package", "command", "extra"),
    [("sqlalchemy", "table", "ladder"), ("fastapi", "serve", "web"), ("jinja2", "serve", "web")],
)
def test_what_a_ladder_lacks_is_one_sentence_with_what_to_type(
    package: str, command: str, extra: str
) -> None:
    program = WITHOUT.format(package=package, command=command)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"pip install 'card-arena[{extra}]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
