"""A course file is applied as often as one likes: all of it, or nothing."""

import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.course.applying import Applied, apply_course
from ladder.course.sheet import write_sheets
from ladder.exchange import write_export
from ladder.log import Entered, Joined
from ladder.store.people import People
from ladder.store.store import Store
from ladder.store.tokens import Tokens
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
        people = People(self.store.connections).all()
        return {person.name: key for key, person in people.items()}


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    with make_ladder(tmp_path / "ladder.db") as store:
        yield Course(tmp_path, store)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            'divisions = ["six_nimmt seats=4"]',
            "line 2, column 13: this ladder was made with 6 nimmt!",
        ),
        (
            "games_a_match = 7",
            "line 2, column 17: this ladder was made with 4, which holds as long as",
        ),
        (
            'clock = "9+0"',
            "line 2, column 9: this ladder was made with 10+0.1, which holds as long as",
        ),
        ("games_a_match = 0", "line 2, column 17: expected a whole number >= 1"),
        ("divisions = []", "line 2, column 13: expected a list of length >= 1"),
        ('divisions = ["chess"]', "line 2, column 13: There is no game 'chess'"),
        ('clock = "soon"', "line 2, column 9: "),
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
    assert course.apply().joined


def test_what_the_file_says_is_so(course: Course) -> None:
    applied = course.apply()
    roster = course.store.roster()
    assert roster.authors == {"t07", "author-1", "author-2", "author-3"} == {*applied.joined}
    assert roster.limits.bots == 3
    assert roster.announcement == "Hand in by Friday."
    assert course.keys().keys() == {"Ann", "Ben", "Cid", "Zoë Müller, Team 7"}
    assert applied.without_token == applied.joined


def test_applied_again_it_changes_nothing(course: Course) -> None:
    course.apply()
    before, keys = course.store.head(), course.keys()
    again = course.apply()
    assert course.store.head() == before
    assert again == Applied((), (), (), again.without_token, None, None, (), (), (), None)
    # A key is that of the person, wherever its line stands.
    course.write(COURSE, "\n".join([ROSTER.splitlines()[0], *ROSTER.splitlines()[:0:-1]]) + "\n")
    course.apply()
    assert (course.store.head(), course.keys()) == (before, keys)


def test_who_comes_later_and_is_called_otherwise_is_known_from_then_on(course: Course) -> None:
    course.apply()
    keys = course.keys()
    course.write(COURSE, ROSTER.replace("Ben,", "Benno,") + "Dan,,104\n")
    applied = course.apply()
    assert applied.joined == ("author-4",)
    assert applied.described == (keys["Ben"],)
    assert course.keys()["Benno"] == keys["Ben"]


def test_a_dry_run_says_it_and_changes_nothing(course: Course) -> None:
    before = course.store.head()
    said = course.apply(dry_run=True)
    assert (course.store.head(), course.keys()) == (before, {})
    done = course.apply()
    assert {*said.joined} == {*done.joined}
    assert done.limits == said.limits


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
    assert course.apply("others").without_token == ()
    assert not (course.folder / "others").exists()


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
    people = People(course.store.connections)
    assert people.forget("t07")
    assert "t07" not in people.all()
    assert not people.forget("t07")
    assert "t07" in course.store.roster().authors


def test_of_two_at_once_the_second_finds_what_the_first_has_done(course: Course) -> None:
    other, refused = course.folder / "other.toml", list[str]()
    other.write_text('names = "shown"')
    course.write('names = "pseudonyms"')

    def apply_other() -> None:
        try:
            apply_course(course.store, other)
        except UserError as mistake:
            refused.append(str(mistake))

    second = Thread(target=apply_other)

    def read(file: Path) -> bytes:
        second.start()
        return file.read_bytes()

    apply_course(course.store, course.folder / "course.toml", read=read)
    second.join()
    assert len(refused) == 1
    assert "line 1, column 9: 'pseudonyms' was said when the course began" in refused[0]
    assert course.store.about().names == "pseudonyms"


def test_an_author_with_bots_is_not_left_out(course: Course) -> None:
    course.store.append(Joined("eve"))
    assert course.apply().unnamed == ("eve",)
    digest, content = files_like("hers")
    course.store.enter(Entered("hers@1", "eve", digest, ()), content)
    assert course.refused().startswith("The course leaves out eve, with bots on this ladder;")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("announcement = 3", "expected text, got a whole number, at announcement"),
        ("annoucement = ''", "it has the unknown field 'annoucement'"),
        ("[limits]\nbot = 3", "there is no limit 'bot'; expected one of bots, submissions_a_day"),
        ("[limits]\nbots = -1", 'a number from 1 to 1,000,000, or "none", got -1'),
        (
            "[limits]\nbots = 0",
            'line 2, column 8: expected a number from 1 to 1,000,000, or "none"',
        ),
        ("[[authors]]\nkey = 'a b'", "'a b' cannot be an author's name"),
        ("[[authors]]\nkey = 'x'\n[[authors]]\nkey = 'X'", "'x' stands for two authors, x and X"),
        ("[[tiers]]\nbot = 'random'", "it lacks the required field 'points'"),
        ("[[tiers]]\nbot = 'random'\npoints = 1\ncertainty = 1", "above 0.5 and below 1"),
        ("announcement = 'two\nlines'", "is no TOML"),
        ('announcement = "two\\nlines"', "An announcement is one line"),
        ("roster = 'none.csv'", "none.csv cannot be read: No such file"),
    ],
)
def test_a_wrong_file_is_one_sentence_and_changes_nothing(
    course: Course, changed: str, said: str
) -> None:
    course.write(changed)
    assert said in course.refused()
