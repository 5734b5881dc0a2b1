"""What of the image is in memory tells nothing: a match reads all of it before any bot runs."""

import os
from pathlib import Path

import pytest

from arena.attacks import ATTACKS
from arena.attacks.trial import try_attack
from arena.boxes import lines, page_cache
from arena.boxes.engine import Engine
from arena.boxes.image import Image
from arena.boxes.runtime import USUAL

pytestmark = pytest.mark.docker


def image_folders(engine: Engine, image: Image) -> list[Path]:
    """Return where the engine keeps the image's files; skip the test if nobody may look there."""
    found = engine.inspect_image(image.name)
    assert found is not None
    layers = (found.get("GraphDriver", {}).get("Data") or {}).get("UpperDir", "")
    if not layers or not os.access(layers, os.R_OK):
        pytest.skip("the image's files cannot be put out of memory here")
    return [Path(layers)]


def put_out_of_memory(folders: list[Path]) -> None:
    os.sync()
    for folder in folders:
        for path in folder.rglob("*.py"):
            if path.is_file() and not path.is_symlink():
                with path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def forget() -> None:
    """Have this process do what every referee does when it starts."""
    lines._container_host(USUAL, frozenset())[0].close()
    lines._container_host.cache_clear()
    page_cache.read_image.cache_clear()


@pytest.mark.parametrize("match", [1, 2])
def test_a_machine_that_has_just_started_passes_no_message_on(
    match: int, engine: Engine, image: Image, tmp_path: Path
) -> None:
    forget()
    put_out_of_memory(image_folders(engine, image))
    trial = try_attack(ATTACKS["page_cache"], tmp_path / str(match), "goat_n_goat", 0, "container")
    assert trial.verdict == "ok", trial.evidence
