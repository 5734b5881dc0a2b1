"""Commands where only what a bot's author needs is installed."""

import subprocess
import sys

import pytest

from arena.extras import install_line

pytestmark = pytest.mark.usefixtures("processes")

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "{package}":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = "{command}".split()
from {program}.cli import main
main()
"""


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    ("package", "command", "extra"),
    [
        ("sqlalchemy", "ladder table", "ladder"),
        ("fastapi", "ladder serve", "web"),
        ("jinja2", "ladder serve", "web"),
        ("distributed", "ladder scheduler", "workers"),
    ],
)
def test_what_is_not_installed_is_one_sentence_with_what_to_type(
    package: str, command: str, extra: str
) -> None:
    program = WITHOUT.format(package=package, command=command, program=command.split(maxsplit=1)[0])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode in {1, 2}
    assert f"needs {package}; type: {install_line(extra)}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
