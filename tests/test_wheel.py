"""What is made of the source archive keeps what its commands promise, and plays compiled rules."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from arena.errors import HostFailure
from arena.games import game_names
from ladder.web.wheel import pack_installed
from tests.conftest import required
from tests.sources import ROOT, copy_sources

pytestmark = pytest.mark.usefixtures("processes")

PROTOS = ROOT / "protos"
GOLDEN = ROOT / "tests" / "ladder" / "log" / "golden_ladders"
FORMS = ("compiled", "interpreted")
ARENA = ("-c", "from arena.cli import main; main()")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with source archive and wheel; its rules are compiled in a hurry."""
    hasty = tmp_path_factory.mktemp("bin") / "cc"
    hasty.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    hasty.chmod(0o755)
    return build(tmp_path_factory, str(hasty))


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of packages with what the wheel has."""
    return unpack(built, tmp_path_factory)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same, compiled as it is released, which takes twice as long."""
    return unpack(build(tmp_path_factory, "cc"), tmp_path_factory)


def build(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> Path:
    """Make the source archive of what git keeps, and of that the wheel with compiled rules.

    Without a compiler its tests are skipped.
    """
    headers = Path(sysconfig.get_path("include"), "Python.h")
    with required():
        if not shutil.which("cc") or not headers.is_file():
            raise HostFailure(f"there is no C compiler or no {headers} here")
    source = tmp_path_factory.mktemp("source")
    copy_sources(source)
    # Git ignores what make docs writes; archive and wheel may not.
    (source / "arena" / "site").mkdir()
    (source / "arena" / "site" / "index.html").write_text("documents")
    folder = tmp_path_factory.mktemp("dist")
    # Its tools are those that pyproject.toml names, in an environment with nothing else.
    words = ("-m", "uv", "build", "--quiet", "--python", sys.executable, "--out-dir", str(folder))
    run(source, *words, ARENA_RULES="compiled", CC=compiler)
    return folder


def run(
    folder: Path, *words: str, code: int = 0, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with more in its environment; it has to end with this code."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def run_installed(
    installed: Path, *words: str, rules: str = "compiled", code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run Python away from the checkout with what the wheel has, before anything else."""
    return run(installed, *words, code=code, PYTHONPATH=str(installed), ARENA_RULES=rules)


def find_wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    assert not wheel.stem.endswith("none-any")
    return wheel


def unpack(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    shutil.unpack_archive(find_wheel(built), folder, "zip")
    return folder


def test_the_source_archive_has_the_wire_contract_and_the_golden_ladders(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    golden = {str(path.relative_to(ROOT)) for path in GOLDEN.iterdir()}
    assert {"CHANGELOG.md", "protos/released.binpb", *golden} <= names


def test_a_fresh_environment_with_the_wheel_plays_and_keeps_a_ladder(
    built: Path, tmp_path: Path
) -> None:
    fresh = tmp_path / "environment"
    venv.create(fresh, with_pip=False)
    python = fresh / "bin" / "python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install"]
    subprocess.run([*pip, "--quiet", "--no-index", "--no-deps", find_wheel(built)], check=True)
    # What it needs is that of here; this checkout is not, as its own .pth file is not read there.
    (packages,) = fresh.glob("lib/*/site-packages")
    (packages / "needs.pth").write_text(sysconfig.get_path("purelib"))
    for words in (
        "arena play six_nimmt first random --games 2 --box process",
        "ladder init --division six_nimmt --games-a-match 2",
        "ladder submit first random",
        "ladder run --trust --matches 1",
        "ladder export all.zip",
        "ladder verify all.zip",
    ):
        program, *rest = words.split()
        done = subprocess.run(
            [fresh / "bin" / program, *rest],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (words, done.stdout + done.stderr)
    assert "All fits together" in done.stdout
    code = "import arena, ladder; print(arena.__file__, ladder.__file__)"
    found = subprocess.run(
        [python, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert [Path(path).parent.parent for path in found.stdout.split()] == [packages] * 2


def test_an_installation_knows_where_its_wire_contract_is(installed: Path) -> None:
    done = run_installed(installed, *ARENA, "protos")
    folder = Path(done.stdout.removesuffix("\n"))
    assert folder.is_relative_to(installed)
    found = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    ours = {path.relative_to(PROTOS): path.read_bytes() for path in PROTOS.rglob("*.proto")}
    assert found == ours
    assert len(ours) >= 7
    assert not (installed / "protos").exists()


def test_an_installation_has_the_attacks(installed: Path) -> None:
    ours = {path.relative_to(ROOT) for path in (ROOT / "arena" / "attacks").rglob("*.*")}
    ours = {path for path in ours if path.suffix in {".py", ".toml"}}
    assert len(ours) >= 60
    assert [path for path in ours if not (installed / path).is_file()] == []
    program = "from arena.attacks import attack as a; print(a.ATTACKS['fork_bomb'].program)"
    done = run_installed(installed, "-c", program)
    assert Path(done.stdout.removesuffix("\n")).is_relative_to(installed)


def test_an_installation_has_the_viewer(installed: Path) -> None:
    ours = [path for path in (ROOT / "arena" / "viewer").iterdir() if path.is_file()]
    assert {".LICENSE", ".css", ".html", ".js", ".py"} <= {path.suffix for path in ours}
    copies = [installed / path.relative_to(ROOT) for path in ours]
    assert [copy.read_bytes() for copy in copies] == [path.read_bytes() for path in ours]


def test_an_installation_has_the_rules_and_the_pages(installed: Path) -> None:
    for name in game_names():
        packed = installed / "arena" / "games" / name / "rules.md"
        assert packed.read_bytes() == (ROOT / "docs" / f"{name}.md").read_bytes()
    web = Path("ladder", "web")
    ours = {path.relative_to(ROOT) for path in (ROOT / web).rglob("*.*") if path.suffix != ".pyc"}
    assert {web / "templates" / "base.html", web / "static" / "style.css"} <= ours
    assert [path for path in ours if not (installed / path).is_file()] == []


def test_an_installation_has_the_documents_that_were_made(installed: Path) -> None:
    assert (installed / "arena" / "site" / "index.html").read_text() == "documents"


def test_an_installation_has_the_sdk_for_javascript(installed: Path) -> None:
    ours = ROOT / "sdk" / "javascript"
    theirs = installed / "arena_sdk" / "javascript"
    for path in (ours / "package.json", *(ours / "dist").rglob("*.*")):
        assert (theirs / path.relative_to(ours)).read_bytes() == path.read_bytes()
    program = "from arena.languages.javascript import sdk_folder; print(sdk_folder())"
    found = run_installed(installed, "-c", program)
    assert found.stdout == f"{theirs}\n"


def test_of_an_installation_with_compiled_rules_a_wheel_for_any_python_is_made(
    installed: Path, tmp_path: Path
) -> None:
    (info,) = installed.glob("card_arena-*.dist-info")
    wheel = pack_installed(Distribution.at(info), tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert [*installed.rglob("*.so")]
    assert not [name for name in names if name.endswith(".so")]
    assert {"arena/cli/app.py", "arena_sdk/bot.py", "ladder/client.py"} <= {*names}


def test_compiled_rules_play_as_the_sources_do(installed: Path) -> None:
    names = game_names()
    program = "from tests.match.thousand import digest_of\n"
    program += "".join(f"print({name!r}, digest_of({name!r}, 25))\n" for name in names)
    compiled, sources = (run_installed(installed, "-c", program, rules=form) for form in FORMS)
    assert compiled.stdout == sources.stdout
    told = [line.split() for line in compiled.stdout.splitlines()]
    assert [name for name, _ in told] == [*names]
    assert {len(digest) for _, digest in told} == {64}


@pytest.mark.soak
@pytest.mark.parametrize("name", game_names())
def test_compiled_rules_play_a_thousand_games_as_the_sources_do(released: Path, name: str) -> None:
    program = f"from tests.match.thousand import digest_of; print({name!r}, digest_of({name!r}))"
    done = run_installed(released, "-c", program)
    digests = (ROOT / "tests" / "match" / "digests.txt").read_text().splitlines()
    assert done.stdout.rstrip() in digests


@pytest.mark.soak
@pytest.mark.parametrize("name", game_names())
def test_compiled_rules_keep_every_promise_and_tell_the_golden_game(
    released: Path, name: str
) -> None:
    files = ["games/testing/test_conformance.py", "match/test_golden.py", "games/test_playout.py"]
    tests = [str(ROOT / "tests" / file) for file in files]
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", name, *tests]
    run_installed(released, *words)


def test_compiled_rules_bear_the_testing_kit_searches_and_environments(installed: Path) -> None:
    files = ["sdk/test_testing.py", "sdk/test_search.py", "rl/test_vector.py"]
    tests = [str(ROOT / "tests" / file) for file in files]
    run_installed(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def test_an_installation_says_in_which_form_it_plays(installed: Path) -> None:
    program = [*ARENA, "games", "--json"]
    for form in FORMS:
        games = json.loads(run_installed(installed, *program, rules=form).stdout)
        assert {game["name"]: game["rules"] for game in games} == dict.fromkeys(game_names(), form)
    refused = run_installed(installed, *program, rules="fast", code=2)
    assert refused.stderr.endswith("ARENA_RULES is 'fast'; expected compiled or interpreted.\n")


@pytest.mark.parametrize("name", ["contract", "tonton.rules"])
def test_a_compiled_module_of_another_version_is_refused_by_its_name(
    installed: Path, name: str
) -> None:
    source = installed / "arena" / "games" / f"{name.replace('.', '/')}.py"
    kept = source.read_text()
    source.write_text(kept + "# Another version.\n")
    try:
        refused = run_installed(installed, *ARENA, "games", code=2)
        (sentence,) = refused.stderr.splitlines()
        assert sentence.startswith(
            f"The compiled module arena.games.{name} is of another version of {source}; make"
        )
        run_installed(installed, *ARENA, "games", rules="interpreted")
    finally:
        source.write_text(kept)
