"""A course file is applied as often as one likes: all of it, or nothing."""

import csv
import re
import stat
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import write_export
from ladder.course.applying import Applied, apply_course
from ladder.course.sheet import write_sheets
from ladder.log.entries import Entered, Joined
from ladder.settings.about import About
from ladder.store.database import Away
from ladder.store.people import forget_person
from ladder.store.store import Store
from ladder.store.tokens import Tokens
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, make_ladder

ROSTER = "name,email,lms\nAnn,ann@example.org,101\nBen,ben@example.org,\nCid,,103\n"
COURSE = """
announcement = "Hand in by Friday."
roster = "roster.csv"

[limits]
bots = 3

[[authors]]
key = "t07"
name = "Zoë Müller, Team 7"
members = [{name = "Zoë Müller", lms = "17"}, {name = "Øyvind", email = "o@example.org"}]
"""


class Course:
    """A course file with its roster, and the ladder to which it is applied."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.store = store
        self.folder = folder
        self.write(COURSE, ROSTER)

    def write(self, text: str, roster: str = ROSTER) -> None:
        (self.folder / "course.toml").write_text(text)
        (self.folder / "roster.csv").write_text(roster)

    def apply(self, tokens: str = "", *, dry_run: bool = False) -> Applied:
        hand_out = (lambda issued: write_sheets(self.folder / tokens, issued)) if tokens else None
        file = self.folder / "course.toml"
        return apply_course(self.store, file, hand_out, dry_run=dry_run)

    def refused(self, tokens: str = "") -> str:
        before = self.store.head()
        with pytest.raises(UserError) as refused:
            self.apply(tokens)
        assert self.store.head() == before
        return str(refused.value)

    def keys(self) -> dict[str, str]:
        people = self.store.people()
        return {person.name: key for key, person in people.items()}


@pytest.fixture
def course(tmp_path: Path, golden: Golden) -> Iterator[Course]:
    with golden.open(tmp_path / "ladder.db", make_ladder) as store:
        yield Course(tmp_path, store)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            'divisions = ["six_nimmt seats=4"]',
            "rules.divisions: this ladder was made with 6 nimmt!",
        ),
        (
            "games_a_match = 7",
            "rules.games_a_match: this ladder was made with 4, which holds as long as",
        ),
        (
            'clock = "9+0"',
            "rules.clock: this ladder was made with 10+0.1, which holds as long as",
        ),
        ("games_a_match = 0", "rules.games_a_match: expected a whole number >= 1"),
        ("divisions = []", "rules.divisions: expected a list of length >= 1"),
        ('divisions = ["chess"]', "rules.divisions[0]: There is no game 'chess'"),
        ('clock = "soon"', "rules.clock: "),
    ],
)
def test_a_ladder_keeps_the_rules_that_it_was_made_by(
    course: Course, rules: str, said: str
) -> None:
    course.write(f"[rules]\n{rules}\n")
    assert said in course.refused()


def test_the_rules_of_the_file_may_stay_in_it(course: Course) -> None:
    said = "[rules]\ndivisions = ['six_nimmt limit=none rounds=1 seats=2,3']\ngames_a_match = 4\n"
    course.write(f"{COURSE}{said}")
    assert course.apply().changes


def test_what_the_file_says_is_so(course: Course) -> None:
    applied = course.apply()
    roster = course.store.roster()
    assert roster.authors == {"t07", "author-1", "author-2", "author-3"}
    assert "Joined: author-1, author-2, author-3, t07." in applied.changes
    assert roster.limits.bots == 3
    assert roster.announcement == "Hand in by Friday."
    assert course.keys().keys() == {"Ann", "Ben", "Cid", "Zoë Müller, Team 7"}
    assert {*applied.without_token} == roster.authors


def test_applied_again_it_changes_nothing(course: Course) -> None:
    course.apply()
    before, keys = course.store.head(), course.keys()
    again = course.apply()
    assert course.store.head() == before
    assert (again.changes, again.unnamed) == ((), ())
    # A key is that of the person, wherever its line stands.
    course.write(COURSE, "\n".join([ROSTER.splitlines()[0], *ROSTER.splitlines()[:0:-1]]) + "\n")
    course.apply()
    assert (course.store.head(), course.keys()) == (before, keys)


def test_who_comes_later_and_is_called_otherwise_is_known_from_then_on(course: Course) -> None:
    course.apply()
    keys = course.keys()
    course.write(COURSE, ROSTER.replace("Ben,", "Benno,") + "Dan,,104\n")
    applied = course.apply()
    assert applied.changes == ("Joined: author-4.", f"Described: {keys['Ben']}.")
    assert course.keys()["Benno"] == keys["Ben"]


def test_a_dry_run_says_it_and_changes_nothing(course: Course) -> None:
    before = course.store.head()
    said = course.apply(dry_run=True)
    assert (course.store.head(), course.keys()) == (before, {})
    done = course.apply()
    assert said == done
    assert "Limits:" in " ".join(done.changes)


def test_keys_tell_nothing_of_the_order_of_the_roster(course: Course) -> None:
    names = [f"Name {number}" for number in range(20)]
    lines = [f"{name},{number}" for number, name in enumerate(names)]
    course.write('roster = "roster.csv"', "\n".join(["name,lms", *lines]))
    course.apply()
    keys = course.keys()
    numbers = [int(keys[name].removeprefix("author-")) for name in names]
    assert sorted(numbers) == [*range(1, 21)]
    assert numbers not in (sorted(numbers), sorted(numbers, reverse=True))


def test_an_author_whose_token_was_revoked_gets_another_one(course: Course) -> None:
    course.apply("tokens")
    acts.revoke_token(course.store, Actor(), 1)
    (lost,) = (one.author for one in Tokens(course.store.connections).all() if one.revoked)
    assert course.apply(dry_run=True).without_token == (lost,)


def test_tokens_are_told_once_and_for_their_owner_alone(course: Course) -> None:
    course.apply("tokens")
    for file in (course.folder / "tokens").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    lines = (course.folder / "tokens" / "tokens.csv").read_text().splitlines()
    found = {line.split(",")[0]: line.rsplit(",", 1)[1] for line in lines[1:]}
    tokens = Tokens(course.store.connections)
    for key, secret in found.items():
        token = tokens.find(secret)
        assert token is not None
        assert (token.author, token.organiser) == (key, False)
        assert secret in (course.folder / "tokens" / "tokens.html").read_text()
    assert len(found) == 4
    sheet = (course.folder / "tokens" / "tokens.html").read_text()
    names = re.findall("<h2>(.*?)</h2>", sheet)
    assert names == sorted(names, key=str.casefold)
    assert sheet.count("<li>Log in with the token.</li>") == 4
    assert course.apply("others").without_token == ()
    assert not (course.folder / "others").exists()


def test_no_cell_of_the_tokens_is_a_formula(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: "-drawn-with-a-minus")
    formula = " =cmd|' /C calc'!A0"
    course.write('roster = "roster.csv"', f"name,email\n{formula},+1@example.org\n")
    course.apply("tokens")
    with (course.folder / "tokens" / "tokens.csv").open() as table:
        (row,) = csv.DictReader(table)
    assert row["name"] in {f"'{formula}", f"'{formula.strip()}"}
    assert (row["email"], row["token"]) == ("'+1@example.org", "_drawn_with_a_minus")
    assert Tokens(course.store.connections).find(row["token"]) is not None


def test_tokens_that_open_nothing_are_on_no_sheet(course: Course) -> None:
    def fail(_: object) -> None:
        raise Away("the database server was stopped")

    event.listen(Engine, "commit", fail)
    try:
        with pytest.raises(Away):
            course.apply("tokens")
    finally:
        event.remove(Engine, "commit", fail)
    folder = course.folder / "tokens"
    assert not {"tokens.csv", "tokens.html"} & {file.name for file in folder.iterdir()}
    course.apply("tokens")
    assert {file.name for file in folder.iterdir()} == {"tokens.csv", "tokens.html"}
    _, secret = (folder / "tokens.csv").read_text().splitlines()[-1].rsplit(",", 1)
    assert Tokens(course.store.connections).find(secret) is not None


def test_where_there_are_tokens_already_nothing_is_applied(course: Course) -> None:
    (course.folder / "tokens").mkdir()
    (course.folder / "tokens" / "tokens.csv").touch()
    assert "has tokens that are told once; name another folder." in course.refused("tokens")


def test_no_entry_and_no_export_has_anything_but_keys(course: Course) -> None:
    course.apply("tokens")
    log = b"\n".join(map(msgspec.json.encode, course.store.entries()))
    write_export(course.store, course.folder / "export.zip", submissions=True)
    with zipfile.ZipFile(course.folder / "export.zip") as export:
        texts = [log, *map(export.read, export.namelist())]
    for known in ("Zoë", "Øyvind", "Ann", "@example.org"):
        assert not any(known.encode() in text for text in texts)


def test_what_is_known_of_somebody_is_erased(course: Course) -> None:
    course.apply()
    with course.store.connections.writing() as here:
        assert forget_person(here.connection, "t07")
        assert not forget_person(here.connection, "t07")
    assert "t07" not in course.store.people()
    assert "t07" in course.store.roster().authors


def test_of_two_at_once_the_second_finds_what_the_first_has_done(course: Course) -> None:
    first = course.folder / "first.toml"
    first.write_text('names = "pseudonyms"')
    course.write('names = "shown"')

    def read(file: Path) -> bytes:
        # Nobody waits for a file that is being read.
        apply_course(course.store, first)
        return file.read_bytes()

    with pytest.raises(UserError, match=r"names: 'pseudonyms' was said when the course began"):
        apply_course(course.store, course.folder / "course.toml", read=read)
    assert course.store.setting(About()).names == "pseudonyms"


def test_a_file_is_parsed_once_wherever_its_mistake_stands(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, parse = list[str](), tomllib.loads

    def loads(text: str) -> dict[str, Any]:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(tomllib, "loads", loads)
    authors = "".join(f"[[authors]]\nkey = 'a{number}'\n" for number in range(50))
    course.write(f"{authors}[[authors]]\nkey = 3\n")
    assert "course.toml, authors[50].key: expected text, got a whole number." in course.refused()
    assert len(parsed) == 1


def test_an_author_with_bots_is_not_left_out(course: Course) -> None:
    course.store.append(Joined("eve"))
    assert course.apply().unnamed == ("eve",)
    digest, content = files_like("hers")
    course.store.enter(Entered("hers@1", "eve", digest, ()), content)
    assert course.refused().startswith("The course leaves out eve, with bots on this ladder;")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("announcement = 3", "announcement: expected text, got a whole number."),
        ("annoucement = ''", "course.toml: it has the unknown field 'annoucement'"),
        ("[limits]\nbot = 3", "there is no limit 'bot'; expected one of bots, submissions_a_day"),
        ("[limits]\nbots = -1", 'a number from 1 to 1,000,000, or "none", got -1'),
        (
            "[limits]\nbots = 0",
            'limits.bots: expected a number from 1 to 1,000,000, or "none"',
        ),
        ("[[authors]]\nkey = 'a b'", "'a b' cannot be an author's name"),
        ("[[authors]]\nkey = 'x'\n[[authors]]\nkey = 'X'", "'x' stands for two authors, x and X"),
        ("[[tiers]]\nbot = 'random'", "tiers[0]: it lacks the required field 'points'"),
        ("[[tiers]]\nbot = 'random'\npoints = 1\ncertainty = 1", "above 0.5 and below 1"),
        ("announcement = 'two\nlines'", "is no TOML: Found invalid character '\\n' (at line 1,"),
        ('announcement = "two\\nlines"', "An announcement is one line"),
        ("a = " + 60_000 * "[", "a number in it is too long, or its brackets are too deep."),
        ("title = " + 5000 * "1", "a number in it is too long, or its brackets are too deep."),
        ("[limits]\nbots = 0x" + 5000 * "f", "a number in it is too long, or its brackets are"),
        ("[dates]\ndeadline = 0001-01-01T00:00:00+05:00", "dates.deadline: expected a year from 2"),
        ("[[tiers]]\nbot = 'random'\npoints = nan", "tiers[0].points: expected a number >="),
        ("[[tiers]]\nbot = 'random'\npoints = inf", "tiers[0].points: expected a number <="),
        ('logo = "a\\u0000b"', "logo: embedded null byte."),
        ("[[authors]]\nname = 'Ann'\nmembers = [{lms = '1'}]\n" * 2, "authors[1]: '1' stands for"),
        (
            "roster = 'roster.csv'\n[[authors]]\nname = 'Ann'\nmembers = [{lms = '103'}]",
            "course.toml, roster: '103' stands for two authors, Ann and Cid; expected one.",
        ),
        ("roster = 'none.csv'", "none.csv cannot be read: No such file or directory."),
    ],
)
def test_a_wrong_file_is_one_sentence_and_changes_nothing(
    course: Course, changed: str, said: str
) -> None:
    course.write(changed)
    assert said in course.refused()
