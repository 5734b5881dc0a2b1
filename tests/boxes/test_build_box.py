"""A build box: what comes of a build, and that a hostile one gets nothing but a sentence."""

import json
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from arena.attacks import BUILDS
from arena.attacks.build_attack import try_build
from arena.boxes.build_box import BuildError, ProcessBuildBox
from arena.boxes.builder import OUTPUT_BYTES
from arena.boxes.leftovers import MATCH_LABEL, runtime_folder, runtime_folders
from arena.containers.engine import Engine
from arena.errors import HostFailure
from arena.languages import Language
from tests.waiting import wait_until

LANGUAGE = Language(
    name="test", title="Tests", run=("./bot",), build=("python3", "build.py", "**/*.py")
)


class ScriptedBuildBox(ProcessBuildBox):
    """A box whose builder is a thread that says these bytes, in place of an answer."""

    def __init__(self, seat: Path, said: bytes, *, hears: bool = True) -> None:
        super().__init__(LANGUAGE, seat)
        self._said = said
        self._hears = hears

    def _launch(self, source: Path) -> None:
        self._builder = Thread(target=self._answer)
        self._builder.start()
        if not self._hears:
            self._builder.join()

    def _answer(self) -> None:
        # What is too long is not read to its end.
        with suppress(BrokenPipeError), socket.socket(socket.AF_UNIX) as port:
            port.connect(str(self._seat / "build.sock"))
            if self._hears:
                with port.makefile("rwb") as stream:
                    stream.readline()
                    stream.write(self._said)

    def _end(self) -> None:
        self._builder.join()


def build(folder: Path, program: str, *more: str, limit: float = 200.0) -> Path:
    """Build in a process, with a Python program in the compiler's place; return the product."""
    source = folder / "source"
    source.mkdir()
    (source / "build.py").write_text(program)
    for name in more:
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).touch()
    product = folder / "product.tar"
    with runtime_folder() as scratch:
        ProcessBuildBox(LANGUAGE, scratch / "seat", limit).build(source, product)
    return product


def names(product: Path) -> list[str]:
    listed = subprocess.run(["tar", "tf", product], capture_output=True, text=True, check=True)
    return sorted(listed.stdout.split())


@pytest.mark.usefixtures("processes")
def test_the_product_is_the_folder_as_the_build_has_left_it(tmp_path: Path) -> None:
    product = build(tmp_path, "import sys; open('made', 'w').write(sys.argv[1])")
    assert names(product) == ["./", "./build.py", "./made"]
    assert sorted(path.name for path in (tmp_path / "source").iterdir()) == ["build.py"]


@pytest.mark.usefixtures("processes")
def test_a_pattern_in_the_command_is_all_files_that_fit_and_none_is_an_option(
    tmp_path: Path,
) -> None:
    right = ["./-folder/a.py", "./@folder/b.py", "./build.py"]
    build(
        tmp_path,
        f"import sys; assert sys.argv[1:] == {right}, sys.argv",
        "-folder/a.py",
        "@folder/b.py",
    )


# g++ tells its parts the bare name of a file, so `./` in front of it is not enough.
@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("name", ["@options.py", "-option.py", "folder/@options.py"])
def test_a_file_whose_name_a_compiler_takes_for_an_option_is_not_built(
    name: str, tmp_path: Path
) -> None:
    bare = Path(name).name
    with pytest.raises(BuildError, match=f"takes the name '{bare}' for an option$"):
        build(tmp_path, "", name)


@pytest.mark.usefixtures("processes")
def test_the_first_error_is_the_sentence_and_the_whole_output_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^Its build failed: bot.x:3: error: no y$") as failed:
        build(tmp_path, "print('In x:\\nbot.x:3: error: no y\\nmore'); exit(1)")
    assert failed.value.output == "In x:\nbot.x:3: error: no y\nmore\n"


@pytest.mark.usefixtures("processes")
def test_of_a_long_output_the_beginning_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as failed:
        build(tmp_path, "print('error: ' + 'x' * 10**7); exit(1)")
    assert len(failed.value.output) == OUTPUT_BYTES
    assert len(str(failed.value)) < 400


@pytest.mark.usefixtures("processes")
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


@pytest.mark.usefixtures("processes")
def test_a_command_that_cannot_be_run_is_an_error_of_the_bot(tmp_path: Path) -> None:
    # A bot can bring that about: its files' names together may be longer than a command can be.
    compiler = tmp_path / "cc"
    compiler.write_text("#!/no/such/program\n")
    compiler.chmod(0o755)
    language = Language(name="test", title="Tests", run=("./bot",), build=(str(compiler),))
    with runtime_folder() as scratch, pytest.raises(BuildError, match="No such file"):
        ProcessBuildBox(language, scratch / "seat").build(tmp_path, tmp_path / "product.tar")


WRONG_ANSWERS = {
    "nothing": b"",
    "no line": b'{"code": 0, "said": ""}',
    "a line without end": b"x" * (2**20),
    "no JSON": b"{\n",
    "no text": b"\xff\n",
    "deep JSON": b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "a number too long": b'{"said": "", "code": ' + b"1" * 5_000 + b"}\n",
    "no object": b"[0]\n",
    "an empty object": b"{}\n",
    "no code": b'{"said": ""}\n',
    "no output": b'{"code": 0}\n',
    "more than that": b'{"code": 0, "said": "", "more": 1}\n',
    "no compiler": b'{"code": null, "said": "g++: no such file"}\n',
    "a code that is true": b'{"code": true, "said": ""}\n',
    "a code that is false": b'{"code": false, "said": ""}\n',
    "a code that is text": b'{"code": "0", "said": ""}\n',
    "a code that is infinite": b'{"code": Infinity, "said": ""}\n',
    "an output that is a number": b'{"code": 1, "said": 1}\n',
    "half a letter": b'{"code": 1, "said": "error: \\ud800"}\n',
}


@pytest.mark.parametrize("said", WRONG_ANSWERS.values(), ids=WRONG_ANSWERS)
def test_whatever_else_a_builder_answers_is_the_fault_of_the_bot(
    said: bytes, tmp_path: Path
) -> None:
    with runtime_folder() as scratch, pytest.raises(BuildError, match="the builder") as failed:
        ScriptedBuildBox(scratch / "seat", said).build(tmp_path, tmp_path / "product.tar")
    assert len(str(failed.value)) < 100


def test_an_answer_is_believed_with_what_comes_behind_it(tmp_path: Path) -> None:
    product = tmp_path / "product.tar"
    answer = json.dumps({"code": 0, "said": ""}).encode()
    with runtime_folder() as scratch:
        ScriptedBuildBox(scratch / "seat", answer + b"\nthe product").build(tmp_path, product)
    assert product.read_bytes() == b"the product"


def test_a_builder_that_ends_before_its_order_is_the_fault_of_the_host(tmp_path: Path) -> None:
    with runtime_folder() as scratch, pytest.raises(HostFailure, match="before its order"):
        ScriptedBuildBox(scratch / "seat", b"", hears=False).build(tmp_path, tmp_path / "x")


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("name", BUILDS)
def test_a_hostile_build_gets_a_sentence_or_nothing_and_leaves_no_container(
    name: str, engine: Engine, runtime_parent: Path
) -> None:
    assert try_build(BUILDS[name], "container").complaints == ()
    labels = [found["Labels"][MATCH_LABEL] for found in engine.list_containers(MATCH_LABEL)]
    assert [label for label in labels if label.startswith(str(runtime_parent))] == []
    assert runtime_folders() == []
