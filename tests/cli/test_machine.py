"""What the command line says of a machine without a container engine."""

import json

import pytest

from tests.programs import Run


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")


@pytest.mark.usefixtures("no_engine")
@pytest.mark.parametrize(
    "words", [["image"], ["play", "six_nimmt", "random", "random", "--box=container"]]
)
def test_without_an_engine_there_are_no_containers_and_one_sentence_says_so(
    arena: Run, words: list[str]
) -> None:
    errors = arena(*words, check=1).stderr
    assert "no container engine answers" in errors
    assert "Traceback" not in errors
    assert len(errors.strip().splitlines()) == 1


@pytest.mark.usefixtures("no_engine")
def test_the_doctor_names_what_is_missing_and_what_to_type(arena: Run) -> None:
    told = json.loads(arena("doctor", "--json", check=1).stdout)
    findings = {finding["name"]: finding for finding in told}
    assert findings["Python"]["ok"]
    assert findings["Unix sockets"]["ok"]
    assert not findings["container engine"]["ok"]
    # Another engine was named, so there is nothing to install.
    text = findings["container engine"]["text"]
    assert text.endswith("at unix:///nowhere/docker.sock, which DOCKER_HOST names")
    shown = arena("doctor", check=1).stdout
    assert "For container engine, type: unset DOCKER_HOST" in shown
    assert "apt-get" not in shown


def test_the_doctor_finds_a_folder_whose_name_is_too_long_for_sockets(
    arena: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_RUNTIME_DIR", "/tmp/" + "long" * 20)
    assert "too long a path" in arena("doctor", check=1).stdout
