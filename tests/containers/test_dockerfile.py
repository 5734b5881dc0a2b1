"""The Dockerfile of a language: what of its file is in it."""

import pytest

from arena.containers.dockerfile import Base, write_dockerfile
from arena.containers.recipe import read_recipe

DIGEST = "python@sha256:0123"


def dockerfile(language: str, *, has_packages: bool = False, to_build: bool = False) -> list[str]:
    base = Base("3.12", "a registry", (), lambda: DIGEST, has_packages)
    return write_dockerfile(read_recipe(language, to_build=to_build), base, {"one": "1"}).split(
        "\n"
    )


def test_packages_are_downloaded_onto_the_base_that_the_digest_names_and_not_installed() -> None:
    first, *lines = dockerfile("javascript")
    assert first == f"FROM {DIGEST} AS system"
    [download] = [line for line in lines if "apt-get" in line]
    assert "--download-only" in download
    assert download.endswith(" nodejs")
    assert 'LABEL "one"="1"' in lines[lines.index("FROM scratch") :]


@pytest.mark.parametrize(
    "lines", [dockerfile("python"), dockerfile("java", has_packages=True)], ids=["none", "there"]
)
def test_where_no_packages_are_to_be_had_none_are_asked_for(lines: list[str]) -> None:
    assert not [line for line in lines if "apt-get" in line]


def test_what_builds_has_its_tools() -> None:
    [download] = [line for line in dockerfile("cpp", to_build=True) if "apt-get" in line]
    assert download.endswith(" g++ nlohmann-json3-dev")
    assert not [line for line in dockerfile("cpp") if "apt-get" in line]
