"""`make play` as the README types it, from a fresh clone; and what it says where that cannot be."""

import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.examine import processes_with
from ladder.cli.play import BOTS
from tests.waiting import wait_until

ROOT = Path(__file__).parent.parent
PYTHON = Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")

pytestmark = pytest.mark.usefixtures("processes")


# --- from a fresh clone ---


@pytest.fixture
def environment(runtime_parent: Path) -> Iterator[dict[str, str]]:
    """Return that of somebody who has no container engine, and starts nothing but this."""
    hidden = {"LADDER", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE", "MAKEFLAGS", "MAKELEVEL"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    yield kept | {"DOCKER_HOST": "unix:///nowhere"}
    assert not processes_with(str(runtime_parent))


@pytest.fixture
def shell(tmp_path: Path, environment: dict[str, str]) -> Callable[[str], str]:
    """Return what runs a line in the clone, without a terminal, and gives what it says."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)

    def run(line: str) -> str:
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=clone,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


@pytest.mark.timeout(1800)  # It installs a hundred megabytes.
def test_from_a_fresh_clone_it_comes_to_a_table_a_page_and_lines_that_work(
    shell: Callable[[str], str], environment: dict[str, str], tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    said = shell(f"make play PYTHON={PYTHON}")
    lines = said.splitlines()
    assert lines[0] == "Installing what 'make play' needs in .venv ..."
    assert "The bots play in plain processes" in said
    assert "no container engine answers at unix:///nowhere" in said
    assert "6 matches played, 0 void, 0 planned matches wait for the next season." in lines
    assert "Try: .venv/bin/ladder table --ladder play/ladder.db" in lines
    assert re.search(r"place +bot +TrueSkill", said)
    rows = [line.split() for line in lines if re.match(r" +\d ", line)]
    assert {row[1] for row in rows} == {f"{name}@1" for name in BOTS}
    # No more than that is installed, and nothing that git keeps is changed.
    packages = {path.name for path in clone.glob(".venv/lib/python3*/site-packages/*")}
    assert {"trueskill.py", "trueskill", "fastapi"} & packages
    assert not {"pytest", "mypy", "matplotlib", "playwright"} & packages
    assert shell("git status --porcelain") == ""
    (page,) = re.findall(r"for a browser: (\S+)", said)
    assert (clone / page).read_text().startswith("<!doctype html>")

    end = lines[lines.index("Look at the ladder in a browser:") :]
    look, sit_down, build = [line.strip() for line in end if line.startswith("    ")]
    require_page(look, clone, environment)
    # A person without a keyboard leaves at once, and nothing of the match goes on.
    assert "Traceback" not in shell(f"{sit_down} || true")
    shell(build)
    assert (clone / "my_bot" / "bot.toml").is_file()

    # How it goes on with what was played: tests/ladder/cli/test_play.py.
    assert "install.py" not in shell("make --dry-run play")


def ask(address: str) -> str:
    """Return a page, or nothing as long as the server says that it makes it."""
    try:
        with urllib.request.urlopen(address) as page:  # noqa: S310 - ours
            return str(page.read().decode())
    except urllib.error.HTTPError as error:
        if (error.code, error.headers["retry-after"]) == (503, "60"):
            return ""
        raise


def require_page(look: str, clone: Path, environment: dict[str, str]) -> None:
    """Type what shows the ladder, at a port that is free, and read its first page."""
    command = ["bash", "-c", f"exec env {look} --port 0"]
    with subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            (address,) = re.findall(r"http://\S+", server.stdout.readline())
            page = wait_until(lambda: ask(f"{address}boards/six_nimmt"))
            assert "careful" in page
        finally:
            server.send_signal(signal.SIGINT)
        assert "Stopped." in server.communicate()[0]


# --- where it cannot be: the first line says what to type ---


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what installs, in which nothing is."""
    for name in ("Makefile", "install.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "hashes", tmp_path / "hashes")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def write_environment(checkout: Path, script: str, version: str = "3.11") -> None:
    """Write an environment whose Python says its version, and else runs a script."""
    asked = f'case "$*" in *version_info*) echo {version}; exit;; esac'
    write_program(checkout / ".venv" / "bin" / "python", f"{asked}\n{script}")
    (checkout / ".venv" / "lib" / "python3.11" / "site-packages" / "pip").mkdir(parents=True)


def refusal(monkeypatch: pytest.MonkeyPatch, goal: str = "play") -> str:
    """Return the first line with which the installation ends."""
    monkeypatch.setattr(sys, "argv", ["install.py", ".venv/play", goal])
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ended:
            runpy.run_path("install.py", run_name="__main__")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not Path(".venv/play").exists()
    return str(ended.value.code).splitlines()[0]


@pytest.mark.usefixtures("checkout")
def test_an_old_python_names_a_newer_one_that_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    needs = "card-arena needs Python 3.11 or newer, and this one is 3.10. Type: "
    install = "sudo apt-get install python3.11-venv && "
    assert refusal(monkeypatch) == f"{needs}{install}make play PYTHON=python3.11"
    # A shim that leads nowhere is none.
    write_program(tmp_path / "bin" / "python3.13", "exit 127")
    write_program(tmp_path / "bin" / "python3.12", "exit 0")
    assert refusal(monkeypatch) == f"{needs}make play PYTHON=python3.12"


def test_an_environment_of_an_old_python_or_of_none_is_to_be_made_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_environment(checkout, "", version="3.10")
    again = "Type: rm -r .venv && make play"
    said = refusal(monkeypatch)
    assert said == f"The Python of .venv is 3.10; card-arena needs Python 3.11. {again}"
    (checkout / ".venv" / "bin" / "python").unlink()
    (checkout / ".venv" / "bin" / "python").symlink_to("/nowhere/python3.11")
    assert refusal(monkeypatch) == f"The Python of .venv is gone. {again}"


@pytest.mark.usefixtures("checkout")
def test_a_python_without_venv_says_which_package_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    said = refusal(monkeypatch, "setup")
    assert re.fullmatch(
        r"This Python .*\. Type: sudo apt-get install python3\.\d+-venv && make setup", said
    )


@pytest.mark.parametrize(
    ("says", "line"),
    [
        (
            "Retrying after connection broken by 'NewConnectionError'",
            "No package could be downloaded: there is no network. Type, when there is: make play",
        ),
        (
            "Failed to fetch: there",
            "No package could be downloaded: there is no network. Type, when there is: make play",
        ),
        (
            "error: command 'gcc' failed: No such file or directory",
            "A package has to be compiled. Type: sudo apt-get install gcc python3-dev && make play",
        ),
        ("No space left", "This has failed; when what it says is mended, type: make play"),
    ],
)
def test_what_pip_fails_in_is_one_line_before_its_own(
    says: str, line: str, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_environment(checkout, f'echo "{says}"; exit 1')
    assert refusal(monkeypatch) == line


def test_without_any_python_make_says_what_to_type(
    checkout: Path, environment: dict[str, str]
) -> None:
    command = ["make", "play", "PYTHON=python4"]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == "There is no python4. Type: sudo apt-get install python3-venv\n"


def test_an_installation_that_is_stopped_leaves_no_process(checkout: Path) -> None:
    write_environment(checkout, "echo $$ > pid; exec sleep 100000")
    command = [sys.executable, "install.py", ".venv/play", "play"]
    with subprocess.Popen(command, cwd=checkout, stderr=subprocess.PIPE, text=True) as installing:
        pid = wait_until(lambda: (checkout / "pid").exists() and (checkout / "pid").read_text())
        installing.terminate()
        _, said = installing.communicate()
    assert said == "Stopped. Type: make play\n"
    assert not Path("/proc", str(pid).strip()).exists()
