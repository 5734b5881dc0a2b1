"""An image that an engine builds on one of a registry, with a package of a repository."""

import shutil
import socket
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from docker import APIClient

from arena.containers import image as image_module
from arena.containers.debian import Apt
from arena.containers.dockerfile import stage_of
from arena.containers.engine import Engine
from arena.containers.image import build_image, find_image, image_name
from arena.containers.recipe import Recipe, host_minor, read_recipe
from arena.containers.tree import complete, unpack
from arena.errors import HostFailure
from tests.conftest import required
from tests.containers.test_image import layers
from tests.waiting import wait_until

PACKAGE = "arena-hello_1.5-2_all.deb"
CONFIG = """
version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http: {{addr: "127.0.0.1:{port}"}}
"""


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory, processes: None) -> Iterator[str]:
    """Serve a registry of our own; return its address."""
    with required():
        if not shutil.which("docker-registry"):
            raise HostFailure("there is no docker-registry; apt-get install docker-registry")
    folder = tmp_path_factory.mktemp("registry")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    config = folder / "config.yml"
    config.write_text(CONFIG.format(folder=folder, port=port))
    with subprocess.Popen(
        ["docker-registry", "serve", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        wait_until(lambda: answers(port))
        yield f"127.0.0.1:{port}"
        server.terminate()


def answers(port: int) -> bool:
    with closing(socket.socket()) as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def patient(engine: Engine) -> Iterator[Engine]:
    """Return the engine, for calls that may take long on a busy machine."""
    with engine.patient(600) as patient:
        yield patient


@pytest.fixture(scope="module")
def base(registry: str, patient: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Put a small Debian with Python into the registry, and forget it; return its name there."""
    scratch = tmp_path_factory.mktemp("base")
    apt = Apt(scratch / "apt", ["apt", "coreutils", "dash", "dpkg", "tar"])
    (scratch / "apt/status").write_text("")
    with required():
        packages = apt.fetch()
    if packages.minor != host_minor():
        pytest.skip(f"Python here is {host_minor()}, and this Debian's is {packages.minor}")
    root = scratch / "root"
    for package in packages.files:
        unpack(package, root, lambda _: True)
    complete(root, packages.minor)
    for folder in ("var/lib/dpkg", "var/lib/apt/lists/partial", "etc/apt/apt.conf.d", "repository"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "var/lib/dpkg/status").write_text("")
    (root / "etc/apt/sources.list").write_text("deb [trusted=yes] copy:/repository ./\n")
    write_repository(root / "repository", scratch / "hello")
    archive = scratch / "root.tar"
    with tarfile.open(archive, "w") as tar:
        tar.add(root, ".")
    name = f"{registry}/python:slim"
    patient.tag_image(patient.import_image(archive, []), name)
    for event in APIClient(timeout=600).push(name, stream=True, decode=True):
        assert "error" not in event, event
    patient.remove_image(name)
    yield name
    patient.remove_image(name)


def write_repository(folder: Path, package: Path) -> None:
    """Write a repository of one package, whose scripts must never be run."""
    (package / "DEBIAN").mkdir(parents=True)
    control = "Package: arena-hello\nVersion: 1.5-2\nArchitecture: all\nMaintainer: none\n"
    (package / "DEBIAN/control").write_text(f"{control}Description: says hello\n")
    script = package / "DEBIAN/postinst"
    script.write_text("#!/bin/sh\ntouch /usr/bin/was-run\n")
    script.chmod(0o755)
    (package / "usr/bin").mkdir(parents=True)
    (package / "usr/bin/arena-hello").write_text("hello\n")
    file = folder / PACKAGE
    subprocess.run(["dpkg-deb", "--build", package, file], check=True, stdout=subprocess.DEVNULL)
    digest = sha256(file.read_bytes()).hexdigest()
    index = f"{control}Filename: ./{PACKAGE}\nSize: {file.stat().st_size}\nSHA256: {digest}\n"
    (folder / "Packages").write_text(f"{index}Description: says hello\n")


@pytest.fixture
def recipe(base: str, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    """A recipe with the package, where the registry has the base."""
    monkeypatch.setattr(image_module, "base_image", lambda: base)
    return replace(read_recipe(to_build=True), packages=("arena-hello",))


def test_the_digest_of_the_base_and_the_versions_of_packages_are_in_the_name(
    patient: Engine, base: str, recipe: Recipe
) -> None:
    made = build_image(patient, print, recipe)
    try:
        assert made.how == f"Python {host_minor()} with arena-hello of the image {base}"
        assert find_image(patient, recipe) == made
        found = patient.inspect_image(base)
        assert found is not None
        [digest] = [name.rpartition("@")[2] for name in found["RepoDigests"]]
        assert made.name == image_name(recipe, digest, found["Architecture"], PACKAGE)
        first = layers(patient, made.name)
        patient.remove_image(made.name)
        # On another host, too, one name is one content.
        assert build_image(patient, print, recipe) == made
        assert layers(patient, made.name) == first
        assert "hello" in patient.try_image(made.name, ["python3", "-c", LOOK])
    finally:
        patient.remove_image(made.name)
    # Nothing is left of what only building it took.
    assert not APIClient(timeout=600).images(filters={"label": stage_of(recipe)}, all=True)


# Says what is in the package, and fails if there is more of Debian than that.
LOOK = """
import os, sys
assert not os.path.exists("/usr/bin/was-run"), "a package's script was run"
assert not os.path.exists("/bin/sh"), "a shell was left"
sys.exit(open("/usr/bin/arena-hello").read())
"""


def test_a_package_that_nobody_has_is_named(patient: Engine, recipe: Recipe) -> None:
    with pytest.raises(HostFailure, match="Unable to locate package arena-nobody-has"):
        build_image(patient, print, replace(recipe, packages=("arena-nobody-has",)))
