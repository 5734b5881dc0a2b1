"""What a user does wrong, or the machine, is one clear sentence; and nothing is lost by it."""

import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.match.record import pack_record, unpack_record
from arena.match.verdict import HostFailure
from ladder.log import make_entry
from ladder.log_file import read_log, write_log
from tests.conftest import Arena, required
from tests.ladder.ladders import make_ladder, play_on


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ladder with two bots and two matches."""
    monkeypatch.setenv("LADDER", str(tmp_path / "ladder.db"))
    with make_ladder(tmp_path / "ladder.db", "one", "Two") as store:
        play_on(store, 2)
    return tmp_path / "ladder.db"


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the one sentence of a command that did not do it."""
    assert "Traceback" not in done.stderr
    # A usage error of click's has its usage above.
    *usage, sentence = done.stderr.strip().splitlines()
    assert not usage or usage[0].startswith("Usage: ")
    assert sentence.endswith(".")
    return sentence


def dump(place: Path) -> list[str]:
    with closing(sqlite3.connect(place)) as connection:
        return list(connection.iterdump())


# --- where there is no ladder ---


@pytest.mark.parametrize(
    "words",
    [
        ["table"],
        ["run", "--trust"],
        ["submit", "first"],
        ["bot", "one"],
        ["match", "1"],
        ["doctor"],
        ["export", "x.zip"],
        ["exclude", "one", "--reason=so"],
        ["return", "one"],
    ],
    ids=lambda words: words[0],
)
def test_where_there_is_no_ladder_none_is_made(
    ladder: Arena, tmp_path: Path, words: list[str]
) -> None:
    assert (
        refused(ladder(*words, check=2))
        == "There is no ladder in ladder.db; ladder init makes one."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "code", "sentence"),
    [
        (b"hello, I am no database " * 100, 2, "no database"),
        (b"", 2, "There is no ladder"),
        (b"SQLite format 3\0" + b"x" * 500, 2, "no database"),
    ],
)
def test_a_file_that_is_no_ladder_stays_as_it_is(
    ladder: Arena, tmp_path: Path, content: bytes, code: int, sentence: str
) -> None:
    (tmp_path / "ladder.db").write_bytes(content)
    assert sentence in refused(ladder("table", check=code))
    assert "something in ladder.db already" in refused(ladder("init", check=2))
    assert (tmp_path / "ladder.db").read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("place", "code", "sentence"),
    [
        ("mysql://somewhere/x", 2, "in no other database"),
        ("sqlite://", 2, "in no other database"),
        ("sqlite:///:memory:", 2, "in no other database"),
        ("postgresql://host:port/x", 2, "is no database"),
        ("postgresql://arena@127.0.0.1:1/x", 1, "cannot be reached"),
        ("postgresql://arena@localhost:1/x?connect_timeout=2", 1, "cannot be reached"),
        ("no/such/folder/ladder.db", 1, "its folder has to be there"),
        (".", 2, "something in . already"),
        ("x" * 300, 2, "too long a name"),
    ],
)
def test_a_place_that_is_none_is_refused(
    ladder: Arena, tmp_path: Path, place: str, code: int, sentence: str
) -> None:
    assert sentence in refused(ladder("init", f"--ladder={place}", check=code))
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_knows_no_such_database_says_so(ladder: Arena, postgres: str) -> None:
    errors = refused(ladder("table", "--ladder", postgres.format("nowhere"), check=1))
    assert 'database "nowhere" does not exist' in errors


def test_a_password_is_not_repeated(ladder: Arena, postgres: str) -> None:
    place = postgres.format("postgres").replace("arena@", "arena:secret@")
    for wrong in (place, "postgresql://arena:secret@host:port/x"):
        assert "secret" not in refused(ladder("table", "--ladder", wrong, check=2))


def test_a_ladder_is_not_made_twice(ladder: Arena, played: Path) -> None:
    before = dump(played)
    assert "already" in refused(ladder("init", check=2))
    assert dump(played) == before


def test_a_ladder_of_a_newer_program_is_left_alone(ladder: Arena, played: Path) -> None:
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = dump(played)
    assert "newer version of this program" in refused(ladder("table", check=2))
    assert dump(played) == before


# --- a machine that does not do what it has to ---

CHANGE = ["exclude", "one", "--reason=so"]


def as_nobody_special() -> list[str]:
    """Return the words behind which permissions hold, even for root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def test_a_file_that_may_only_be_read_is_read_and_not_changed(ladder: Arena, played: Path) -> None:
    before = dump(played)
    played.chmod(0o444)
    ladder("table", behind=as_nobody_special())
    assert "read-only" in refused(ladder(*CHANGE, check=1, behind=as_nobody_special()))
    assert dump(played) == before


def test_a_folder_that_may_not_be_written_to_is_told(
    ladder: Arena, played: Path, tmp_path: Path
) -> None:
    before = dump(played)
    tmp_path.chmod(0o555)
    try:
        for words in (CHANGE, ["doctor"], ["init", "--ladder=b.db"], ["export", "x.zip"]):
            refused(ladder(*words, check=1, behind=as_nobody_special()))
    finally:
        tmp_path.chmod(0o755)
    assert dump(played) == before


def test_who_finds_the_database_locked_waits_and_then_says_so(ladder: Arena, played: Path) -> None:
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        place = f"--ladder=sqlite:///{played}?timeout=0.1"
        errors = refused(ladder(*CHANGE, place, check=1))
        assert "another program holds the ladder's database" in errors
        ladder("table", place)
    ladder(*CHANGE)


def test_a_full_disk_is_told_and_nothing_is_half_done(
    ladder: Arena, played: Path, tmp_path: Path
) -> None:
    """Within a small file system of its own, which nobody else sees."""
    (tmp_path / "small").mkdir()
    script = tmp_path / "script"
    script.write_text(
        'set -e; mount -t tmpfs -o size=400k none small; cp "$LADDER" small/ladder.db\n'
        "cat /dev/zero > small/rest 2>/dev/null || true\n"
        'code=0; "$@" --ladder=small/ladder.db || code=$?\n'
        'rm small/rest; sqlite() { python3 -c "import sqlite3; '
        "print(sqlite3.connect('small/ladder.db').execute('SELECT number FROM head').fetchone())"
        '"; }; sqlite; exit $code\n'
    )
    inside = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    with required():
        tried = subprocess.run(
            [*inside, "mount", "-t", "tmpfs", "none", tmp_path / "small"], check=False
        )
        if tried.returncode:
            raise HostFailure("no file system can be mounted here")
    done = ladder(*CHANGE, check=1, behind=[*inside, "bash", str(script)])
    assert "disk of the ladder's database is full" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == "(5,)\n"


# --- words ---


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ("chess", "There is no game 'chess'"),
        ("", "There is no game ''"),
        ("six_nimmt speed=1", "has no option 'speed'"),
        ("six_nimmt limit", "without 'limit'"),
        ("six_nimmt limit=many", "limit cannot be 'many'"),
        ("six_nimmt limit=66 limit=77", "each option once"),
        ("six_nimmt seats=0", "is played with these options by"),
        ("six_nimmt seats=2,x", "Seats are numbers"),
        ("six_nimmt seats=,", "Seats are numbers"),
        ("six_nimmt seats=-2", "Seats are numbers"),
        (f"six_nimmt seats={'9' * 5000}", "Seats are numbers"),
        ("tonton teams=true seats=3", "by 4 bots, not by 3"),
    ],
)
def test_an_event_that_is_none_is_refused(
    ladder: Arena, tmp_path: Path, event: str, sentence: str
) -> None:
    assert sentence in refused(ladder("init", f"--event={event}", check=2))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["init", "--event=tonton", "--event=tonton", "--ladder=b"], "by one set of options"),
        (["init", "--clock=soon", "--ladder=b"], "'soon' is no clock"),
        (["init", "--games-a-match=0", "--ladder=b"], "Invalid value"),
        (["init", f"--games-a-match={10**30}", "--ladder=b"], "Invalid value"),
        (["table", "chess"], "'chess' is not played on this ladder; its games are six_nimmt."),
        (["table", "--without=nobody"], "There is no bot 'nobody' on this ladder; there are: "),
        (["table", "--as-of=soon"], "Invalid value"),
        (["bot", "nobody"], "There is no bot 'nobody'"),
        (["bot", "one@2"], "There is no bot 'one@2'"),
        (["bot", "one", "--plot=x.txt"], "x.txt cannot be drawn"),
        (["bot", "one", "--plot=no/where.png"], "no/where.png cannot be drawn"),
        (["match", "3"], "Match 3 has no result; 0 matches wait to be played."),
        (["match", str(10**30)], "has no result"),
        (["match", "one"], "Invalid value"),
        (["match", "1", "--record=ladder.db"], "No record can be put in ladder.db: "),
        (["exclude", "3", "--reason=so"], "Match 3 has no result"),
        (["exclude", str(10**30), "--reason=so"], "has no result"),
        (["exclude", "one", "--reason="], "A reason is some words"),
        (["exclude", "one", "--reason=a\nb"], "A reason is some words"),
        (["exclude", "one", "--reason", os.fsdecode(b"\xff")], "A reason is some words"),
        (["exclude", "one"], "Missing option"),
        (["exclude", "one", "--reason=so", "--undo"], "counts anyway"),
        (["return", "one"], "one@1 is not benched"),
        (["run", "--format=gauntlet"], "A gauntlet is of one bot"),
        (["submit", "nobody"], "There is no bot 'nobody'"),
        (["rate", "nothing.zip"], "nothing.zip cannot be read"),
        (["rate", "."], ". is a folder"),
        (["rate", "ladder.db"], "is no entry"),
        (["import", "nothing.zip", "--ladder=b"], "nothing.zip is no export"),
        (["import", "ladder.db", "--ladder=b"], "ladder.db is no export"),
        (["import", ".", "--ladder=b"], ". is no export"),
        (["export", "."], ". is a folder"),
        (["export", "/"], "/ is a folder"),
        (["export", "no/where.zip"], "no/where.zip cannot be written: No such file"),
        (["export", "ladder.db/x.zip"], "cannot be written: Not a directory"),
        (["export", "/proc/x.zip"], "/proc/x.zip cannot be written"),
    ],
)
def test_what_is_not_there_is_refused_and_nothing_changes(
    ladder: Arena, played: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    before, files = dump(played), {*played.parent.iterdir()}
    assert sentence in refused(ladder(*words, check=2))
    assert dump(played) == before
    # The lock that keeps out a second season stays, and says nothing.
    assert {*played.parent.iterdir()} <= {*files, tmp_path / "ladder.db.season"}


# --- submissions ---


def bot(folder: Path, toml: str, source: str = "1 / 0") -> str:
    folder.mkdir()
    (folder / "bot.toml").write_text(toml)
    (folder / "bot.py").write_text(source)
    return folder.name


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ('name = "a b"', "'a b' cannot be a bot's name on a ladder"),
        ('name = "tWO"', "'tWO' differs from 'Two' in upper and lower case only"),
        ('name = "new"\ngames = ["tonton"]', "It plays tonton, and this ladder six_nimmt"),
        ('name = "new"\ngames = ["chess"]', "It plays chess, and this ladder six_nimmt"),
    ],
)
def test_a_bot_that_cannot_come_in_is_not_even_checked(
    ladder: Arena, played: Path, tmp_path: Path, toml: str, sentence: str
) -> None:
    before = dump(played)
    name = bot(tmp_path / "mine", toml)
    done = ladder("submit", name, "--trust", check=2)
    assert f"mine does not come in. {sentence}" in refused(done)
    assert done.stdout == "Checking mine ...\n"
    assert dump(played) == before


def test_the_same_files_again_are_refused(ladder: Arena, played: Path) -> None:
    # As a sample bot, whose files these are.
    before = dump(played)
    assert "This is one@1 already" in refused(
        ladder("submit", f"one={samples()}/first", "--trust", check=2)
    )
    assert dump(played) == before


def samples() -> Path:
    from arena.cli.bots import SAMPLES

    return SAMPLES


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ('name = "bad"', ["FAILED   start-up", "ZeroDivisionError", "Refused: bad. Try: "]),
        ("name = ", ["FAILED   files", "not valid TOML", "Refused: "]),
    ],
)
def test_a_bot_that_its_check_refuses_is_told_all_of_it_and_not_kept(
    ladder: Arena, played: Path, tmp_path: Path, toml: str, words: list[str]
) -> None:
    before = dump(played)
    bot(tmp_path / "odd name", toml)
    done = ladder("submit", "odd name", "--trust", check=1)
    assert done.stderr == ""
    assert " 3  not run  restart" in done.stdout
    for word in words:
        assert word in done.stdout
    assert json.loads(ladder("submit", "odd name", "--trust", "--json", check=1).stdout)
    assert dump(played) == before


def test_a_folder_with_a_very_long_name_is_a_bot_like_any_other(
    ladder: Arena, played: Path, tmp_path: Path
) -> None:
    name = bot(tmp_path / ("x" * 250), 'name = "bad"')
    assert "ZeroDivisionError" in ladder("submit", name, "--trust", check=1).stdout


# --- exports that are not to be believed ---

Files = dict[str, bytes]


def cut_log(files: Files) -> None:
    lines = files["log.jsonl"].splitlines(keepends=True)
    files["log.jsonl"] = b"".join(lines[:2] + lines[3:])


def change_log(files: Files) -> None:
    files["log.jsonl"] = files["log.jsonl"].replace(b'"one@1"', b'"uno@1"', 1)


def empty_log(files: Files) -> None:
    files["log.jsonl"] = b""


def lose_log(files: Files) -> None:
    del files["log.jsonl"]


def lose_record(files: Files) -> None:
    del files["records/2.arena"]


def swap_records(files: Files) -> None:
    files["records/1.arena"], files["records/2.arena"] = (
        files["records/2.arena"],
        files["records/1.arena"],
    )


def damage_record(files: Files) -> None:
    files["records/1.arena"] = files["records/1.arena"][:-9]


def forge(files: Files, change: Callable[[object], None]) -> None:
    """Change a record, and have the whole log fit to it."""
    record = unpack_record(files["records/1.arena"], "")
    change(record)
    content = pack_record(record)
    files["records/1.arena"] = content
    forged, before = [], "0" * 64
    from msgspec.structs import replace

    from arena.match.record import digest_of

    for entry in read_log(files["log.jsonl"].splitlines(keepends=True)):
        body = entry.body
        if getattr(body, "match", 0) == 1:
            body = replace(body, record=digest_of(content))
        forged.append(make_entry(before, entry.number, entry.time, body))
        before = forged[-1].digest
    files["log.jsonl"] = b"".join(write_log(forged))


def forge_scores(files: Files) -> None:
    forge(files, lambda record: record.games[0].scores.__setitem__(0, -99))  # type: ignore[attr-defined]


def forge_moves(files: Files) -> None:
    def change(record: object) -> None:
        record.games[0].entries[0].move.six_nimmt.card = 99  # type: ignore[attr-defined]

    forge(files, change)


def forge_players(files: Files) -> None:
    def change(record: object) -> None:
        entrants = record.plan.entrants  # type: ignore[attr-defined]
        entrants[0].name, entrants[1].name = entrants[1].name, entrants[0].name

    forge(files, change)


def forge_submission(files: Files) -> None:
    name = next(name for name in files if name.startswith("submissions/"))
    files[name] = b"no archive"


TAMPERED: dict[Callable[[Files], None], str] = {
    cut_log: "Line 3 of the log is entry 4",
    change_log: "Entry 2 of the log has been changed",
    empty_log: "has no entries",
    lose_log: "has no log.jsonl",
    lose_record: "has no records/2.arena",
    swap_records: "is not the record of which the log has the digest",
    damage_record: "not whole",
    forge_scores: "records/1.arena cannot be played again: game 1",
    forge_moves: "records/1.arena cannot be played again: game 1",
    forge_players: "does not lead to what the log says of match 1",
    forge_submission: "is not the submission that came in",
}


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__)
def test_an_export_that_was_tampered_with_makes_no_ladder(
    ladder: Arena, tmp_path: Path, tamper: Callable[[Files], None]
) -> None:
    ladder("export", "good.zip", "--submissions")
    with zipfile.ZipFile(tmp_path / "good.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    tamper(files)
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    before = sorted(tmp_path.iterdir())
    sentence = refused(ladder("import", "bad.zip", "--ladder=b.db", check=2))
    assert TAMPERED[tamper] in sentence
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("member", ["log.jsonl", "records/1.arena"])
def test_a_bomb_in_an_export_does_not_go_off(ladder: Arena, tmp_path: Path, member: str) -> None:
    ladder("export", "good.zip")
    with (
        zipfile.ZipFile(tmp_path / "good.zip") as good,
        zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb,
    ):
        for name in good.namelist():
            if name != member:
                bomb.writestr(name, good.read(name))
        with bomb.open(member, "w", force_zip64=True) as file:
            for _ in range(300):
                file.write(bytes(1024**2))
    limit = ["prlimit", f"--as={2 * 1024**3}"]
    refused(ladder("import", "bomb.zip", "--ladder=b.db", check=2, behind=limit))


@pytest.mark.usefixtures("played")
def test_a_damaged_zip_is_one_sentence(ladder: Arena, tmp_path: Path) -> None:
    ladder("export", "good.zip")
    whole = (tmp_path / "good.zip").read_bytes()
    for at in range(0, len(whole), len(whole) // 12):
        (tmp_path / "bad.zip").write_bytes(whole[:at] + b"\xff\x00\xff" + whole[at + 3 :])
        done = subprocess.run(
            [Path(sys.executable).with_name("ladder"), "import", "bad.zip", "--ladder", f"{at}.db"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert done.returncode in {0, 2}


@pytest.mark.usefixtures("played")
def test_an_export_that_fails_leaves_the_one_before_as_it_was(
    ladder: Arena, played: Path, tmp_path: Path
) -> None:
    ladder("export", "x.zip")
    before = (tmp_path / "x.zip").read_bytes()
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE entries SET body = '{' WHERE number = 5")
    assert "entry 5" in refused(ladder("export", "x.zip", check=1))
    assert (tmp_path / "x.zip").read_bytes() == before
    assert not list(tmp_path.glob("*.partial"))
