"""Whatever a `bot.toml` says, a bot enters with it, or with a sentence on what is wrong."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arena.bots.manifest import open_bot
from arena.bots.parameters import write_value
from tests.fuzz.fuzzing import accept, fuzz, mutations

WHOLE = (
    b'name = "stranger"\ngames = ["six_nimmt"]\ncommand = ["python3", "bot.py"]\n'
    b"[parameters]\ndepth = 2\n"
)
# What odd text comes after: a whole manifest, one whose last line is a comment, or nothing.
BEGINS = st.sampled_from([WHOLE, WHOLE + b"# ", b""])
PIECES = (
    *("name", "games", "command", " = ", '"', "'", '"""', "[", "]", "[[", "{", "}", ",", ".", "\n"),
    *("\\u001b", "\\u0000", "\\ud800", "\u202e", "\u200b", "\0", "\r", "#", "inf", "1979-05-27"),
    *(
        "parameters",
        "[parameters]\n",
        "depth = 1e9\n",
        "9" * 50,
        "0x",
        "1_0",
        "true",
        "stranger",
        "python3 bot.py",
        "a.a.a",
        "[/b]",
        "-rf",
    ),
)


def enter(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bot.toml").write_bytes(content)
        bot = open_bot(Path(folder))
    if bot.defect:
        assert bot.defect.endswith(".")
        assert len(bot.defect) < 10_000
    else:
        assert bot.name.isprintable()
        assert 0 < len(bot.name) <= 40
        assert bot.command
        assert all(isinstance(word, str) for word in (*bot.command, *bot.games))
        assert all(write_value(value).isprintable() for value in bot.parameters.values())
        accept()


@fuzz(100)
@given(content=mutations(WHOLE))
def test_a_changed_manifest_is_read_or_a_defect(content: bytes) -> None:
    enter(content)


@fuzz(100)
@given(begin=BEGINS, pieces=st.lists(st.sampled_from(PIECES), max_size=40))
def test_a_manifest_of_odd_pieces_is_read_or_a_defect(begin: bytes, pieces: list[str]) -> None:
    enter(begin + "".join(pieces).encode())


@fuzz(50)
@given(begin=BEGINS, rest=st.binary(max_size=500) | st.text(max_size=500).map(str.encode))
def test_any_manifest_is_read_or_a_defect(begin: bytes, rest: bytes) -> None:
    enter(begin + rest)
