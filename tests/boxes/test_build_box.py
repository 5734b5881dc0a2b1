"""A build box: what comes of a build, and that a hostile one gets nothing but a sentence."""

import subprocess
from pathlib import Path

import pytest

from arena.attacks import BUILDS
from arena.attacks.build_attack import try_build
from arena.boxes.build_box import BuildError, ProcessBuildBox
from arena.boxes.builder import OUTPUT_BYTES
from arena.boxes.leftovers import MATCH_LABEL, runtime_folder, runtime_folders
from arena.containers.engine import Engine
from arena.languages import Language
from tests.waiting import wait_until


def build(folder: Path, program: str, *, limit: float = 200.0) -> Path:
    """Build in a process, with a Python program in the compiler's place; return the product."""
    source = folder / "source"
    source.mkdir()
    (source / "build.py").write_text(program)
    language = Language(
        name="test", title="Tests", run=("./bot",), build=("python3", "build.py", "*.py")
    )
    product = folder / "product.tar"
    with runtime_folder() as scratch:
        ProcessBuildBox(language, scratch / "seat", limit).build(source, product)
    return product


def names(product: Path) -> list[str]:
    listed = subprocess.run(["tar", "tf", product], capture_output=True, text=True, check=True)
    return sorted(listed.stdout.split())


def test_the_product_is_the_folder_as_the_build_has_left_it(tmp_path: Path) -> None:
    product = build(tmp_path, "import sys; open('made', 'w').write(sys.argv[1])")
    assert names(product) == ["./", "./build.py", "./made"]
    assert sorted(path.name for path in (tmp_path / "source").iterdir()) == ["build.py"]


def test_a_pattern_in_the_command_is_all_files_that_fit(tmp_path: Path) -> None:
    build(tmp_path, "import sys; assert sys.argv[1:] == ['build.py'], sys.argv")


def test_the_first_error_is_the_sentence_and_the_whole_output_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^Its build failed: bot.x:3: error: no y$") as failed:
        build(tmp_path, "print('In x:\\nbot.x:3: error: no y\\nmore'); exit(1)")
    assert failed.value.output == "In x:\nbot.x:3: error: no y\nmore\n"


def test_of_a_long_output_the_beginning_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as failed:
        build(tmp_path, "print('error: ' + 'x' * 10**7); exit(1)")
    assert len(failed.value.output) == OUTPUT_BYTES
    assert len(str(failed.value)) < 400


def test_a_build_that_never_ends_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    program = "import os, time\nopen('/tmp/pid', 'w').write(str(os.getpid()))\ntime.sleep(1000)"
    program = program.replace("/tmp/pid", str(tmp_path / "pid"))
    with pytest.raises(BuildError, match="has not ended within 5 s"):
        build(tmp_path, program, limit=5)
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not Path(f"/proc/{pid}").exists())


def test_a_compiler_that_is_not_here_is_named_with_what_brings_it(tmp_path: Path) -> None:
    language = Language(
        name="x", title="Xish", run=("./bot",), build=("no-such-xc",), tools=("xc-tools",)
    )
    box = ProcessBuildBox(language, tmp_path / "seat")
    with pytest.raises(BuildError, match=r"no-such-xc is not on this machine.*Debian.*xc-tools"):
        box.build(tmp_path, tmp_path / "product.tar")


@pytest.mark.docker
@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("name", BUILDS)
def test_a_hostile_build_gets_a_sentence_or_nothing_and_leaves_no_container(
    name: str, engine: Engine, runtime_parent: Path
) -> None:
    assert try_build(BUILDS[name], "container").complaints == ()
    labels = [found["Labels"][MATCH_LABEL] for found in engine.list_containers(MATCH_LABEL)]
    assert [label for label in labels if label.startswith(str(runtime_parent))] == []
    assert runtime_folders() == []
