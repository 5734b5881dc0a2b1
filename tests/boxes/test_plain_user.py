"""Who may use the engine and is not root has every wall that root has."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.boxes.host.leftovers import MATCH_LABEL
from arena.containers.engine import Engine
from tests.programs import seeded

pytestmark = pytest.mark.usefixtures("image")

# Nobody of this machine, and of no bot.
USER = 61_234
SOCKET = Path("/var/run/docker.sock")

Plain = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def plain(root: None, runtime_parent: Path) -> Plain:
    """Run the command line as a user in the engine's group, in a folder of theirs."""
    home = runtime_parent / "home"
    home.mkdir()
    for folder in (runtime_parent, home):
        os.chown(folder, USER, USER)

    group = SOCKET.stat().st_gid
    # Python may lie where root alone may look; what is written is as with any other user.
    become = ["setpriv", f"--reuid={USER}", f"--regid={USER}", f"--groups={group}"]
    become += [f"--{kind}-caps=-all,+dac_read_search" for kind in ("inh", "ambient")]

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*become, *seeded("arena"), *words],
            cwd=home,
            env=os.environ | {"HOME": str(home), "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_match_is_played_with_every_protection_and_leaves_nothing(
    plain: Plain, engine: Engine, runtime_parent: Path
) -> None:
    done = plain("play", "six_nimmt", "first", "random", "--box", "container", "--games", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The record is in records/" in done.stdout
    labels = [container["Labels"][MATCH_LABEL] for container in engine.list_containers(MATCH_LABEL)]
    assert not [label for label in labels if str(runtime_parent) in label]
