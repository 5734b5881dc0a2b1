"""A roster is read as spreadsheets and learning management systems write it."""

from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.course.roster import read_roster
from ladder.people import Member, Participant

ZOE = Member("Zoë Müller", "zoe@example.org", "17")
BOB = Member("Bob Øst", "bob@example.org", "18")
BOTH = [Participant("", ZOE.name, (ZOE,)), Participant("", BOB.name, (BOB,))]
MOODLE = """First name,Last name,ID number,Email address,Groups
Zoë,Müller,17,zoe@example.org,
Bob,Øst,18,bob@example.org,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Email
    Points Possible,,,,,
Zoë Müller,9001,17,zmueller,A,zoe@example.org
Bob Øst,9002,18,bost,A,bob@example.org
"""
GRADESCOPE = """Name,SID,Email,Section
Zoë Müller,17,zoe@example.org,A
Bob Øst,18,bob@example.org,A
"""


def read(folder: Path, content: bytes) -> list[Participant]:
    file = folder / "roster.csv"
    file.write_bytes(content)
    return read_roster(file)


@pytest.mark.parametrize(
    "text", [MOODLE, CANVAS, GRADESCOPE], ids=["Moodle", "Canvas", "Gradescope"]
)
@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_table_is_read_as_it_was_exported(
    text: str, delimiter: str, encoding: str, tmp_path: Path
) -> None:
    assert read(tmp_path, text.replace(",", delimiter).encode(encoding)) == BOTH


def test_people_of_one_team_are_one_author(tmp_path: Path) -> None:
    (team,) = read(tmp_path, b"team,name,lms\nSharks,Ann,1\nSharks,Ben,2\n")
    assert team == Participant("", "Sharks", (Member("Ann", "", "1"), Member("Ben", "", "2")))


def test_people_of_one_key_are_one_author(tmp_path: Path) -> None:
    (team,) = read(tmp_path, b"key,name,lms\nt1,Ann,1\nt1,Ben,2\n")
    assert (team.key, len(team.members)) == ("t1", 2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name,lms\nAnn,1\nBen,2\nAnn,1\n", "line 4: '1' stands in line 2 already; expected each"),
        (b"name,lms,email\nAnn,1,a@x\nBen,2,A@x\n", "line 3: 'a@x' stands in line 2 already"),
        (b"Vorname,Nachname\nAnn,1\n", "line 1: expected a column 'key', 'email' or 'lms'"),
        (b"", "line 1: expected a column 'key', 'email' or 'lms'"),
        (b"lms,name\n1," + b"x" * 200_000 + b"\n", "line 2: it is no CSV: field larger"),
    ],
)
def test_a_wrong_table_is_one_sentence_with_its_line(
    content: bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError) as refused:
        read(tmp_path, content)
    assert said in str(refused.value)


def test_a_table_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"roster.csv cannot be read: No such file"):
        read_roster(tmp_path / "roster.csv")
