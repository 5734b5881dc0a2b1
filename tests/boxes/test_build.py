"""A build: what comes of it, and that a hostile one gets nothing but a sentence."""

import asyncio
import io
import os
import resource
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.attacks.build_attack import BUILDS, try_build
from arena.bots.intake import TakenBot
from arena.bots.starter import write_starter
from arena.boxes.host.cpus import Cpus
from arena.boxes.host.leftovers import MATCH_LABEL, runtime_folder, runtime_folders
from arena.boxes.kinds import build as build_module
from arena.boxes.kinds import build as building
from arena.boxes.kinds import container as containers
from arena.boxes.kinds.build import BuildError, build, build_command
from arena.boxes.kinds.process import ProcessBox
from arena.boxes.supervision.supervisor import LOG_BYTES, TAIL_BYTES
from arena.containers import image as images
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.containers.runtime import Runtime
from arena.errors import CannotPlay, HostFailure
from arena.games import find_game
from arena.languages import Language, find_language
from arena.match.clock import TimeControl
from arena.match.verdict import Exit, Verdict, verdict_number
from arena.runner import host, products
from arena.runner.competitors import Competitors
from arena.runner.host import Host
from arena.runner.play import run_referee
from tests.bots.taking import taken
from tests.boxes.containers import FIRST, plan_match, play_task
from tests.boxes.scripted import ScriptedBox
from tests.waiting import wait_until

LANGUAGE = Language(
    name="test", title="Tests", run=("./bot",), build=("python3", "build.py", "**/*.py")
)


async def build_in_process(files: Path, product: Path, language: Language, limit: float) -> None:
    with runtime_folder() as folder, Cpus() as cpus:
        seat = folder / "seat"
        command = build_command(language, files, seat)
        box = ProcessBox(command, files, cpus, {**os.environ, "LC_ALL": "C.UTF-8"})
        await build(box, language, seat, product, limit)


def build_with(
    folder: Path, program: str, *more: str, limit: float = 200.0, language: Language = LANGUAGE
) -> Path:
    """Build in a process, with a Python program in the compiler's place; return the product."""
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "build.py").write_text(program)
    for name in more:
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).touch()
    product = folder / "product.tar"
    asyncio.run(build_in_process(source, product, language, limit))
    return product


def names(product: Path) -> list[str]:
    listed = subprocess.run(["tar", "tf", product], capture_output=True, text=True, check=True)
    return sorted(listed.stdout.split())


@pytest.mark.usefixtures("processes")
def test_the_product_is_the_folder_as_the_build_has_left_it(tmp_path: Path) -> None:
    product = build_with(tmp_path, "import sys; open('made', 'w').write(sys.argv[1])")
    assert names(product) == ["./", "./build.py", "./made"]
    assert sorted(path.name for path in (tmp_path / "source").iterdir()) == ["build.py"]


def test_a_pattern_in_the_command_is_all_files_that_fit_and_none_is_an_option(
    tmp_path: Path,
) -> None:
    right = ["./-folder/a.py", "./@folder/b.py", "./build.py"]
    for name in right:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    for seat in (None, tmp_path / "seat"):
        assert build_command(LANGUAGE, tmp_path, seat)[-3:] == right


# g++ tells its parts the bare name of a file, so `./` in front of it is not enough.
@pytest.mark.parametrize("name", ["@options.py", "-option.py", "folder/@options.py"])
def test_a_file_whose_name_a_compiler_takes_for_an_option_is_not_built(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / name).touch()
    bare = Path(name).name
    with pytest.raises(BuildError, match=f"takes the name '{bare}' for an option.$"):
        build_command(LANGUAGE, tmp_path)


@pytest.mark.usefixtures("processes")
def test_the_first_error_is_the_sentence_and_the_whole_output_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^Its build failed: bot.x:3: error: no y$") as failed:
        build_with(tmp_path, "print('In x:\\nbot.x:3: error: no y\\nmore'); exit(1)")
    assert failed.value.output == "In x:\nbot.x:3: error: no y\nmore\n"


@pytest.mark.usefixtures("processes")
def test_a_build_that_lacks_a_library_of_the_packages_says_what_brings_it(tmp_path: Path) -> None:
    said = "print('bot.cpp:3: fatal error: a/b.hpp: No such file'); exit(1)"
    lacking = replace(LANGUAGE, library="a/b.hpp", packages=("cc",), tools=("libb-dev",))
    line = "; type: sudo apt-get install cc libb-dev, or with a container engine arena image test$"
    with pytest.raises(BuildError, match=f"a/b.hpp: No such file{line}"):
        build_with(tmp_path / "one", said, language=lacking)
    with pytest.raises(BuildError, match=r"No such file$"):
        build_with(tmp_path / "other", said)
    for language in map(find_language, ("cpp", "java")):
        assert language.library in write_starter("mine", None, language.name)[language.source]


@pytest.mark.usefixtures("processes")
def test_of_a_long_output_the_beginning_and_the_end_are_kept(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as failed:
        build_with(tmp_path, "print('error: ' + 'x' * 10**7 + 'end'); exit(1)")
    output = failed.value.output
    assert len(output) < LOG_BYTES + TAIL_BYTES + 10
    assert (output[:8], output[-4:]) == ("error: x", "end\n")
    assert len(str(failed.value)) < 400


@pytest.mark.usefixtures("processes")
def test_a_build_that_never_ends_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    program = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import os, time; os.setsid();"
        " time.sleep(1000)'])\n"
        f"open('{tmp_path}/pids', 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(1000)"
    )
    with pytest.raises(BuildError, match="has not ended within 2 s"):
        build_with(tmp_path, program, limit=2)
    for pid in (tmp_path / "pids").read_text().split():
        wait_until(lambda pid=pid: not Path(f"/proc/{pid}").exists())  # type: ignore[misc]


@pytest.mark.parametrize(
    ("language", "source", "sentence"),
    [
        ("cpp", "bot.cpp", r"g\+\+ is not on this .*; type: sudo apt-get install g\+\+ nloh"),
        (
            "java",
            "Bot.java",
            "java is not on this .*; type: sudo apt-get install default-jre-headless libgoo",
        ),
        ("javascript", "bot.mjs", "node is not on this .*; type: sudo apt-get install nodejs"),
    ],
)
def test_a_language_that_is_not_here_is_this_machines_lack_and_named_with_what_brings_it(
    language: str, source: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    (tmp_path / "bot.toml").write_text(f'name = "mine"\nlanguage = "{language}"\n')
    (tmp_path / source).touch()
    task = plan_match([tmp_path, FIRST], TimeControl(bank=5), box="process")
    with pytest.raises(CannotPlay, match=f"^mine cannot play: {sentence}"):
        asyncio.run(play_task(task, lambda _: None))


@pytest.mark.usefixtures("processes")
def test_a_command_that_cannot_be_run_is_an_error_of_the_bot(tmp_path: Path) -> None:
    # A bot can bring that about: its files' names together may be longer than a command can be.
    compiler = tmp_path / "cc"
    compiler.write_text("#!/no/such/program\n")
    compiler.chmod(0o755)
    language = Language(name="test", title="Tests", run=("./bot",), build=(str(compiler),))
    with pytest.raises(BuildError, match="No such file"):
        asyncio.run(build_in_process(tmp_path, tmp_path / "product.tar", language, 200))


@pytest.mark.usefixtures("processes")
def test_a_command_that_is_too_long_is_an_error_of_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_module, "expand", lambda *_: ["x" * 100_000] * 100)
    with pytest.raises(BuildError, match="Argument list too long"):
        build_with(tmp_path, "")


# --- strangers' products, ends and times, by script ---


def pack(*entries: tuple[str, bytes, bytes], cut: int | None = None) -> bytes:
    """Return a tar of entries: name, kind and content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, kind, content in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname, entry.size = kind, "/etc/passwd", len(content)
            tar.addfile(entry, io.BytesIO(content))
    return packed.getvalue()[:cut]


BOT_TOML = ("bot.toml", tarfile.REGTYPE, b'name = "made"\n')
GOOD = pack(BOT_TOML, ("bot", tarfile.REGTYPE, b"\x7fELF"))
ENDED_WELL = Exit(code=0)


@dataclass
class Script:
    """What a build does; `sent` is nothing where it never connects."""

    sent: bytes | None = GOOD
    end: Exit | None = ENDED_WELL
    printed: str = ""
    fault: str = ""
    pause: float = 0.0
    queued: bool = False
    limit: float = 100.0
    boxes: list[ScriptedBox] = field(default_factory=list)

    def make_box(self, *_: object) -> ScriptedBox:
        box = ScriptedBox(
            self.sent,
            self.end,
            printed=self.printed,
            fault=self.fault,
            pause=self.pause,
            queued=self.queued,
        )
        self.boxes.append(box)
        return box


def write_sources(folder: Path) -> Path:
    """Write a bot in C++; return its folder."""
    source = folder / "mine"
    source.mkdir()
    (source / "bot.toml").write_text('name = "mine"\nlanguage = "cpp"\n')
    (source / "bot.cpp").touch()
    return source


@contextmanager
def scripted(script: Script, folder: Path) -> Iterator[None]:
    """Have all builds play a script, and their products lie in this folder."""

    async def limited(
        box: ScriptedBox, language: Language, seat: Path, product: Path, _: float
    ) -> None:
        await build(box, language, seat, product, script.limit)

    with ExitStack() as patched:
        for module, name, value in (
            (host, "ProcessBox", script.make_box),
            (building, "build", limited),
            (products, "require_compiler", lambda _: Path(__file__)),
            (products, "products_folder", lambda _: folder / "products"),
        ):
            patched.enter_context(mock.patch.object(module, name, value))
        yield


def own_compiler() -> AbstractContextManager[object]:
    """Have builds for plain processes use this machine's compiler, be there an image or not."""
    return mock.patch.object(Host, "_find_compiler", return_value="")


def build_in(box: str, source: Path) -> TakenBot:
    """Build the bot of a folder for such boxes, by this machine's compiler; it has its program."""
    made = build_anything(box, source)
    assert (made.folder / "bot").is_file()
    return made


def build_anything(box: str, source: Path) -> TakenBot:
    """Build so what may lack a program, of which the start of the bot will tell."""
    with Host(box) as here, own_compiler():
        return asyncio.run(here.build(taken(source)))


def build_scripted(script: Script, folder: Path) -> Path:
    """Build a bot in C++ whose box plays a script; return the folder of its product."""
    source = write_sources(folder)
    with scripted(script, folder):
        try:
            build_anything("process", source)
            return next((folder / "products").iterdir())
        finally:
            assert all(box.killed for box in script.boxes)


def test_what_a_build_sends_is_the_product(tmp_path: Path) -> None:
    product = build_scripted(Script(), tmp_path)
    assert (product / "bot").read_bytes() == b"\x7fELF"


def test_a_build_may_end_while_its_box_waits_for_a_cpu(tmp_path: Path) -> None:
    product = build_scripted(Script(queued=True), tmp_path)
    assert (product / "bot").read_bytes() == b"\x7fELF"


def test_two_bots_of_one_name_are_called_by_the_folders_of_their_authors(tmp_path: Path) -> None:
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (
            write_sources(tmp_path / folder).rename(tmp_path / f"{folder}-bot") / "bot.cpp"
        ).write_text(folder)
    words = [str(tmp_path / name) for name in ("old-bot", "new-bot")]
    with scripted(Script(), tmp_path), Host("process") as here, own_compiler():
        seated = Competitors(here, lambda _: None).seat(words, find_game("six_nimmt"))
    assert [bot.name for bot in seated] == ["old-bot", "new-bot"]
    assert all(isinstance(bot, TakenBot) and bot.is_built for bot in seated)
    assert len([*(tmp_path / "products").iterdir()]) == 2


@pytest.mark.usefixtures("processes")
def test_who_builds_a_bot_loads_no_grpc_and_so_may_fork_its_referee() -> None:
    code = (
        "import sys, arena.runner.host, arena.boxes.kinds.container, arena.runner.products;"
        " print({'grpc', 'arena.boxes.kinds.process'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'arena.boxes.kinds.process'}\n"


def test_what_two_matches_want_at_once_is_built_once(tmp_path: Path) -> None:
    source, script = write_sources(tmp_path), Script()

    async def both() -> list[Path]:
        with scripted(script, tmp_path), Host("process") as here, own_compiler():
            made = [here.build(taken(source)) for _ in range(2)]
            return [bot.folder for bot in await asyncio.gather(*made)]

    assert len({*asyncio.run(both())}) == 1
    assert len([*(tmp_path / "products").iterdir()]) == 1
    assert len(script.boxes) == 1


def test_a_build_in_a_container_claims_its_gigabyte_before_its_box_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, claims = Script(), []

    async def claim(folder: Path, runtime: Runtime, boxes: int, *_: object) -> None:
        assert folder in runtime_folders()
        assert not script.boxes
        claims.append((runtime.memory, boxes))

    monkeypatch.setattr(host, "claim_memory", claim)
    with contained(script, tmp_path, monkeypatch), Host("container") as here:
        made = asyncio.run(here.build(taken(write_sources(tmp_path))))
        assert (made.folder / "bot").exists()
    assert claims == [(1024**3, 1)]


def test_an_engine_is_asked_once_a_match_and_for_the_images_of_its_bots_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def claim(*_: object) -> None:
        pass

    source = write_sources(tmp_path)
    monkeypatch.setattr(host, "claim_memory", claim)
    with contained(Script(), tmp_path, monkeypatch) as asked, Host("container") as here:
        for folder in (source, source, FIRST):
            asyncio.run(here.build(taken(folder)))
        assert here.image("cpp") == "image"
    assert asked == [("cpp", False), ("cpp", True)]


@contextmanager
def contained(
    script: Script, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[object]]:
    """Have an engine that has all images; give what it is asked, as it is asked."""
    asked: list[object] = []

    def find(_: object, language: str, *, to_build: bool) -> Image:
        asked.append((language, to_build))
        return Image("image", "by hand")

    monkeypatch.setattr(Host, "engine", None)
    monkeypatch.setattr(images, "require_image", find)
    monkeypatch.setattr(containers, "ContainerBox", lambda *_, **__: script.make_box())
    with scripted(script, folder):
        yield asked


WRONG_PRODUCTS = {
    "nothing": (Script(None), "no archive"),
    "an empty one": (Script(b""), "no archive"),
    "no tar": (Script(b"x" * 5000), "no archive"),
    "one that is cut short": (Script(GOOD[:1000]), "broken or cut short"),
    "an empty tar": (Script(pack()), "it is empty"),
    "too much": (Script(bytes(65 << 20)), "over 64 MB of files; that is the most"),
    "a file too large": (
        Script(pack(BOT_TOML, ("bot", tarfile.REGTYPE, bytes(17 << 20)))),
        "'bot' is over 16 MB",
    ),
    "a link": (Script(pack(BOT_TOML, ("bot", tarfile.SYMTYPE, b""))), "no ordinary file"),
    "a hard link": (Script(pack(BOT_TOML, ("bot", tarfile.LNKTYPE, b""))), "no ordinary file"),
    "a disk": (Script(pack(BOT_TOML, ("bot", tarfile.BLKTYPE, b""))), "no ordinary file"),
    "a terminal": (Script(pack(BOT_TOML, ("bot", tarfile.CHRTYPE, b""))), "no ordinary file"),
    "a pipe": (Script(pack(BOT_TOML, ("bot", tarfile.FIFOTYPE, b""))), "no ordinary file"),
    "a way out": (Script(pack(("../../bot", tarfile.REGTYPE, b""))), "leads outside"),
    "a place of the host": (Script(pack(("/etc/bot", tarfile.REGTYPE, b""))), "leads outside"),
    "a file twice": (Script(pack(BOT_TOML, BOT_TOML)), "in it twice"),
    "a file in a file": (
        Script(pack(("bot", tarfile.REGTYPE, b""), ("bot/bot", tarfile.REGTYPE, b""))),
        "in it twice",
    ),
    "an end that is not well": (Script(end=Exit(code=3)), r"g\+\+ ended with exit code 3"),
    "a signal": (Script(end=Exit(signal=11)), "was ended by signal 11"),
    "no memory": (Script(end=Exit(code=1, out_of_memory=True)), "more memory than its box has"),
    "no program": (Script(end=Exit(error="it cannot be run")), "it cannot be run"),
    "no end": (
        Script(end=None, limit=0.1),
        "not ended within 0.1 s of CPU time, or 0.3 s in all",
    ),
    "words": (Script(end=Exit(code=1), printed="\n \n\x1b[31mno" + "!" * 10**6), "!!!!"),
}


@pytest.mark.parametrize(("script", "sentence"), WRONG_PRODUCTS.values(), ids=WRONG_PRODUCTS)
def test_whatever_is_wrong_with_a_build_is_a_sentence_about_the_bot(
    script: Script, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BuildError, match=sentence) as failed:
        build_scripted(script, tmp_path)
    assert len(str(failed.value)) < 400
    assert list((tmp_path / "products").iterdir()) == []


def test_what_the_machine_did_to_a_build_is_not_the_fault_of_the_bot(tmp_path: Path) -> None:
    for number, end in enumerate((ENDED_WELL, Exit(signal=9), Exit(out_of_memory=True))):
        (tmp_path / str(number)).mkdir()
        with pytest.raises(HostFailure, match="a build was ended: the power was out"):
            build_scripted(Script(end=end, fault="the power was out"), tmp_path / str(number))


def test_a_product_that_cannot_be_kept_is_not_the_fault_of_the_bot(tmp_path: Path) -> None:
    (tmp_path / "products").touch()
    with pytest.raises(HostFailure, match="a product could not be kept: File exists"):
        build_scripted(Script(), tmp_path)
    with ExitStack() as held:
        # So is it where the disk is full: this one is from the first byte on.
        limited = resource.getrlimit(resource.RLIMIT_FSIZE)
        held.callback(resource.setrlimit, resource.RLIMIT_FSIZE, limited)
        held.callback(signal.signal, signal.SIGXFSZ, signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        scripted, seat = Script(), tmp_path / "seat"
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limited[1]))

        async def main() -> None:
            await build(scripted.make_box(), LANGUAGE, seat, tmp_path / "product.tar")

        with pytest.raises(HostFailure, match="a product could not be kept: File too large"):
            asyncio.run(main())


KINDS = [
    *(tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE),
    *(tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE, tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME, b"?"),
]
NAMES = st.one_of(
    st.sampled_from(["bot", "bot.toml", ".", "..", "../x", "/x", "a/b", "a", "A", "x" * 200]),
    st.text(min_size=1, max_size=20),
)
ENTRIES = st.lists(st.tuples(NAMES, st.sampled_from(KINDS), st.binary(max_size=2000)), max_size=6)
SENT = st.one_of(
    st.none(),
    st.binary(max_size=3000),
    st.builds(lambda entries, cut: pack(*entries, cut=cut), ENTRIES, st.integers(-600, 4000)),
    st.builds(lambda entries: pack(*entries), ENTRIES),
)
ENDS = st.one_of(
    st.just(ENDED_WELL),
    st.none(),
    st.builds(
        Exit,
        code=st.one_of(st.none(), st.integers(-300, 300)),
        signal=st.one_of(st.none(), st.integers(0, 64)),
        out_of_memory=st.booleans(),
        error=st.text(max_size=5),
    ),
)


@settings(max_examples=50)
@given(sent=SENT, end=ENDS, printed=st.text(max_size=100), pause=st.sampled_from([0, 0, 0.02]))
def test_a_hostile_build_makes_ordinary_files_or_is_a_sentence_about_the_bot(
    sent: bytes | None, end: Exit | None, printed: str, pause: float
) -> None:
    script = Script(sent, end, printed, pause=pause, limit=0.01)
    with TemporaryDirectory() as folder:
        made: list[Path] = []
        with suppress(BuildError):
            made = [build_scripted(script, Path(folder))]
        assert list((Path(folder) / "products").iterdir()) == made
        for path in (Path(folder) / "products").rglob("*"):
            assert path.is_dir() or path.is_file()
            assert not path.is_symlink()
        assert sorted(path.name for path in Path(folder).iterdir()) == ["mine", "products"]


# --- in matches ---


HOSTILE_SOURCES = {
    "no C++": "int main( {",
    "the answer of another": '#include "/etc/shadow"\nint main() {}',
    "a template without end": (
        "template <int N> struct A { static constexpr int v = A<N + 1>::v; };\n"
        "int main() { return A<0>::v; }"
    ),
    "no program": "#pragma once\n",
    "a program that ends": "int main() {}",
}


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("source", HOSTILE_SOURCES.values(), ids=HOSTILE_SOURCES)
def test_a_bot_whose_build_fails_forfeits_as_one_that_does_not_start(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bot = tmp_path / "mine"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mine"\nlanguage = "cpp"\n')
    (bot / "bot.cpp").write_text(source)
    task = plan_match([bot, FIRST], TimeControl(bank=5), box="process")
    (forfeit,) = run_referee(play_task(task, lambda _: None)).games[0].forfeits
    assert forfeit.seat == 0
    assert forfeit.verdict == verdict_number(Verdict.NO_START)


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("name", BUILDS)
def test_a_hostile_build_gets_a_sentence_or_nothing_and_leaves_no_container(
    name: str, engine: Engine, runtime_parent: Path
) -> None:
    assert try_build(BUILDS[name], "container")[1] == ()
    labels = [found["Labels"][MATCH_LABEL] for found in engine.list_containers(MATCH_LABEL)]
    assert [label for label in labels if label.startswith(str(runtime_parent))] == []
    assert runtime_folders() == []


@pytest.mark.usefixtures("gvisor")
@pytest.mark.parametrize(
    "name",
    [
        *("ends_the_supervisor", "reads_the_host", "writes_the_supervisors_memory"),
        # In CI by the attack `fork_bomb`, whose box is the same.
        pytest.param("process_bomb", marks=pytest.mark.soak),
    ],
)
def test_what_gvisor_does_not_stop_is_told_and_is_no_more(name: str) -> None:
    assert try_build(BUILDS[name], "gvisor")[1] == ()


def test_what_is_known_to_be_open_is_told_for_gvisor_alone() -> None:
    assert [name for name, attack in BUILDS.items() if attack.known_open("gvisor")] == [
        "reads_the_host",
        "writes_the_supervisors_memory",
    ]
    assert not any(attack.known_open("container") for attack in BUILDS.values())
    assert BUILDS["ends_the_supervisor"].must("container") == "it is built"
    assert BUILDS["ends_the_supervisor"].must("gvisor").endswith("'was ended by signal'")
