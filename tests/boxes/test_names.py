"""Nothing that a bot can read is the same at two seats of one match and at no seat of another."""

import json
import re
from pathlib import Path

import pytest

from tests.bots.writing import write_bot
from tests.boxes.containers import play

pytestmark = pytest.mark.usefixtures("image")

TELLER = """
import json, os, socket, sys
end = socket.socket(socket.AF_UNIX)
end.connect(os.environ["ARENA_SOCKET"].removeprefix("unix:"))
said = [end.getpeername(), os.uname().nodename, *sys.argv, *os.environ.values()]
for path in ("self/mountinfo", "self/cgroup", "self/cmdline", "1/cmdline", "net/unix"):
    try:
        with open(f"/proc/{path}") as file:
            # What begins with a letter or a slash: not numbers that merely count up.
            said += [word for line in file for word in line.split() if not word[0].isdigit()]
    except OSError:
        pass
for path in ("hostname", "hosts", "resolv.conf", "machine-id"):
    if os.path.exists(f"/etc/{path}"):
        said.append(open(f"/etc/{path}").read())
print(json.dumps([os.getuid(), " ".join(said)]))
sys.exit(3)
"""


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> list[list[tuple[int, set[str]]]]:
    """By match and seat the bot's user and the words that it has read."""
    folder = tmp_path_factory.mktemp("tellers")
    bots = [write_bot(folder / name, TELLER) for name in ("one", "two")]
    return [[read(forfeit.log_tail) for forfeit in play(*bots).forfeits] for _ in range(2)]


def read(log: str) -> tuple[int, set[str]]:
    user, said = json.loads(log)
    return user, set(re.findall(r"\w{4,}", said))


def test_no_word_tells_the_match(matches: list[list[tuple[int, set[str]]]]) -> None:
    (one, other), (third, fourth) = ([words for _, words in match] for match in matches)
    assert "referee" in one
    assert one & other - third - fourth == set()


def test_users_are_not_neighbours(matches: list[list[tuple[int, set[str]]]]) -> None:
    (one, _), (other, _) = matches[0]
    assert abs(one - other) > 1


def test_a_path_tells_no_seat(matches: list[list[tuple[int, set[str]]]]) -> None:
    words = [words for match in matches for _, words in match]
    assert [word for each in words for word in each if re.fullmatch(r"seat\d.*", word)] == []


def test_the_teller_reads_what_its_box_is_called(tmp_path: Path) -> None:
    forfeit, _ = play(*(write_bot(tmp_path / name, TELLER) for name in ("one", "two"))).forfeits
    assert re.search(r"/arena-\w+[-/]", forfeit.log_tail)
