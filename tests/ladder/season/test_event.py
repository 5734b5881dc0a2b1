"""A whole event as its page says it: from one archive, without a network, without this checkout.

It takes the rights to make a namespace, so without root it is skipped.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.containers.image import Image
from arena.errors import HostFailure
from tests.conftest import required
from tests.sources import ROOT, copy_sources

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("processes")]

# The one that the environment of these tests was made with: not in the checkout.
PYTHON = Path(sys.executable).resolve()
PATH = f"{PYTHON.parent}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
NO_ENGINE = {"DOCKER_HOST": "unix:///nowhere"}

FETCH, PACK, START = re.findall(
    r"```sh\n(.*?)```", (ROOT / "docs" / "events.md").read_text(), re.DOTALL
)
CHECK = next(line for line in START.splitlines() if line.startswith("sha256sum"))
LOAD = next(line for line in START.splitlines() if line.startswith("docker load"))
(SAVE,) = re.findall(r"image=.*\n.*docker save.*\n", PACK)
SMALL = 'ladder init --games-a-match 2 --clock 2+0.02 --division "goat_n_goat seats=2"'

# What the organiser types, and an author, at one machine. What a shell starts in the background
# does not hear of SIGINT.
EVENT = f"""
set -eu
ip link set lo up
mount -t tmpfs none {ROOT}
{START.replace(LOAD, "").replace("ladder init", SMALL)}
python "$(ls wheels/pip-*.whl)/pip" check
ladder author add anna
ladder author token anna --json > token.json
ladder serve --port 0 > served &
trap "kill $!" EXIT
ladder run --trust --parallel 1 &
season=$!
(
    unset LADDER
    until grep --quiet http served; do sleep 0.1; done
    address=$(grep --only-matching 'http://[0-9.]*:[0-9]*' served)
    python -c 'import json; print(json.load(open("token.json"))["token"])' |
        ladder login "$address" --token-stdin
    arena new mine --game goat_n_goat
    ladder submit mine
)
kill -TERM $season
wait $season || true
row='"mean":[-0-9.]*,"player":"mine@1"'
until ladder table --json > board.json && grep --quiet "$row" board.json; do
    ladder run --trust --matches 1
done
ladder match 1 --record records
arena replay records --verify
arena replay records --html match.html
ladder grades goat_n_goat --csv
ladder publish site
ladder export all.zip
ladder verify all.zip
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive of the page, packed where there is no engine."""
    source = tmp_path_factory.mktemp("source")
    copy_sources(source)
    (source / ".venv").symlink_to(sys.prefix)
    done = subprocess.run(
        ["sh", "-euc", FETCH + PACK],
        cwd=source,
        env={**os.environ, **NO_ENGINE, "PATH": PATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("no container engine answers") == 1
    assert not [*(source / "event" / "images").iterdir()]
    return source / "event.tar"


def alone(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a script with no network but loopback, and nothing of this environment."""
    return subprocess.run(
        ["unshare", "--net", "--mount", "sh", "-c", script],
        cwd=folder,
        env={**NO_ENGINE, "PATH": PATH, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.timeout(3000)  # It installs everything, and plays; a busy machine may take long.
def test_a_whole_event_goes_from_its_archive_alone_without_a_network(
    archive: Path, tmp_path: Path
) -> None:
    with required():
        if alone("ip link set lo up && ! ip route get 192.0.2.1", tmp_path).returncode:
            raise HostFailure(
                "only root can make a network of its own, and iproute2 has to be here"
            )
    (tmp_path / "event.tar").symlink_to(archive)
    done = alone(EVENT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    event = tmp_path / "event"
    board = json.loads((event / "board.json").read_text())
    assert "mine@1" in {row["player"] for row in board["games"]["goat_n_goat"]}
    assert "mine@1" in (event / "site/results/1.html").read_text()


def change(wheel: Path) -> None:
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 1
    wheel.write_bytes(content)


def cut_off(wheel: Path) -> None:
    os.truncate(wheel, wheel.stat().st_size // 2)


@pytest.mark.parametrize("damage", [change, cut_off, Path.unlink])
def test_a_damaged_archive_is_refused_by_the_name_of_the_file(
    damage: Callable[[Path], None], archive: Path, tmp_path: Path
) -> None:
    shutil.unpack_archive(archive, tmp_path)
    event = tmp_path / "event"
    assert subprocess.run(["sh", "-c", CHECK], cwd=event, check=False).returncode == 0
    (wheel,) = event.glob("wheels/scipy-*")
    damage(wheel)
    done = subprocess.run(
        ["sh", "-c", CHECK], cwd=event, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert f"wheels/{wheel.name}: FAILED" in done.stdout


def test_an_engine_takes_the_image_that_another_has_saved(image: Image, tmp_path: Path) -> None:
    with required():
        if not shutil.which("docker"):
            raise HostFailure("the command docker is not here; apt-get install docker-cli")
    (tmp_path / "images").mkdir()
    done = subprocess.run(
        ["sh", "-euc", SAVE + LOAD],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"Loaded image: {image.name}\n"
