"""The command line: what each command says, and that export and import lose nothing."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ladder.cli.app import app
from ladder.leaderboards import read_boards
from ladder.log.entries import Benched, Entered, Joined
from ladder.matchmaking.pairing import Pairing, games_of
from ladder.queue.plans import make_match_plan
from ladder.ratings.settled import SETTLED
from ladder.season.state import read_state
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import (
    FILES,
    SHORT,
    TEAMS,
    finish,
    make_ladder,
    plan_match,
    play_on,
    queue,
)
from tests.programs import Run, commands_of


def make_played(place: Path) -> Store:
    """Make a ladder on which there is something to see for every command."""
    store = make_ladder(place, "one", "two", "three", "four", divisions=(SHORT, TEAMS))
    play_on(store, 8)
    queue(store, plan_match(store))
    queue(store, plan_match(store))
    store.append(Benched("four@1", "failed in 3 matches one after the other: 9 timeout", ()))
    return store


@pytest.fixture
def played(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", make_played)


COMMANDS = {
    "init": ["init", "--ladder=other.db"],
    "submit": ["submit", "juggler", "--trust"],
    "run": ["run", "--matches=1", "--trust"],
    "show": ["show"],
    "bots": ["bots"],
    "matches": ["matches"],
    "log": ["log"],
    "table": ["table"],
    "matrix": ["matrix", "tonton"],
    "grades": ["grades", "--reference=two"],
    "bot": ["bot", "one"],
    "match": ["match", "1"],
    "course": ["course", "apply", "course.toml"],
    "author": ["author", "add", "anna"],
    "set": ["set", "--freeze"],
    "choose": ["choose", "one@1"],
    "withdraw": ["withdraw", "one"],
    "suspects": ["suspects"],
    "exclude": ["exclude", "--version=one@1", "--reason=it cheated"],
    "admit": ["admit", "--version=one@1", "--reason=it did not"],
    "bench": ["bench", "one", "--reason=it floods"],
    "return": ["return", "four"],
    "export": ["export", "all.zip", "--submissions"],
    "import": ["import", "made.zip", "--ladder=copy.db"],
    "backup": ["backup", "all.backup"],
    "restore": ["restore", "made.backup", "--ladder=copy.db"],
    "rate": ["rate", "made.zip"],
    "doctor": ["doctor"],
    "vacuum": ["vacuum"],
    "verify": ["verify", "made.zip", "--extends=made.zip"],
    "season": ["season"],
    "cancel": ["cancel", "9", "--reason=too late"],
    "request": ["request", "one", "two", "--game=six_nimmt"],
    "requests": ["requests"],
    "review": ["review", "one", "1"],
    "publish": ["publish", "site"],
    "workers": ["workers"],
}
# They go on until they are stopped (`web/test_server.py`, `test_workers.py`); the others ask such a
# one (`test_handing_in.py`).
WITH_A_SERVER = {"serve", "login", "logout", "uploads", "scheduler", "worker"}


# Those that an author's bots are changed with, and cannot be said twice.
AUTHORS = frozenset({"author", "choose", "withdraw"})
# By its name, or by where it lies.
NEXT = r"Try: (\S*/)?(ladder [a-z]+|arena replay)"


def test_the_help_has_every_command_once_by_who_needs_it() -> None:
    said = CliRunner().invoke(app, ["--help"]).stdout
    listed = re.findall(r"(?m)^  ([a-z]+)  ", said)
    assert sorted(listed) == sorted(commands_of(app))
    roles = re.findall(r"(?m)^(For .*):$", said)
    assert roles == [
        f"For {who}" for who in ("everybody", "authors", "the organiser", "the operator")
    ]
    assert "..." not in said.replace("ARGS]...", "")


def test_completion_offers_every_command_and_its_options() -> None:
    def offered(typed: str) -> str:
        asked = {
            "_LADDER_COMPLETE": "bash_complete",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(typed.split()) - 1),
        }
        return CliRunner(env=asked).invoke(app, prog_name="ladder").stdout

    assert offered("ladder wi").split() == ["plain,withdraw"]
    assert "plain,--final" in offered("ladder season --fi")


def test_one_setting_is_changed_at_a_time(ladder: Run, played: Path) -> None:
    for words in ([], ["--freeze", "--pause"], ["--announce=so", "--unsettled=1"]):
        assert "Name one setting to change" in ladder("set", *words, check=2).stderr
    with open_store(str(played)) as store:
        assert not store.roster().frozen
    ladder("set", "--unsettled=1", "--old-versions=2")


def test_every_command_is_tried() -> None:
    assert {*COMMANDS} | WITH_A_SERVER == {*commands_of(app)}


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_at_its_end_what_to_try_next_and_has_json(
    ladder: Run, arena: Run, name: str, tmp_path: Path
) -> None:
    words = COMMANDS[name]
    if name == "submit":
        arena("new", "mine", "--game=tonton")
    if name == "course":
        (tmp_path / "course.toml").write_text("[[authors]]\nkey = 'anna'\n")
    if "made.zip" in words:
        ladder("export", "made.zip", "--submissions")
    changing = {"exclude", "admit", "bench", "return", "init", "import", "submit", "run", "set"}
    changing |= {"cancel", "restore", "review"}
    if name == "restore":
        ladder("backup", "made.backup")
    if name == "choose":
        ladder("withdraw", "one")
    if name == "admit":
        ladder(*COMMANDS["exclude"])
    if name in changing | AUTHORS:
        first = ladder(*words).stdout
        undone = {
            "exclude": ["admit", "--version=one@1", "--reason=it did not"],
            "admit": COMMANDS["exclude"],
            "set": ["set", "--unfreeze"],
            "submit": ["submit", "mine", "--trust"],
            "cancel": ["cancel", "10", "--reason=too late"],
            "author": ["author", "list"],
            "choose": ["withdraw", "one"],
            "review": ["requests", "1", "--cancel"],
            "withdraw": ["choose", "one@1"],
            "bench": ["return", "one"],
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
        "entry": 25,
        "player": "four@1",
        "by": "organiser",
    }


# A game and what is to count.
SELECTIONS: list[tuple[str, list[str]]] = [
    ("", []),
    ("six_nimmt", []),
    ("tonton", ["--seats=4"]),
    ("", ["--without=one"]),
    ("", ["--as-of=2020-01-01"]),
    ("six_nimmt", ["--seats=3", "--without=two", "--without=three@1", "--as-of=2999-01-01"]),
    ("", ["--versions", "--season=1"]),
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
        chosen = [*filter(None, [game]), *words]
        assert ladder("rate", "all.zip", *chosen, "--json").stdout == shown
        assert ladder("rate", "all.zip", *chosen, "--csv").stdout.count("\n") >= 1
    board = ladder("table", "--json").stdout
    assert ladder("rate", "log.jsonl", "--json").stdout == board
    assert ladder("table", "--json", "--ladder=copy.db").stdout == board
    assert '"matches":' in board


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.usefixtures("played")
def test_a_table_as_csv_says_what_the_json_says(ladder: Run) -> None:
    boards = json.loads(ladder("table", "--json").stdout)
    rows = rows_of(ladder("table", "tonton", "--csv").stdout)
    assert [row["bot"] for row in rows] == [row["player"] for row in boards["games"]["tonton"]]
    for row, said in zip(rows, boards["games"]["tonton"], strict=True):
        assert float(row["strength_low"]) == said["strength"]["low"]
        assert (row["rank"], int(row["games"])) == ("", said["games"])
    overall = rows_of(ladder("table", "--csv").stdout)
    assert [row["bot"] for row in overall] == [row["player"] for row in boards["overall"]]
    for row, said in zip(overall, boards["overall"], strict=True):
        assert int(row["tonton_games"]) == said["divisions"]["tonton"]["games"]


@pytest.mark.usefixtures("played")
def test_a_matrix_has_every_pair_twice_and_a_game_has_one_that_is_in_front(ladder: Run) -> None:
    rows = rows_of(ladder("matrix", "six_nimmt", "--csv").stdout)
    chances = {(row["bot"], row["against"]): float(row["chance"]) for row in rows}
    assert len(chances) == 4 * 3
    for (one, other), chance in chances.items():
        assert chance + chances[other, one] == pytest.approx(1, abs=2e-4)
    found = json.loads(ladder("matrix", "six_nimmt", "--json").stdout)
    assert {(pair["bot"], pair["against"]): pair["chance"] for pair in found["pairs"]} == chances
    duel = json.loads(ladder("bot", "one", "--against=two", "--json").stdout)
    chance = duel["beats"]["six_nimmt"]["chance"]["value"]
    assert chance == pytest.approx(chances["one@1", "two@1"], abs=1e-4)
    assert len(rows_of(ladder("matrix", "six_nimmt", "--top=2", "--csv").stdout)) == 2


def test_grades_have_a_line_for_every_author_with_its_best_bot(ladder: Run, tmp_path: Path) -> None:
    place, games = tmp_path / "ladder.db", games_of(2, SETTLED)
    with make_ladder(place, "base", divisions=(SHORT,), games_a_match=games) as store:
        store.append(Joined("ada"), Joined("bob"), Joined("eve"))
        for number, (name, author) in enumerate([("a", "ada"), ("aa", "ada"), ("b", "bob")]):
            digest = f"{number:064x}"
            store.enter(Entered(f"{name}@1", author, digest, ()), FILES)
        # Those that err lose: b always, a never.
        state = read_state(store)
        for players in (("base@1", "a@1"), ("aa@1", "b@1"), ("base@1", "aa@1"), ("a@1", "b@1")):
            plan = make_match_plan(state.opened, state.roster, Pairing(SHORT, players, games))
            finish(store, plan, erring=["b", "aa"])
        boards = read_boards(store, store.roster())
    grades = rows_of(ladder("grades", "--csv", "--reference=base").stdout)
    assert {row["author"]: row["bot"] for row in grades} == {
        "organiser": "base@1",
        "ada": "a@1",
        "bob": "b@1",
        "eve": "",
    }
    (ada,) = (row for row in grades if row["author"] == "ada")
    (row,) = (row for row in boards.games["six_nimmt"] if row.player == "a@1")
    assert ada["rank"] == str(row.rank) != "None"
    # The ladder has one game, so its board is the overall one, too.
    low, high = boards.range_of(None, "a@1") or (0, 0)
    assert low < high
    assert low <= (row.rank or 0) <= high
    for rows in (grades, rows_of(ladder("table", "--csv").stdout)):
        (told,) = (one for one in rows if one["bot"] == "a@1")
        assert (told["rank_low"], told["rank_high"]) == (str(low), str(high))
    for words in (["table"], ["grades"]):
        assert f"{row.rank} ({low}-{high})" in ladder(*words).stdout
    # What came in last is no better, but was not picked by its games.
    assert ada["newest"] == "aa@1"
    assert float(ada["newest_chance"]) < float(ada["chance"])
    assert 0 < float(ada["beats_low"]) < float(ada["beats"]) < float(ada["beats_high"]) < 1
    assert (float(ada["certainty"]) > 0.5) == (float(ada["beats"]) > 0.5)
    (bob,) = (row for row in grades if row["author"] == "bob")
    assert float(bob["certainty"]) < 0.01
    (own,) = (row for row in grades if row["author"] == "organiser")
    assert own["beats"] == own["certainty"] == ""
    assert "beats" not in ladder("grades", "--csv").stdout
    assert "eve" in ladder("grades", "six_nimmt").stdout


def test_who_has_no_game_that_counts_is_listed_as_such(ladder: Run, played: Path) -> None:
    ladder("exclude", "--bot=one", "--reason=it cheated")
    with open_store(str(played)) as store:
        store.enter(Entered("new@1", "organiser", "0" * 64, ("tonton",)), FILES)
    said = ladder("table").stdout
    assert "one@1" not in said
    # Of the matches with the excluded one the pairs of the others count.
    assert all(f"{name}@1" in said for name in ("two", "three", "four"))
    assert "Not rated yet: new@1." in said
    # Without one of two partners a game is nothing, so of tonton nothing is left.
    nothing, idle, *_ = ladder("table", "tonton").stdout.splitlines()
    assert nothing == "No rated matches yet."
    assert all(name in idle for name in ("new@1", "two@1", "three@1", "four@1"))
    assert "Not rated yet" not in ladder("table", "six_nimmt").stdout
    assert "four@1 has been benched for 0 matches." in said


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table", "--csv", "--json"], "A table is printed as --csv or as --json, not as both."),
        (["table", "--season=2"], "There is no season 2 on this ladder; the last is 1."),
        (["matrix", "chess"], "'chess' is not played on this ladder; its games are"),
        (["matrix", "tonton", "--season=9"], "There is no season 9"),
        (["grades", "chess"], "'chess' is not played on this ladder; its games are"),
        (["grades", "--reference=nobody"], "There is no bot 'nobody' on this ladder; there are:"),
        (["grades", "--csv", "--json"], "A table is printed as --csv or as --json, not as both."),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    ladder: Run, words: list[str], said: str
) -> None:
    assert ladder(*words, check=2).stderr.startswith(said)


def test_an_export_of_an_import_is_the_same_log_records_and_submissions(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    import zipfile

    # What waits stays behind: its luck is secret.
    for number in (9, 10):
        ladder("cancel", number, "--reason=so")
    ladder("export", "one.zip", "--submissions")
    ladder("import", "one.zip", "--ladder=copy.db")
    ladder("export", "two.zip", "--submissions", "--ladder=copy.db")
    one, two = (
        {name: archive.read(name) for name in archive.namelist()}
        for archive in (zipfile.ZipFile(tmp_path / name) for name in ("one.zip", "two.zip"))
    )
    assert one == two
    assert len(one) == 1 + 8 + 4


@pytest.mark.usefixtures("played")
def test_a_match_is_explained_and_its_record_can_be_replayed(ladder: Run, arena: Run) -> None:
    found = json.loads(ladder("match", "3", "--record=here", "--json").stdout)
    assert found["match"]["match"] == 3
    arena("replay", found["record"], "--verify")


@pytest.mark.usefixtures("played")
def test_the_doctor_finds_a_log_that_was_changed(ladder: Run, played: Path) -> None:
    import sqlite3

    assert json.loads(ladder("doctor", "--json").stdout)["ok"]
    changes = {
        "results": "UPDATE results SET ranks = zeroblob(length(ranks)) WHERE match = 5",
        "log": "UPDATE entries SET digest = '0' WHERE number = 4",
    }
    for name, change in changes.items():
        with sqlite3.connect(played) as connection:
            connection.execute(change)
        connection.close()
        findings = json.loads(ladder("doctor", "--json", check=1).stdout)["findings"]
        assert {one["name"]: one["ok"] for one in findings}[name] is False, findings


def test_a_ladder_is_made_by_the_rules_of_a_course(ladder: Run, tmp_path: Path) -> None:
    file = tmp_path / "course.toml"
    file.write_text("title = 'Cards'\n[rules]\ndivisions = ['tonton seats=3']\nclock = '20+1'\n")
    both = ladder("init", "--course=course.toml", "--clock=9+0", check=2).stderr
    assert "Expected either --course or --division, --games-a-match and --clock" in both
    said = ladder("init", "--course=course.toml").stdout.splitlines()
    assert said[1] == "  TonTon, by 3 bots"
    assert said[-1].endswith("ladder course apply course.toml")
    assert "On the pages: title." in ladder("course", "apply", "course.toml").stdout
    file.write_text("[rules]\nclock = '9+0'\n")
    assert "course.toml, rules.clock: " in ladder("course", "apply", "course.toml", check=2).stderr


def test_of_a_new_ladder_everything_can_be_asked(ladder: Run) -> None:
    ladder("init", "--division=six_nimmt")
    for words in (
        ["table"],
        ["table", "six_nimmt"],
        ["matrix", "six_nimmt"],
        ["grades"],
        ["doctor"],
        ["export", "e.zip"],
    ):
        assert re.match(NEXT, ladder(*words).stdout.splitlines()[-1])
    assert re.match(NEXT, ladder("rate", "e.zip").stdout.splitlines()[-1])
    ladder("import", "e.zip", "--ladder=copy.db")
