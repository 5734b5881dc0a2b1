"""A whole event from a bundle alone: without a network, without this checkout; and damaged bundles.

It takes the rights to make a namespace, so without root it is skipped.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.containers.image import Image
from arena.errors import HostFailure
from ladder.bundle import FOLDER, start
from tests.conftest import required
from tests.programs import command_line

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("processes")]

ROOT = Path(__file__).parents[2]
# The one that the environment of these tests was made with: not in the checkout.
PYTHON = Path(sys.executable).resolve()

# What the organiser types, and an author, at one machine. What a shell starts in the background
# does not hear of SIGINT.
EVENT = f"""
set -eu
ip link set lo up
mount -t tmpfs none {ROOT}
tar xf event.tar
{PYTHON} {FOLDER}/start.py club --games-a-match 2 --clock 2+0.02 \\
    --division "goat_n_goat seats=2"
cd club && . .venv/bin/activate && export LADDER=ladder.db
python -m pip check
ladder author add anna
ladder author token anna --json > token.json
ladder serve --port 0 > served &
trap "kill $!" EXIT
ladder run --parallel 1 &
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
    ladder run --matches 1
done
ladder match 1 --record records
arena replay records --verify
arena replay records --html match.html
ladder grades goat_n_goat --csv
ladder publish site
ladder export all.zip
ladder verify all.zip
sha256sum ladder.db > kept
DOCKER_HOST=unix:///nowhere {PYTHON} ../{FOLDER}/start.py .
sha256sum --check kept
"""


@pytest.fixture(scope="module")
def bundle(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    done = subprocess.run(
        [Path(sys.executable).with_name("ladder"), "bundle", "event.tar", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["images"] == [image.name]
    assert said["digest"] == start.digest_of(folder / "event.tar")
    return folder / "event.tar"


def alone(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a script with no network but loopback, and nothing of this environment."""
    return subprocess.run(
        ["unshare", "--net", "--mount", "sh", "-c", script],
        cwd=folder,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.timeout(3000)  # It installs everything, and plays; a busy machine may take long.
def test_a_whole_event_goes_from_a_bundle_alone_without_a_network(
    bundle: Path, tmp_path: Path
) -> None:
    with required():
        if alone("ip link set lo up && ! ip route get 192.0.2.1", tmp_path).returncode:
            raise HostFailure(
                "only root can make a network of its own, and iproute2 has to be here"
            )
    (tmp_path / "event.tar").symlink_to(bundle)
    leave_what_a_kill_leaves(bundle, tmp_path / "club")
    done = alone(EVENT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    club = tmp_path / "club"
    board = json.loads((club / "board.json").read_text())
    assert "mine@1" in {row["player"] for row in board["games"]["goat_n_goat"]}
    assert "mine@1" in (club / "site/results/1.html").read_text()
    # The last start found no engine, and changed nothing.
    assert "no container engine answers" in done.stderr
    assert re.search(r"With an engine .* type again:\n +\S+start.py", done.stdout)


def leave_what_a_kill_leaves(bundle: Path, folder: Path) -> None:
    """Have an event be there that was killed as it was installed."""
    manifest = read_manifest(bundle)
    del manifest["seal"]
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / start.MANIFEST).write_text(json.dumps(manifest))


def read_manifest(bundle: Path) -> dict[str, Any]:
    with tarfile.open(bundle) as tar:
        content = tar.extractfile(f"{FOLDER}/{start.MANIFEST}")
        assert content is not None
        return dict(json.load(content))


# --- what cannot be started ---


def change_a_wheel(tree: Path) -> None:
    wheel = next(tree.glob("wheels/card_arena-*"))
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 1
    wheel.write_bytes(content)


def cut_off(tree: Path) -> None:
    wheel = next(tree.glob("wheels/scipy-*"))
    os.truncate(wheel, wheel.stat().st_size // 2)
    next(tree.glob("wheels/urllib3-*")).unlink()


def lose_a_file(tree: Path) -> None:
    (tree / "docs" / "web.md").unlink()


def change_the_list(tree: Path) -> None:
    path = tree / start.MANIFEST
    path.write_text(path.read_text().replace("CPython", "PyPy", 1))


def say(tree: Path, **other: object) -> None:
    path = tree / start.MANIFEST
    manifest = json.loads(path.read_text()) | other
    del manifest["seal"]
    path.write_text(json.dumps({**manifest, "seal": start.seal(manifest)}))


def be_for_another_machine(tree: Path) -> None:
    say(tree, platform="CPython 3.13 under Linux on aarch64 with glibc")


def be_too_large(tree: Path) -> None:
    say(tree, installed=10**18)


def fill_the_folder(tree: Path) -> None:
    (tree.parent / "club").mkdir()
    (tree.parent / "club" / "thesis.txt").touch()


def start_another(tree: Path) -> None:
    (tree.parent / "club").mkdir()
    (tree.parent / "club" / start.MANIFEST).write_text("{}")


def be_in_a_file(tree: Path) -> None:
    (tree.parent / "club").touch()


REFUSED: dict[Callable[[Path], None], str] = {
    change_a_wheel: r"\S+/wheels/card_arena\S+ was changed: its SHA-256 is another one; unpack .*",
    cut_off: r"\S+/wheels/scipy\S+ has \S+ bytes and should have \S+; unpack .*",
    lose_a_file: r"\S+/docs/web.md is missing; unpack .*",
    change_the_list: r"\S+/bundle.json is missing or was changed; unpack .*",
    be_for_another_machine: r"This bundle is for CPython 3.13 .* aarch64 .* and here is CPython .*",
    be_too_large: r"An event needs 1,000,000,\S+ MB of disk and \S+ has \S+ MB free; make room.*",
    fill_the_folder: r"\S+/club is there already and is no event; name another folder.",
    start_another: r"\S+/club is an event of another bundle; name another folder.",
    be_in_a_file: r"\S+/club is there already and is no event; name another folder.",
}


@pytest.mark.parametrize("damage", REFUSED, ids=lambda damage: damage.__name__)
def test_what_cannot_be_started_is_refused_in_a_sentence_and_nothing_is_lost(
    damage: Callable[[Path], None], bundle: Path, tmp_path: Path
) -> None:
    subprocess.run(["tar", "xf", bundle], cwd=tmp_path, check=True)
    damage(tmp_path / FOLDER)
    before = sorted(tmp_path.rglob("*"))
    command: list[str | Path] = [PYTHON, "-B", tmp_path / FOLDER / "start.py", "club"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(REFUSED[damage] + r"\n", done.stderr)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_bundle_is_not_made_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "event.tar").write_text("a thesis")
    ladder = command_line("ladder", tmp_path)
    refused = ladder("bundle", "event.tar", check=2)
    assert "event.tar is there already; name another file, or remove it." in refused.stderr
    assert (tmp_path / "event.tar").read_text() == "a thesis"
