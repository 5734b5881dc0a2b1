"""A roster is read as spreadsheets and learning management systems write it."""

from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.course.roster import read_roster
from ladder.settings.people import Member, Participant

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


def read(content: bytes) -> list[Participant]:
    return read_roster(Path("roster.csv"), content)


@pytest.mark.parametrize(
    "text", [MOODLE, CANVAS, GRADESCOPE], ids=["Moodle", "Canvas", "Gradescope"]
)
@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_table_is_read_as_it_was_exported(text: str, delimiter: str, encoding: str) -> None:
    assert read(text.replace(",", delimiter).encode(encoding)) == BOTH


def test_people_of_one_team_are_one_author() -> None:
    (team,) = read(b"team,name,lms\nSharks,Ann,1\nSharks,Ben,2\n")
    assert team == Participant("", "Sharks", (Member("Ann", "", "1"), Member("Ben", "", "2")))


def test_members_of_a_team_may_repeat_its_key() -> None:
    (team,) = read(b"key,team,name,lms\nt1,Sharks,Ann,1\nt1,Sharks,Ben,2\n")
    assert (team.key, team.name, len(team.members)) == ("t1", "Sharks", 2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"name,lms\nAnn,1\nBen,2\nAnn,1\n",
            "line 4, column 2: '1' stands in line 2 already; expected each",
        ),
        (
            b"name,lms,email\nAnn,1,a@x\nBen,2,A@x\n",
            "line 3, column 3: 'a@x' stands in line 2 already",
        ),
        (b"key;name\nt1;Ann\nt1;Ben\n", "line 3, column 1: 't1' stands in line 2 already"),
        (b"Vorname,Nachname\nAnn,1\n", "line 1: expected a column 'key', 'email' or 'lms'"),
        (b"", "line 1: expected a column 'key', 'email' or 'lms'"),
        (b"lms,name\n1," + b"x" * 200_000 + b"\n", "line 2: it is no CSV: field larger"),
    ],
)
def test_a_wrong_table_is_one_sentence_with_its_line(content: bytes, said: str) -> None:
    with pytest.raises(UserError) as refused:
        read(content)
    assert said in str(refused.value)
