"""What of the image is in memory tells nothing: a match reads all of it before any bot runs."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.attacks import ATTACKS
from arena.attacks.trial import try_attack
from arena.boxes import page_cache
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


def forget(name: str) -> None:
    """Be a machine that has just started, where no referee has read the image yet."""
    page_cache._read_at.clear()


def let_time_pass(name: str) -> None:
    """Have read the image a minute ago, which a kernel may have put out of memory since then."""
    page_cache.read_image(name)
    page_cache._read_at[name] -= 60


@pytest.mark.parametrize("happened", [forget, let_time_pass])
def test_what_is_not_in_memory_is_read_before_a_match(
    happened: Callable[[str], None], engine: Engine, image: Image, tmp_path: Path
) -> None:
    happened(image.name)
    put_out_of_memory(image_folders(engine, image))
    trial = try_attack(ATTACKS["page_cache"], tmp_path / "bot", "goat_n_goat", 0, "container")
    assert trial.verdict == "ok", trial.evidence
