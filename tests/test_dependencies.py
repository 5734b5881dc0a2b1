"""The versions of what this project needs: the oldest, those of every day, and where they ship."""

import os
import re
import runpy
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CONSTRAINTS = [
    Requirement(line) for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]
]


def requirements() -> list[Requirement]:
    """Return all that this project names but itself."""
    extras = PROJECT["project"]["optional-dependencies"]
    named = chain(
        PROJECT["build-system"]["requires"],
        PROJECT["project"]["dependencies"],
        *extras.values(),
    )
    return [one for one in map(Requirement, named) if one.name != PROJECT["project"]["name"]]


def test_every_dependency_has_an_oldest_version() -> None:
    assert [str(one) for one in requirements() if ">=" not in str(one.specifier)] == []


def test_pytest_does_not_load_the_plugin_of_a_library_that_few_tests_use(
    pytestconfig: pytest.Config,
) -> None:
    assert not pytestconfig.pluginmanager.has_plugin("schemathesis")


def test_what_make_installs_is_pinned_and_allowed() -> None:
    pinned = {canonicalize_name(one.name): one for one in CONSTRAINTS}
    assert all(re.fullmatch(r"==[\w.+]+", str(one.specifier)) for one in CONSTRAINTS)
    checked = 0
    for one in requirements():
        if (pin := pinned.get(canonicalize_name(one.name))) is not None:
            assert one.specifier.contains(str(pin.specifier).removeprefix("=="))
            checked += 1
    assert checked > 40


@pytest.mark.parametrize("extra", ["web", "dev"])
def test_what_make_installs_has_the_hashes_of_its_files(extra: str) -> None:
    files = [ROOT / "hashes" / f"{name}.txt" for name in ("uv", extra)]
    text = "".join(file.read_text() for file in files).replace("\\\n", "")
    lines = [line.split(" --hash=") for line in text.splitlines()]
    pinned = {canonicalize_name(one.name): one for one in CONSTRAINTS}
    found = {canonicalize_name(Requirement(pin).name) for pin, *_ in lines}
    assert all(
        hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64} *", one) for one in hashes)
        for _, *hashes in lines
    )
    versions = {(one.name, str(one.specifier)) for one in CONSTRAINTS}
    assert {
        (one.name, str(one.specifier)) for one in (Requirement(pin) for pin, *_ in lines)
    } <= versions
    build = PROJECT["dependency-groups"]["build"]
    assert build == PROJECT["build-system"]["requires"]
    extras = PROJECT["project"]["optional-dependencies"]
    named = [*PROJECT["project"]["dependencies"], *extras[extra], *build]
    own = PROJECT["project"]["name"]
    assert {canonicalize_name(Requirement(one).name) for one in named} - {own} <= found <= {*pinned}


def test_nothing_of_others_is_installed_without_its_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    install = runpy.run_path(str(ROOT / "install.py"))["install"]
    monkeypatch.setitem(install.__globals__, "run", lambda words, _: ran.append(words[1:]))
    told = b"global.index-url='https://here/'\n:env:.extra-index-url='https://there/'\n"
    monkeypatch.setattr("subprocess.check_output", lambda _: told)
    monkeypatch.setattr("os.environ", {"PATH": ""})
    install("web", "make play")
    hashed = ["install", "--quiet", "--require-hashes", "--requirement"]
    own = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", "."]
    where = ["--python", ".venv/bin/python"]
    assert ran[:-1] == [
        ["-m", "pip", *hashed, "hashes/uv.txt"],
        ["pip", *hashed, "hashes/web.txt", *where],
        ["pip", *own, *where],
    ]
    assert os.environ["UV_DEFAULT_INDEX"] == "https://here/"


def test_the_exact_versions_are_in_the_source_archive() -> None:
    files = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert {
        "constraints.txt",
        "hashes/dev.txt",
        "hashes/uv.txt",
        "hashes/web.txt",
        "install.py",
        "Makefile",
    } <= files
