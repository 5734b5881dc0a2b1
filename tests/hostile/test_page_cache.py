"""What of the image is in memory tells nothing: a match reads all of it before any bot runs."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.attacks.catalogue import ATTACKS
from arena.attacks.trial import try_attack
from arena.boxes import page_cache
from arena.boxes.page_cache import read_image
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.errors import HostFailure
from tests.conftest import required

pytestmark = pytest.mark.usefixtures("processes")


def image_folders(engine: Engine, image: Image) -> list[Path]:
    """Return where the engine keeps the image's files; skip the test if nobody may look there."""
    found = engine.inspect_image(image.name)
    assert found is not None
    layers = (found.get("GraphDriver", {}).get("Data") or {}).get("UpperDir", "")
    with required():
        if not layers or not os.access(layers, os.R_OK):
            raise HostFailure("the image's files cannot be put out of memory here")
    return [Path(layers)]


def put_out_of_memory(folders: list[Path]) -> None:
    os.sync()
    for folder in folders:
        for path in folder.rglob("*.py"):
            if path.is_file() and not path.is_symlink():
                with path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def forget(stamp: Path) -> None:
    """Be a machine where no referee has read the image yet."""
    stamp.unlink()


def let_time_pass(stamp: Path) -> None:
    """Have read the image a minute ago, which a kernel may have put out of memory since then."""
    place, _, when = stamp.read_text().rpartition("\n")
    stamp.write_text(f"{place}\n{float(when) - 60}")


def start_machine(stamp: Path) -> None:
    """Have read the image before the machine was started, with this time on its clock."""
    _, _, when = stamp.read_text().rpartition("\n")
    stamp.write_text(f"another-start \n{when}")


@pytest.mark.parametrize("happened", [forget, let_time_pass, start_machine])
def test_what_is_not_in_memory_is_read_before_a_match(
    happened: Callable[[Path], None],
    engine: Engine,
    image: Image,
    runtime_parent: Path,
    tmp_path: Path,
) -> None:
    read_image(engine, image.name)
    put_out_of_memory(image_folders(engine, image))
    (stamp,) = runtime_parent.glob("image-*.lock")
    happened(stamp)
    began = time.monotonic()
    trial = try_attack(ATTACKS["page_cache"], tmp_path / "bot", "goat_n_goat", 0, "container")
    assert trial.verdict == "ok", trial.evidence
    # Others may have read it meanwhile, whose matches meet in another place.
    assert float(stamp.read_text().rpartition("\n")[2]) > began


def test_what_was_just_read_is_not_read_again(
    engine: Engine, image: Image, runtime_parent: Path
) -> None:
    read_image(engine, image.name)
    (stamp,) = runtime_parent.glob("image-*.lock")
    said = stamp.read_text()
    read_image(engine, image.name)
    assert stamp.read_text() == said


def test_what_is_not_read_before_a_match_tells_something(
    engine: Engine, image: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "FRESH_SECONDS", 1e6)
    read_image(engine, image.name)

    def is_told(number: int) -> bool:
        put_out_of_memory(image_folders(engine, image))
        bot = tmp_path / str(number)
        trial = try_attack(ATTACKS["page_cache"], bot, "goat_n_goat", 0, "container")
        return "a message in the page cache" in trial.evidence

    # What another test's match has mapped stays in memory until that has ended.
    assert any(map(is_told, range(3)))
