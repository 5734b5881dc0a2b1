"""What is installed from the wheel has all that its commands promise."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROTOS = ROOT / "protos"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of packages with what the wheel has, built from what git keeps."""
    source = tmp_path_factory.mktemp("source")
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    wheels = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    done = subprocess.run([*pip, wheels, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = wheels.iterdir()
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def test_an_installation_knows_where_its_wire_contract_is(installed: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from arena.cli import main; main()", "protos"],
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folder = Path(done.stdout.removesuffix("\n"))
    assert folder.is_relative_to(installed)
    found = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    ours = {path.relative_to(PROTOS): path.read_bytes() for path in PROTOS.rglob("*.proto")}
    assert found == ours
    assert len(ours) >= 7


def test_an_installation_has_the_attacks(installed: Path) -> None:
    ours = {path.relative_to(ROOT) for path in (ROOT / "arena" / "attacks").rglob("*.*")}
    ours = {path for path in ours if path.suffix in {".py", ".toml"}}
    assert len(ours) >= 450
    assert [path for path in ours if not (installed / path).is_file()] == []
    done = subprocess.run(
        [sys.executable, "-c", "from arena.attacks import ATTACKS as a; print(a['pings'].folder)"],
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.removesuffix("\n")).is_relative_to(installed)


def test_an_installation_has_the_viewer(installed: Path) -> None:
    ours = [path for path in (ROOT / "arena" / "viewer").iterdir() if path.is_file()]
    assert {".css", ".html", ".js", ".py"} == {path.suffix for path in ours}
    copies = [installed / path.relative_to(ROOT) for path in ours]
    assert [copy.read_bytes() for copy in copies] == [path.read_bytes() for path in ours]


def test_an_installation_has_the_rules_and_the_pages(installed: Path) -> None:
    games = [path.stem for path in (ROOT / "protos" / "arena" / "v1").glob("*.proto")]
    rules = [name for name in games if (ROOT / "docs" / f"{name}.md").exists()]
    assert len(rules) == 4
    for name in rules:
        packed = installed / "arena" / "games" / name / "rules.md"
        assert packed.read_bytes() == (ROOT / "docs" / f"{name}.md").read_bytes()
    web = Path("ladder", "web")
    ours = {path.relative_to(ROOT) for path in (ROOT / web).rglob("*.*") if path.suffix != ".pyc"}
    assert {web / "templates" / "base.html", web / "static" / "style.css"} <= ours
    assert [path for path in ours if not (installed / path).is_file()] == []


def test_an_installation_has_the_sdk_for_javascript(installed: Path) -> None:
    ours = ROOT / "sdk" / "javascript"
    theirs = installed / "arena_sdk" / "javascript"
    for path in (ours / "package.json", *(ours / "dist").rglob("*.*")):
        assert (theirs / path.relative_to(ours)).read_bytes() == path.read_bytes()
    code = "from arena.languages.javascript import sdk_folder; print(sdk_folder())"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == f"{theirs}\n"
