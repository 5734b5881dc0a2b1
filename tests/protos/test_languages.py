"""The contract compiles in languages where every field becomes several names, which may clash.

With Debian's packages alone, as somebody without the network would do it.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from arena.errors import HostFailure
from tests.conftest import required

pytestmark = pytest.mark.usefixtures("processes")

PROTOS: Final = Path(__file__).parents[2] / "protos"
JAVA_LIBRARY: Final = Path("/usr/share/java/protobuf.jar")
GO_LIBRARIES: Final = Path("/usr/share/gocode")
GO_GENERATOR: Final = "google.golang.org/protobuf/cmd/protoc-gen-go"


def test_it_compiles_in_cpp(tmp_path: Path) -> None:
    need({"g++": "g++", "/usr/include/google/protobuf/message.h": "libprotobuf-dev"})
    generate(tmp_path, "--cpp_out=.")
    # As one unit, which reads the library once; a file's own names get its number.
    units = [
        f"#define schemas schemas{n}\n#define file_default_instances instances{n}\n"
        f'#include "{file}"\n#undef schemas\n#undef file_default_instances\n'
        for n, file in enumerate(tmp_path.rglob("*.pb.cc"))
    ]
    (tmp_path / "all.cc").write_text("".join(units))
    run(tmp_path, "g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-I.", "all.cc")


def test_it_compiles_in_java(tmp_path: Path) -> None:
    need({"javac": "default-jdk-headless", str(JAVA_LIBRARY): "libprotobuf-java"})
    generate(tmp_path, "--java_out=.")
    sources = [str(file) for file in tmp_path.rglob("*.java")]
    hasty = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none")
    run(tmp_path, "javac", *hasty, "-d", ".", f"--class-path={JAVA_LIBRARY}", *sources)


def test_it_compiles_in_go(tmp_path: Path) -> None:
    library = str(GO_LIBRARIES / "src" / GO_GENERATOR)
    need({"go": "golang-go", library: "golang-google-protobuf-dev"})
    # What Go has compiled of Debian's libraries it keeps for the next time.
    go = {"GO111MODULE": "off", "GOPATH": f"{tmp_path}:{GO_LIBRARIES}"}
    # Debian's own protoc-gen-go is of the time before `optional`.
    run(tmp_path, "go", "build", "-o=protoc-gen-go", GO_GENERATOR, variables=go)
    (tmp_path / "src").mkdir()
    generate(tmp_path, "--plugin=protoc-gen-go", "--go_out=src")
    run(tmp_path, "go", "build", "cardarena/...", variables=go)


def need(packages: Mapping[str, str]) -> None:
    """Skip or fail the test where a program or a file is not there; names are those of Debian."""
    packages = {"protoc": "protobuf-compiler", **packages}
    missing = [name for name in packages if not (shutil.which(name) or Path(name).exists())]
    with required():
        if missing:
            brought = " ".join(packages[name] for name in missing)
            raise HostFailure(f"there is no {missing[0]} here; apt-get install {brought} brings it")


def generate(folder: Path, *options: str) -> None:
    files = sorted(str(file) for file in PROTOS.rglob("*.proto"))
    run(folder, "protoc", f"--proto_path={PROTOS}", *options, *files)


def run(folder: Path, *words: str, variables: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **(variables or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
