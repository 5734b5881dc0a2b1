"""No command prints what a stranger wrote as it was written: not one word, path, log or reason.

Every word that a command takes is tried by itself; and every command has to have a case here, in
which what it shows is a stranger's.
"""

import io
import json
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Final

import click
import msgspec
import pytest

from arena.check.report import CheckStep, Evidence, Finding, StepOutcome
from arena.cli.app import app as arena_app
from arena.match.plan import read_plan
from arena.match.record import pack_record, read_record
from arena.match.unfinished import keep_match
from arena.v1 import record_pb2 as rec
from ladder.cli.app import app as ladder_app
from ladder.log.entries import ORGANISER, Benched, Excluded, Joined
from ladder.log.proof import prove
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.wire import UploadDetails, UploadLine, UploadList, UploadState
from tests.bots.writing import choosing, write_bot
from tests.foreign_text.hostile import HOSTILE, NAME, TYPED, forged, unsafe
from tests.ladder.answering import answering
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, plan_match, play, play_on, queue, void
from tests.programs import commands_of, in_process
from tests.screens import on_screen

# Besides what is run: a bot that prints, and fails.
CRASHING = (
    f"import sys\nfor stream in (sys.stdout, sys.stderr):\n    stream.write({HOSTILE!r})\n"
    f"raise SystemExit({HOSTILE!r})\n"
)
RAISING = choosing(f"print({HOSTILE!r}); raise ValueError({HOSTILE!r})")
QUICK = ["--games=2", "--option=limit=none", "--option=rounds=1"]


@dataclass
class World:
    """A folder with what strangers have brought into it."""

    folder: Path
    golden: Golden

    @property
    def place(self) -> Path:
        return self.folder / f"{NAME}.db"

    def run(self, program: str, *words: str | Path) -> str:
        """Return what a command says to its user, on both streams, after looking at it."""
        done = in_process(program, self.folder)(*words, check=None)
        said: str = done.stdout + done.stderr
        assert done.returncode in {0, 1, 2}, said
        # A bot's own stands behind a sign, or within a word of JSON.
        assert not re.search("^Traceback", said, re.MULTILINE), said
        assert unsafe(said) == []
        assert forged(said) == []
        return said


@pytest.fixture
def world(
    programs: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> Iterator[World]:
    # Not tmp_path, whose name leaves too little for the names of sockets.
    parent = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setenv("ARENA_RUNTIME_DIR", str(parent))
    monkeypatch.setenv("DOCKER_HOST", f"unix:///nowhere/{NAME}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LADDER", str(tmp_path / f"{NAME}.db"))
    yield World(tmp_path, golden)
    shutil.rmtree(parent)


def quoted(text: str) -> str:
    """Return a string of TOML."""
    return '"' + "".join(f"\\U{ord(letter):08x}" for letter in text) + '"'


BAD: Final = 'name = "bad"'
# What is wrong with a bot's files, by the bot.toml that says it with a stranger's words.
WRONG_TOMLS: Final = {
    "name": f"name = {quoted(HOSTILE)}",
    "games": f'name = "bad"\ngames = [{quoted(HOSTILE)}]',
    "command": f'name = "bad"\ncommand = [{quoted(HOSTILE)}]',
    "key": f'name = "bad"\n{quoted(HOSTILE)} = 3',
    "text": f'name = "bad"\n{HOSTILE}',
    "nul": 'name = "bad"\ncommand = ["python3", "\\u0000"]',
}


def hostile_record(played: rec.Record) -> rec.Record:
    """Return a record in which all text is a stranger's."""
    for number, bot in enumerate(played.plan.bots):
        bot.name = f"{HOSTILE}{number}"
    played.plan.box = HOSTILE
    played.plan.allow_missing.append(HOSTILE)
    return spoil(played)


def spoil(played: rec.Record) -> rec.Record:
    """Put a stranger's words into all evidence of a record."""
    forfeits = [forfeit for game in played.games for forfeit in game.forfeits]
    assert forfeits
    for forfeit in forfeits:
        forfeit.detail = forfeit.log_tail = HOSTILE
    return played


def make_record(folder: Path) -> rec.Record:
    with make_ladder(folder / "other.db", "one", "two") as store:
        return hostile_record(play(plan_match(store), erring=["one", "two"]))


def fill_ladder(world: World, voids: int = 9) -> None:
    """Make a ladder on which every text that may be a stranger's is one."""
    world.golden.copy(world.place, make_hostile, voids)


def make_hostile(place: Path, voids: int) -> Store:
    store = make_ladder(place, "one", "two", "three", "four")
    for _ in range(3):
        planned = queue(store, plan_match(store))
        record = spoil(play(planned.plan, erring=["one", "two", "three", "four"]))
        logs = {bot.name: HOSTILE for bot in planned.plan.bots}
        assert store.finish(planned.match, prove(record), logs)
    play_on(store, 1)
    stuck = queue(store, plan_match(store)).match
    for _ in range(voids):
        void(store, stuck, HOSTILE)
    store.append(
        Benched("two@1", HOSTILE, (1,)),
        Excluded(HOSTILE, player="three@1"),
        Excluded(HOSTILE, match=1),
    )
    return store


def make_small(place: Path) -> Store:
    store = make_ladder(place, "one", "two")
    play_on(store, 1)
    return store


def play_hostile_bots(world: World) -> None:
    bots = {"crashing": CRASHING, "raising": RAISING}
    for name, source in bots.items():
        write_bot(world.folder / name, source, f'name = "{name}"')
    # One ends a match before it begins, and the other in its middle.
    for name in bots:
        words = ["play", "six_nimmt", name, "first", *QUICK]
        logs = f"{NAME}x{name}"
        assert r"\u202egnp." in world.run("arena", *words, f"--out={NAME}", f"--logs={logs}")
        world.run("arena", *words, "--json", "--box=inline")
        text = (world.folder / logs / f"{name}.log").read_text()
        assert not unsafe(text)
        assert "\nFORGED" in text  # a block has its lines, below its heading
    for number, toml in enumerate(WRONG_TOMLS.values()):
        folder = write_bot(world.folder / f"{NAME}{number}", "", toml)
        world.run("arena", "play", "six_nimmt", folder.name, "first", "--box=inline", *QUICK)
    assert "is no name" not in world.run("arena", "play", "six_nimmt", f"{NAME}=raising", *QUICK)


def check_hostile_bots(world: World) -> None:
    write_bot(world.folder / "crashing", CRASHING, BAD)
    words = ("--box=process", f"--out={NAME}")
    said = world.run("arena", "check", "crashing", *words)
    assert r"log    | \u202egnp." in said
    assert "FORGED" in world.run("arena", "check", "crashing", *words, "--json")
    write_bot(world.folder / f"{NAME}raising", RAISING, 'name = "bad"\ngames = ["six_nimmt"]')
    assert "FORGED" in world.run("arena", "check", f"{NAME}raising", *words)
    for number, toml in enumerate(WRONG_TOMLS.values()):
        folder = write_bot(world.folder / f"{NAME}{number}", "", toml)
        world.run("arena", "check", folder.name, "--box=process")
    for archive in write_archives(world.folder):
        world.run("arena", "check", archive.name, "--box=process")


def write_archives(folder: Path) -> Iterator[Path]:
    """Write archives whose members have a stranger's names."""
    with zipfile.ZipFile(folder / f"{NAME}.zip", "w") as archive:
        archive.writestr("x/y", b"")
        archive.filelist[0].filename = f"x/{HOSTILE}"
        archive.writestr(f"x/{HOSTILE}"[:90], b"")
    yield folder / f"{NAME}.zip"
    with tarfile.open(folder / f"{NAME}.tar", "w") as tar:
        for name in (f"x/{HOSTILE}", NAME, NAME.upper()):
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    yield folder / f"{NAME}.tar"


def replay_hostile_record(world: World) -> None:
    record = make_record(world.folder)
    file = world.folder / f"{NAME}.arena"
    file.write_bytes(pack_record(record))
    world.run("arena", "replay", file.name)
    said = world.run("arena", "replay", file.name, "--game=1")
    assert "[/b]oo[link=file:///etc/passwd]" in said
    for words in (["--json"], ["--verify"], ["--verify", "--json"], ["--game=99"]):
        world.run("arena", "replay", file.name, *words)
    world.run("arena", "replay", file.name, f"--html={NAME}.html")
    record.plan.bots[0].parameters[HOSTILE] = HOSTILE
    file.write_bytes(pack_record(record))
    for words in ([], ["--tables"], ["--json"]):
        world.run("arena", "replay", file.name, "--game=1", *words)
    record.plan.options[HOSTILE] = HOSTILE
    file.write_bytes(pack_record(record))
    world.run("arena", "replay", file.name, "--game=1")
    file.write_bytes(b"")
    world.run("arena", "replay", ".")
    (world.folder / NAME).mkdir()
    world.run("arena", "replay", NAME)
    del record.plan.options[HOSTILE]
    match = keep_match(world.folder / NAME, read_plan(record.plan), fresh=True, same_luck=False)
    match.add(record.games[0])
    match.close()
    world.run("arena", "replay", NAME)


def review_hostile_record(world: World) -> None:
    record = make_record(world.folder)
    file = world.folder / f"{NAME}.arena"
    file.write_bytes(pack_record(record))
    words = ("arena", "review", file.name, f"--bot={record.plan.bots[0].name}", "--playouts=16")
    for more in ([], ["--json"], [f"--html={NAME}.html"], [f"--html={NAME}/{NAME}"]):
        world.run(*words, *more)
    world.run("arena", "review", NAME, f"--bot={NAME}")


def rerun_hostile_record(world: World) -> None:
    bot = write_bot(world.folder / "raising", RAISING, BAD)
    world.run("arena", "play", "six_nimmt", bot.name, "first", *QUICK)
    (file,) = (world.folder / "records").glob("*")
    record = read_record(file)
    seat = [one.name for one in record.plan.bots].index("first")
    seats = [[*game.seating].index(seat) for game in record.games]
    for words in ([], ["--json"], ["--debug"], ["--against", bot.name], ["--game=99"]):
        asked = [f"--seat={seats[0]}", "--bot=random", "--box=inline", *words]
        world.run("arena", "rerun", file, *asked)
    world.run("arena", "rerun", file, f"--seat={1 - seats[0]}", f"--bot={bot.name}")
    world.run("arena", "rerun", NAME, "--seat=0", f"--bot={NAME}")


def compare_hostile_bots(world: World) -> None:
    for name, source in {"crashing": CRASHING, "raising": RAISING}.items():
        write_bot(world.folder / name, source, f'name = "{name}"')
    besides = ["--game=six_nimmt", *QUICK[1:], "--against=first", "--pairs=2", f"--out={NAME}"]
    besides += ["--box=inline"]
    words = ["compare", "crashing", "raising", *besides]
    assert r"\u202egnp." in world.run("arena", *words)
    world.run("arena", *words, "--json")
    for number, toml in enumerate(WRONG_TOMLS.values()):
        folder = write_bot(world.folder / f"{NAME}{number}", "", toml)
        world.run("arena", "compare", "first", folder.name, *besides)
    (description,) = (world.folder / NAME).glob("*crashing*/comparison.json")
    description.write_text(HOSTILE)
    world.run("arena", *words)


def measure_hostile_bot(world: World) -> None:
    write_bot(world.folder / "crashing", CRASHING, 'name = "crashing"')
    words = [
        "crashing",
        "--game=six_nimmt",
        *QUICK[1:],
        "--games=1",
        "--box=inline",
        f"--out={NAME}",
    ]
    world.run("arena", "measure", *words)
    world.run("arena", "measure", *words, "--json")
    for number, toml in enumerate(WRONG_TOMLS.values()):
        folder = write_bot(world.folder / f"{NAME}{number}", "", toml)
        world.run("arena", "measure", folder.name, "--game=six_nimmt")


def look_at_hostile_bot(world: World) -> None:
    fill_ladder(world)
    for name in ("one", "two", "three"):
        said = world.run("ladder", "bot", name)
        assert r"| \x1b]0;title\x07" in said
        world.run("ladder", "bot", name, "--json")
        world.run("ladder", "bot", name, "--against=four")


def look_at_hostile_match(world: World) -> None:
    fill_ladder(world)
    said = world.run("ladder", "match", "1", f"--record={NAME}x", f"--logs={NAME}y")
    assert r"does not count: \x1b]0;title\x07" in said
    world.run("ladder", "match", "1", "--json")


def look_at_hostile_ladder(world: World) -> None:
    fill_ladder(world)
    said = world.run("ladder", "doctor")
    # What is long goes on in the next lines of its column.
    assert said.count(r"title\x07\x1b]52;c;") >= 1
    world.run("ladder", "doctor", "--json")
    with open_store(str(world.place)) as store:
        (stuck,) = store.queue()
        void(store, stuck.match, "x" * 5000)
    assert world.run("ladder", "doctor").count("x") < 1000


def look_at_hostile_table(world: World) -> None:
    fill_ladder(world)
    for words in ([], ["six_nimmt"], ["--versions"], ["--json"], ["--csv"], ["six_nimmt", "--csv"]):
        world.run("ladder", "table", *words)


def look_at_hostile_matrix(world: World) -> None:
    fill_ladder(world)
    for words in ([], ["--csv"], ["--json"]):
        world.run("ladder", "matrix", "six_nimmt", *words)


def look_at_hostile_grades(world: World) -> None:
    fill_ladder(world)
    for words in ([], ["--csv"], ["--json"], ["six_nimmt"], ["--reference=two"]):
        world.run("ladder", "grades", *words)


def submit_hostile_bots(world: World) -> None:
    fill_ladder(world)
    write_bot(world.folder / f"{NAME}raising", RAISING, BAD)
    write_bot(world.folder / f"{NAME}games", RAISING, WRONG_TOMLS["games"])
    archives = [archive.name for archive in write_archives(world.folder)]
    for bots in ([f"{NAME}raising"], [f"{NAME}games"], [*archives, f"{NAME}games"]):
        said = world.run("ladder", "submit", "--trust", *bots)
        assert "FORGED" in said
    world.run("ladder", "submit", "--trust", "--json", f"{NAME}games")


def hostile_story() -> UploadDetails:
    """Return what a server tells of an upload, in which all text is a stranger's."""
    evidence = Evidence(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
    step = CheckStep(
        1, HOSTILE, StepOutcome.FAILED, Finding(HOSTILE, (HOSTILE,), evidence=evidence), 0.1
    )
    line = UploadLine(
        1, HOSTILE, HOSTILE, datetime.now(UTC), UploadState.REFUSED, None, HOSTILE, HOSTILE
    )
    return UploadDetails(line, (step,), HOSTILE, has_record=True, note=HOSTILE)


@contextmanager
def hostile_server(world: World) -> Iterator[None]:
    """Have somebody be logged in at a server that tells only what strangers wrote."""
    story = hostile_story()
    listed = msgspec.json.encode(UploadList(HOSTILE, (story.upload,)))
    answers = {"/api/v1/uploads": listed, "/api/v1/uploads/1": msgspec.json.encode(story)}

    def respond(request: BaseHTTPRequestHandler) -> None:
        found = answers.get(request.path)
        request.send_response(200 if found else 404)
        request.end_headers()
        request.wfile.write(found or msgspec.json.encode({"error": HOSTILE}))

    with answering(respond) as url:
        keep_login(world, url, "secret")
        yield


def keep_login(world: World, url: str, token: str) -> None:
    file = world.folder / "config" / "card-arena" / "login.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"url": url, "token": token}))


def look_at_hostile_uploads(world: World) -> None:
    with hostile_server(world):
        assert r"\x1b]0;title\x07" in world.run("ladder", "uploads")
        assert r"log    | \x1b]0;title\x07" in world.run("ladder", "uploads", "1")
        assert r"\x1b]0;title\x07" in world.run("ladder", "uploads", "2")
        for words in (["--json"], ["1", "--json"]):
            world.run("ladder", "uploads", *words)
    keep_login(world, HOSTILE, HOSTILE)
    world.run("ladder", "uploads")


def log_in_at_hostile_server(world: World) -> None:
    for words in ([TYPED], [TYPED, "--token-stdin"], ["localhost:1", "--json"]):
        world.run("ladder", "login", *words)


def run_hostile_season(world: World) -> None:
    fill_ladder(world)
    with make_ladder(world.folder / "small.db", "one", "two", "three"):
        pass
    world.run("ladder", "run", "--trust", "--matches=1", "--ladder=small.db")
    said = world.run("ladder", "run", "--trust", "--matches=1")
    assert "1 match played" in said


def change_hostile_exclusion(world: World) -> None:
    fill_ladder(world)
    world.run("ladder", "exclude", "--version=one@1", "--reason", TYPED)
    world.run("ladder", "admit", "--version=one@1", "--reason", TYPED)
    world.run("ladder", "exclude", "--version=one@1", "--reason=[/b]oo[link=file:///x]")
    assert "[/b]oo[link=file:///x]" in world.run("ladder", "bot", "one@1")


def handle_hostile_authors(world: World) -> None:
    fill_ladder(world)
    with open_store(str(world.place)) as store:
        store.append(Joined("anna"), Excluded(HOSTILE, author="anna"))
    for words in (["list"], ["list", "--json"], ["add", TYPED], ["add", "--json", "bert"]):
        world.run("ladder", "author", *words)
    assert r"\x1b]0;title\x07" in world.run("ladder", "author", "list")
    for words in (["token", TYPED], ["token", "anna"], ["tokens"], ["revoke", TYPED]):
        world.run("ladder", "author", *words)


def apply_hostile_course(world: World) -> None:
    fill_ladder(world)
    text = json.dumps(HOSTILE)
    person = f"[[authors]]\nname = {text}\nmembers = [{{name = {text}, email = {text}}}]\n"
    course = world.folder / f"{NAME}.toml"
    for written in (
        f"announcement = {text}",
        f"{text} = 1",
        f"[limits]\n{text} = 1",
        f"[[authors]]\nkey = {text}",
        f"roster = {text}",
        f"announcement = {HOSTILE}",
        f"{person}[[authors]]\nkey = 'x'\nmembers = [{{lms = {text}}}]",
        person,
    ):
        course.write_text(written)
        for words in ([], ["--dry-run"], ["--json"], ["--tokens", "tokens"]):
            world.run("ladder", "course", "apply", course, *words)
    assert r"\x1b]0;title\x07" in world.run("ladder", "author", "list")
    for words in (["list", "--json"], ["forget", TYPED], ["forget", "author-1"]):
        world.run("ladder", "author", *words)
    course.write_text(f"{person}[[tiers]]\nbot = {text}\npoints = 1")
    world.run("ladder", "grades", "--scheme", course)
    course.write_text("[[tiers]]\nbot = 'one'\npoints = 1")
    for words in ([], ["--csv"], ["--json"]):
        world.run("ladder", "grades", "--scheme", course, *words)


def choose_hostile_version(world: World) -> None:
    fill_ladder(world)
    said = world.run("ladder", "choose", "three@1")
    assert r"three@1 is excluded: \x1b]0;title\x07" in said
    world.run("ladder", "choose", TYPED)


def withdraw_hostile_version(world: World) -> None:
    fill_ladder(world)
    said = world.run("ladder", "withdraw", "three@1")
    assert r"three@1 is excluded: \x1b]0;title\x07" in said
    for words in (["one"], ["two", "--json"], [TYPED]):
        world.run("ladder", "withdraw", *words)


def request_hostile_match(world: World) -> None:
    fill_ladder(world)
    said = world.run("ladder", "request", "three@1", "one")
    assert r"three@1 is excluded: \x1b]0;title\x07" in said
    for words in (["two", "one"], [TYPED, "one"], ["one", TYPED], ["one", "one", "--json"]):
        world.run("ladder", "request", *words)


def review_hostile_match(world: World) -> None:
    fill_ladder(world)
    for words in (["one", "1"], ["two", "1", "--json"], ["three@1", "2"], [TYPED, "1"]):
        world.run("ladder", "review", *words)
    for words in ([], ["1"], ["1", "--json"]):
        world.run("ladder", "requests", *words)


def look_at_hostile_requests(world: World) -> None:
    request_hostile_match(world)
    with open_store(str(world.place)) as store:
        requests = Requests(store.connections)
        requests.fail(requests.ask(ORGANISER, ["one@1", "four@1"]).number, HOSTILE)
    for words in ([], ["--json"], ["1"], ["1", "--json"], ["1", f"--record={NAME}"]):
        world.run("ladder", "requests", *words)


def look_at_hostile_suspects(world: World) -> None:
    fill_ladder(world)
    assert "no two bots have met" in world.run("ladder", "suspects")
    for words in (["--json"], [TYPED]):
        world.run("ladder", "suspects", *words)


def return_hostile_bot(world: World) -> None:
    fill_ladder(world)
    world.run("ladder", "return", "two")
    world.run("ladder", "return", "three")


def bench_hostile_bot(world: World) -> None:
    fill_ladder(world)
    world.run("ladder", "bench", "two", "--reason=so")
    for reason in (TYPED, "[/b]oo[link=file:///x]"):
        world.run("ladder", "bench", "one", f"--reason={reason}")


def set_hostile_text(world: World) -> None:
    fill_ladder(world)
    for text in (TYPED, "[/b]oo[link=file:///x]", ""):
        world.run("ladder", "set", f"--announce={text}")
    for setting in ("--freeze", "--pause", "--unsettled=1"):
        world.run("ladder", "set", setting)
    world.run("ladder", "log")


def export_hostile_ladder(world: World) -> None:
    fill_ladder(world)
    world.run("ladder", "export", f"{NAME}.zip")
    world.run("ladder", "export", f"{NAME}.zip", "--json")
    for words in ([], ["--json"]):
        world.run("ladder", "export", f"{NAME}s.zip", "--sources", *words)
    (world.folder / f"{NAME}x").mkdir()
    world.run("ladder", "export", f"{NAME}x")


def copy_hostile_ladder(world: World) -> None:
    """Back a ladder up and restore it."""
    fill_ladder(world)
    backup, other = f"{NAME}.backup", f"{NAME}2.db"
    for words in (
        ["backup", backup],
        ["restore", backup, f"--ladder={other}"],
    ):
        said = [world.run("ladder", *words), world.run("ladder", *words, "--json")]
        assert "of the log, up to the digest" in said[0]
    world.run("ladder", "backup", f"{NAME}.db")
    (world.folder / backup).write_bytes(TYPED.encode(errors="replace"))
    world.run("ladder", "restore", backup, f"--ladder={NAME}4.db")


def publish_hostile_ladder(world: World) -> None:
    fill_ladder(world)
    for words in ([], ["--json"], ["--no-export"]):
        world.run("ladder", "publish", f"{NAME}site", *words)
    (world.folder / f"{NAME}x").mkdir()
    (world.folder / f"{NAME}x" / "file").touch()
    world.run("ladder", "publish", f"{NAME}x")


def serve_hostile_ladder(world: World) -> None:
    """Have it refuse, since it does not end otherwise; its pages are tried in `ladder/web`."""
    fill_ladder(world)
    for words in (f"--ladder={NAME}none.db", f"--export={NAME}.zip", f"--host={TYPED}"):
        world.run("ladder", "serve", words)


def import_hostile_ladder(world: World) -> None:
    export_hostile_ladder(world)
    said = world.run("ladder", "import", f"{NAME}.zip", f"--ladder={NAME}2.db")
    assert "every record was played again" in said
    with zipfile.ZipFile(world.folder / f"{NAME}.zip") as good:
        log = good.read("log.jsonl").splitlines(keepends=True)
    for line in (TYPED.encode(errors="replace"), log[0].replace(b"six_nimmt", b"\\u001b[2J")):
        with zipfile.ZipFile(world.folder / f"{NAME}bad.zip", "w") as bad:
            bad.writestr("log.jsonl", b"".join([line, *log[1:]]))
        world.run("ladder", "import", f"{NAME}bad.zip", f"--ladder={NAME}3.db")
        world.run("ladder", "rate", f"{NAME}bad.zip")
        (world.folder / f"{NAME}.jsonl").write_bytes(line)
        world.run("ladder", "rate", f"{NAME}.jsonl")


def rate_hostile_export(world: World) -> None:
    export_hostile_ladder(world)
    for words in ([], ["six_nimmt"], ["--json"], ["--csv"], ["--versions"]):
        world.run("ladder", "rate", f"{NAME}.zip", *words)


def verify_hostile_export(world: World) -> None:
    export_hostile_ladder(world)
    for words in ([], ["--json"], ["--extends", f"{NAME}.zip"], [f"--extends={TYPED}"]):
        world.run("ladder", "verify", f"{NAME}.zip", *words)


def begin_hostile_season(world: World) -> None:
    fill_ladder(world)
    for bot in ("two", "three"):
        said = world.run("ladder", "season", "--format=gauntlet", "--bot", bot)
        assert r"\x1b]0;title\x07" in said
    world.run("ladder", "season", "--format=round-robin")
    world.run("ladder", "season", "--json")
    for words in (["--top=9"], ["--top=2"], ["--json"]):
        world.run("ladder", "season", "--final", *words)


def cancel_hostile_match(world: World) -> None:
    fill_ladder(world)
    for reason in (TYPED, "[/b]oo[link=file:///x]"):
        world.run("ladder", "cancel", "5", f"--reason={reason}")
    world.run("ladder", "cancel", "5", "--reason=so", "--json")


def make_hostile_ladder(world: World) -> None:
    world.run("ladder", "init", f"--division=six_nimmt limit=none {NAME}=1")
    course = world.folder / "course.toml"
    course.write_text(f"[rules]\ndivisions = [{quoted(HOSTILE)}]\n")
    world.run("ladder", "init", f"--course={course}")
    world.run("ladder", "init")
    world.run("ladder", "init")


def list_hostile_ladder(*words: str) -> Callable[[World], None]:
    def run(world: World) -> None:
        fill_ladder(world)
        said = world.run("ladder", *words)
        assert words == ("show",) or r"\x1b]0;title\x07" in said or "one@1" in said
        world.run("ladder", *words, "--json")

    return run


def just(program: str, *words: str) -> Callable[[World], None]:
    def run(world: World) -> None:
        world.run(program, *words)
        world.run(program, *words, "--json")

    return run


CASES: Final[dict[tuple[str, str], Callable[[World], None]]] = {
    ("arena", "games"): just("arena", "games"),
    ("arena", "play"): play_hostile_bots,
    ("arena", "replay"): replay_hostile_record,
    ("arena", "rerun"): rerun_hostile_record,
    ("arena", "compare"): compare_hostile_bots,
    ("arena", "measure"): measure_hostile_bot,
    ("arena", "review"): review_hostile_record,
    ("arena", "new"): just("arena", "new", NAME),
    ("arena", "protos"): just("arena", "protos"),
    ("arena", "docs"): just("arena", "docs"),
    ("arena", "check"): check_hostile_bots,
    ("arena", "image"): just("arena", "image"),
    ("arena", "doctor"): just("arena", "doctor"),
    ("ladder", "init"): make_hostile_ladder,
    ("ladder", "submit"): submit_hostile_bots,
    ("ladder", "login"): log_in_at_hostile_server,
    ("ladder", "logout"): just("ladder", "logout"),
    ("ladder", "uploads"): look_at_hostile_uploads,
    ("ladder", "run"): run_hostile_season,
    ("ladder", "show"): list_hostile_ladder("show"),
    ("ladder", "bots"): list_hostile_ladder("bots", "--versions"),
    ("ladder", "matches"): list_hostile_ladder("matches"),
    ("ladder", "log"): list_hostile_ladder("log", "--last=100"),
    ("ladder", "table"): look_at_hostile_table,
    ("ladder", "matrix"): look_at_hostile_matrix,
    ("ladder", "grades"): look_at_hostile_grades,
    ("ladder", "bot"): look_at_hostile_bot,
    ("ladder", "match"): look_at_hostile_match,
    ("ladder", "exclude"): change_hostile_exclusion,
    ("ladder", "admit"): change_hostile_exclusion,
    ("ladder", "return"): return_hostile_bot,
    ("ladder", "bench"): bench_hostile_bot,
    ("ladder", "set"): set_hostile_text,
    ("ladder", "author"): handle_hostile_authors,
    ("ladder", "course"): apply_hostile_course,
    ("ladder", "choose"): choose_hostile_version,
    ("ladder", "withdraw"): withdraw_hostile_version,
    ("ladder", "suspects"): look_at_hostile_suspects,
    ("ladder", "export"): export_hostile_ladder,
    ("ladder", "backup"): copy_hostile_ladder,
    ("ladder", "vacuum"): just("ladder", "vacuum"),
    ("ladder", "restore"): copy_hostile_ladder,
    ("ladder", "publish"): publish_hostile_ladder,
    ("ladder", "serve"): serve_hostile_ladder,
    ("ladder", "import"): import_hostile_ladder,
    ("ladder", "rate"): rate_hostile_export,
    ("ladder", "doctor"): look_at_hostile_ladder,
    ("ladder", "season"): begin_hostile_season,
    ("ladder", "cancel"): cancel_hostile_match,
    ("ladder", "request"): request_hostile_match,
    ("ladder", "requests"): look_at_hostile_requests,
    ("ladder", "review"): review_hostile_match,
    ("ladder", "verify"): verify_hostile_export,
    ("ladder", "scheduler"): just("ladder", "scheduler", NAME),
    ("ladder", "worker"): just("ladder", "worker", NAME),
    ("ladder", "workers"): just("ladder", "workers"),
}
PROGRAMS: Final = {"arena": arena_app, "ladder": ladder_app}
COMMANDS: Final = [
    (program, name) for program, group in PROGRAMS.items() for name in commands_of(group)
]


def test_every_command_has_a_case() -> None:
    assert CASES.keys() == {*COMMANDS}


# Some are the case of two commands.
@pytest.mark.parametrize(
    ("program", "name"), {case: words for words, case in CASES.items()}.values()
)
def test_what_a_command_shows_of_strangers_is_only_read(
    world: World, program: str, name: str
) -> None:
    CASES[program, name](world)


# What a command needs besides the word that is tried. What is not here needs nothing.
BESIDES: Final = {
    ("arena", "play"): {"game": ["six_nimmt"], "bots": ["first", "first", "--box=inline", *QUICK]},
    ("arena", "replay"): {"record": ["nothing.arena"]},
    ("arena", "review"): {"record": ["nothing.arena"], "bot": ["--bot=first"]},
    ("arena", "rerun"): {"record": ["nothing.arena"], "bot": ["--bot=first"], "seat": ["--seat=0"]},
    ("arena", "compare"): {
        "old": ["first"],
        "new": ["first"],
        "game": ["--game=six_nimmt"],
        "against": ["--against=first"],
        "options": QUICK[1:],
        "margin": ["--margin=0.9"],
        "box": ["--box=inline"],
    },
    # Its words are those of `compare`, and the least that it plays takes seconds.
    ("arena", "measure"): {"bot": ["nothing"], "game": ["--game=six_nimmt"]},
    ("arena", "new"): {"name": ["mine"]},
    ("arena", "check"): {"bot": ["nothing"]},
    ("ladder", "submit"): {"bots": ["nothing"]},
    ("ladder", "bot"): {"name": ["one"]},
    ("ladder", "matrix"): {"game": ["six_nimmt"]},
    ("ladder", "match"): {"number": ["1"]},
    ("ladder", "exclude"): {"bot": ["--bot=one"], "reason": ["--reason=so"]},
    ("ladder", "admit"): {"bot": ["--bot=one"], "reason": ["--reason=so"]},
    ("ladder", "return"): {"name": ["one"]},
    ("ladder", "bench"): {"name": ["one"], "reason": ["--reason=so"]},
    ("ladder", "choose"): {"name": ["one@1"]},
    ("ladder", "withdraw"): {"name": ["one"]},
    ("ladder", "request"): {"bot": ["one"], "opponents": ["two"]},
    ("ladder", "review"): {"bot": ["one"], "match": ["1"]},
    ("ladder", "export"): {"file": ["x.zip"]},
    ("ladder", "backup"): {"file": ["x.backup"]},
    ("ladder", "restore"): {"file": ["x.backup"]},
    ("ladder", "publish"): {"folder": ["site"]},
    ("ladder", "import"): {"file": ["x.zip"]},
    ("ladder", "rate"): {"log": ["x.zip"]},
    ("ladder", "verify"): {"file": ["x.zip"]},
    ("ladder", "cancel"): {"match": ["1"], "reason": ["--reason=so"]},
    ("ladder", "worker"): {"url": ["nothing"]},
    ("ladder", "run"): {"matches": ["--matches=1"], "trust": ["--trust"]},
}


def tried_words(program: str, name: str) -> Iterator[list[str]]:
    """Yield the words of a command with a stranger's text as each of them."""
    besides = BESIDES.get((program, name), {})
    for param in commands_of(PROGRAMS[program])[name].params:
        if isinstance(param, click.Option) and param.is_flag:
            continue
        tried = [f"{param.opts[0]}={TYPED}"] if isinstance(param, click.Option) else [TYPED]
        rest = {key: words for key, words in besides.items() if key != param.name}
        # In the order of the command.
        keys = [one.name or "" for one in commands_of(PROGRAMS[program])[name].params]
        words = {**rest, (param.name or ""): tried}
        yield [word for key in keys for word in words.get(key, [])]
    everything = [word for words in besides.values() for word in words]
    yield [*everything, *[TYPED] * 3]
    yield [*everything, f"--{TYPED}"]
    yield [*everything, f"-{TYPED}"]


@pytest.mark.parametrize(("program", "name"), COMMANDS)
def test_a_word_that_is_typed_is_repeated_only_to_be_read(
    world: World, program: str, name: str
) -> None:
    world.golden.copy(world.place, make_small)
    for words in tried_words(program, name):
        world.run(program, name, *words)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_command_that_there_is_not_is_repeated_only_to_be_read(
    world: World, program: str
) -> None:
    for words in ([TYPED], [f"--{TYPED}"], [f"-{TYPED}"], [f"--version={TYPED}"]):
        world.run(program, *words)


@pytest.mark.parametrize(
    "words",
    [
        ["ladder", "doctor"],
        ["ladder", "bot", "one"],
        ["ladder", "match", "1"],
        ["ladder", "table"],
        ["arena", "play", "six_nimmt", "raising", "first", *QUICK],
        ["arena", "replay", "hostile.arena", "--game=1"],
    ],
    ids=" ".join,
)
def test_on_a_terminal_there_are_only_our_own_colours(world: World, words: list[str]) -> None:
    fill_ladder(world, voids=1)
    write_bot(world.folder / "raising", RAISING, BAD)
    (world.folder / "hostile.arena").write_bytes(pack_record(make_record(world.folder)))
    program = shutil.which(words[0], path=Path(sys.executable).parent)
    # The bot that raises forfeits.
    code = int(words[1] == "play")
    said = on_screen([str(program), *words[1:]], world.folder, code)
    for sign in ("\x1b]", "\x1b[2J", "\x1b[1;1H", "\x07", "\x9b", "\u202e", "\u200b", "\nFORGED"):
        assert sign not in said
