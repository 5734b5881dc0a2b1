"""The command line: what each command says, and that export and import lose nothing."""

import json
import re
from pathlib import Path

import pytest

from ladder.cli.app import app
from ladder.log import Benched
from tests.ladder.ladders import SHORT, TEAMS, make_ladder, play_on
from tests.programs import Run


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a ladder on which there is something to see for every command."""
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two", "three", "four", divisions=(SHORT, TEAMS)) as store:
        play_on(store, 8)
        store.append(Benched("four@1", "failed in 3 matches one after the other: 9 timeout", ()))
    return place


COMMANDS = {
    "init": ["init", "--ladder=other.db"],
    "submit": ["submit", "juggler", "--trust"],
    "run": ["run", "--matches=1", "--trust"],
    "table": ["table"],
    "bot": ["bot", "one"],
    "match": ["match", "1"],
    "author": ["author", "add", "anna"],
    "limits": ["limits"],
    "choose": ["choose", "one@1"],
    "withdraw": ["withdraw", "one"],
    "suspects": ["suspects"],
    "exclude": ["exclude", "--version=one@1", "--reason=it cheated"],
    "return": ["return", "four"],
    "export": ["export", "all.zip", "--submissions"],
    "import": ["import", "made.zip", "--ladder=copy.db"],
    "rate": ["rate", "made.zip"],
    "doctor": ["doctor"],
}


# Those that an author's bots are changed with, and cannot be said twice.
AUTHORS = frozenset({"author", "choose", "withdraw"})
# By its name, or by where it lies.
NEXT = r"Try: (\S*/)?(ladder [a-z]+|arena replay)"


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(app.commands)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_at_its_end_what_to_try_next_and_has_json(
    ladder: Run, arena: Run, name: str
) -> None:
    arena("new", "mine", "--game=tonton")
    ladder("export", "made.zip", "--submissions")
    words = COMMANDS[name]
    if name == "choose":
        ladder("withdraw", "one")
    if name in {"exclude", "return", "init", "import", "submit", "run", *AUTHORS}:
        first = ladder(*words).stdout
        undone = {
            "exclude": [*words, "--undo"],
            "submit": ["submit", "mine", "--trust"],
            "author": ["author", "list"],
            "choose": ["withdraw", "one"],
            "withdraw": ["choose", "one@1"],
        }
        other = [word.replace("copy", "copy2").replace("other", "other2") for word in words]
        if name == "return":
            assert json.loads(ladder("doctor", "--json").stdout)
        else:
            assert json.loads(ladder(*undone.get(name, other), "--json").stdout) is not None
    else:
        first = ladder(*words).stdout
        assert json.loads(ladder(*words, "--json").stdout) is not None
    assert re.match(NEXT, first.splitlines()[-1])


@pytest.mark.usefixtures("played")
def test_the_json_of_return_is_the_entry(ladder: Run) -> None:
    assert json.loads(ladder("return", "four", "--json").stdout) == {
        "entry": 15,
        "player": "four@1",
    }


# A game and what is to count.
SELECTIONS: list[tuple[str, list[str]]] = [
    ("", []),
    ("six_nimmt", []),
    ("tonton", ["--seats=4"]),
    ("", ["--without=one"]),
    ("", ["--as-of=2020-01-01"]),
    ("six_nimmt", ["--seats=3", "--without=two", "--without=three@1", "--as-of=2999-01-01"]),
]


@pytest.mark.usefixtures("played")
def test_the_boards_of_a_ladder_its_export_its_log_and_its_copy_have_the_same_bytes(
    ladder: Run, tmp_path: Path
) -> None:
    ladder("exclude", "--match=2", "--reason=a power cut")
    ladder("export", "all.zip")
    ladder("import", "all.zip", "--ladder=copy.db")
    import zipfile

    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        archive.extract("log.jsonl", tmp_path)
    for game, words in SELECTIONS:
        shown = ladder("table", *filter(None, [game]), *words, "--json").stdout
        chosen = [*words, *([f"--game={game}"] if game else []), "--json"]
        assert ladder("rate", "all.zip", *chosen).stdout == shown
    board = ladder("table", "--json").stdout
    assert ladder("rate", "log.jsonl", "--json").stdout == board
    assert ladder("table", "--json", "--ladder=copy.db").stdout == board
    assert '"matches":' in board


def test_an_export_of_an_import_is_the_same_log_records_and_submissions(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    import zipfile

    ladder("export", "one.zip", "--submissions")
    ladder("import", "one.zip", "--ladder=copy.db")
    ladder("export", "two.zip", "--submissions", "--ladder=copy.db")
    one, two = (
        {name: archive.read(name) for name in archive.namelist()}
        for archive in (zipfile.ZipFile(tmp_path / name) for name in ("one.zip", "two.zip"))
    )
    assert one == two
    assert len(one) == 1 + 8 + 1


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_a_bots_curves_are_drawn(ladder: Run, tmp_path: Path, name: str, start: bytes) -> None:
    shown = ladder("bot", "one", f"--plot={name}").stdout
    assert name in shown
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.usefixtures("played")
def test_a_match_is_explained_and_its_record_can_be_replayed(ladder: Run, arena: Run) -> None:
    found = json.loads(ladder("match", "3", "--record=here", "--json").stdout)
    assert found["match"]["match"] == 3
    arena("replay", found["record"], "--verify")


@pytest.mark.usefixtures("played")
def test_the_doctor_finds_a_log_that_was_changed(ladder: Run, played: Path) -> None:
    import sqlite3

    assert all(one["ok"] for one in json.loads(ladder("doctor", "--json").stdout))
    changes = {
        "matches": "UPDATE results SET ranks = '[9, 9]' WHERE match = 5",
        "log": "UPDATE entries SET digest = '0' WHERE number = 4",
    }
    for name, change in changes.items():
        with sqlite3.connect(played) as connection:
            connection.execute(change)
        connection.close()
        findings = json.loads(ladder("doctor", "--json", check=1).stdout)
        assert {one["name"]: one["ok"] for one in findings}[name] is False, findings


def test_of_a_new_ladder_everything_can_be_asked(ladder: Run) -> None:
    ladder("init", "--division=six_nimmt")
    for words in (["table"], ["table", "six_nimmt"], ["doctor"], ["export", "e.zip"]):
        assert re.match(NEXT, ladder(*words).stdout.splitlines()[-1])
    assert re.match(NEXT, ladder("rate", "e.zip").stdout.splitlines()[-1])
    ladder("import", "e.zip", "--ladder=copy.db")
