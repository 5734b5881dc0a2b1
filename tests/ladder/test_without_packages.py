"""The ladder where only what a bot's author needs is installed."""

import subprocess
import sys

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "sqlalchemy":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = ["ladder", "table"]
from ladder.cli import main
main()
"""


def test_what_a_ladder_lacks_is_one_sentence_with_what_to_type() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "pip install 'card-arena[ladder]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
