"""The image: its name says what is in it, and it holds what it must and nothing else."""

import re
import tarfile
from dataclasses import replace
from importlib.metadata import requires
from pathlib import Path, PurePosixPath

import pytest
from docker import APIClient

from arena.cli.image import make_image
from arena.containers import image as image_module
from arena.containers.debian import Apt
from arena.containers.engine import Engine
from arena.containers.image import HOW_LABEL, Image, build_image, find_image
from arena.containers.recipe import DISTRIBUTIONS, Recipe, read_recipe
from arena.errors import HostFailure
from arena.terminal.shown import print_shown


@pytest.fixture(scope="module")
def other_recipe() -> Recipe:
    """A recipe that differs in one file."""
    recipe = read_recipe()
    extra = {PurePosixPath("arena/extra_for_a_test.py"): b"EXTRA = 1\n"}
    return replace(recipe, modules={**recipe.modules, **extra})


def layers(engine: Engine, name: str) -> list[str]:
    found = engine.inspect_image(name)
    assert found is not None
    layers: list[str] = found["RootFS"]["Layers"]
    return layers


def test_the_recipe_is_the_sdk_the_games_and_what_they_need() -> None:
    modules = {str(path) for path in read_recipe().modules}
    assert {
        "arena/__init__.py",
        "arena/games/six_nimmt/rules.py",
        "arena/v1/arena_pb2_grpc.py",
        "arena_sdk/program.py",
    } <= modules
    roots = {path.split("/")[1] for path in modules if path.startswith("arena/")}
    assert roots == {"__init__.py", "errors.py", "games", "grpc_versions.py", "v1"}
    needed = {
        re.split(r"[^\w-]", line)[0].replace("-", "_")
        for name in DISTRIBUTIONS
        for line in requires(name) or ()
        if "extra ==" not in line
    }
    assert needed <= set(DISTRIBUTIONS)


def test_the_present_image_is_found_and_not_made_again(engine: Engine, image: Image) -> None:
    assert find_image(engine) == image
    assert build_image(engine, print) == image
    assert re.fullmatch(r"arena-bot:[0-9a-f]{12}", image.name)
    assert re.fullmatch(r"Python 3\.\d+ of .+", image.how)


def test_an_image_that_has_lost_its_name_is_none(engine: Engine, tmp_path: Path) -> None:
    name, label = "arena-nameless:1", "arena.nameless"
    try:
        for content in ("old", "new"):
            (tmp_path / "file").write_text(content)
            with tarfile.open(tmp_path / "files.tar", "w") as archive:
                archive.add(tmp_path / "file", "file")
            made = engine.import_image(tmp_path / "files.tar", [f"LABEL {label}=1"])
            engine.tag_image(made, name)
            assert [*engine.find_images(label)] == [name]
    finally:
        engine.remove_image(name)
        for image in APIClient().images(filters={"label": label}):
            engine.remove_image(image["Id"])


def test_another_recipe_makes_another_image_and_always_the_same(
    engine: Engine, image: Image, other_recipe: Recipe
) -> None:
    assert find_image(engine, other_recipe) is None
    first = build_image(engine, print, other_recipe)
    try:
        assert first.name != image.name
        assert find_image(engine, other_recipe) == first
        assert find_image(engine) == image
        made = layers(engine, first.name)
        engine.remove_image(first.name)
        assert build_image(engine, print, other_recipe) == first
        assert layers(engine, first.name) == made
    finally:
        engine.remove_image(first.name)


def test_an_image_can_be_made_of_a_base_image(
    engine: Engine, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_module, "base_image", lambda: image.name)
    made = build_image(engine, print)
    try:
        assert made.name != image.name
        assert made.how.endswith(f"of the image {image.name}")
    finally:
        engine.remove_image(made.name)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no registry and no packages."""

    def fail(_: Apt) -> None:
        raise HostFailure("apt-get is not on this machine")

    monkeypatch.setattr(image_module, "base_image", lambda: "localhost:1/python:3")
    monkeypatch.setattr(Apt, "fetch", fail)


@pytest.mark.usefixtures("no_network")
def test_where_there_is_no_way_the_line_to_type_is_said(engine: Engine) -> None:
    with pytest.raises(HostFailure, match=r"type: docker pull localhost:1/python:3$"):
        build_image(engine, print)


@pytest.mark.usefixtures("no_network")
def test_without_a_network_the_image_that_is_here_is_kept(
    image: Image, capsys: pytest.CaptureFixture[str]
) -> None:
    print_shown(make_image(), as_json=False)
    said = capsys.readouterr()
    assert said.out == f"Bots run in {image.name}: {image.how}.\n"
    assert "docker pull localhost:1/python:3; keeping the image that is here" in said.err


def test_an_image_says_how_it_was_made(engine: Engine, image: Image) -> None:
    found = engine.inspect_image(image.name)
    assert found is not None
    assert found["Config"]["Labels"][HOW_LABEL] == image.how
    assert found["Size"] < 100e6


def test_without_an_engine_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(HostFailure, match="no container engine answers"):
        find_image(Engine())
