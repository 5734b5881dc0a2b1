"""Words that make no sense are refused in one sentence, and change nothing."""

import os
from pathlib import Path

import pytest

from ladder.log.entries import ORGANISER, Benched, Entered
from ladder.store.opening import open_store
from tests.ladder.bad_input.mistakes import dump, refused
from tests.programs import Run


@pytest.mark.parametrize(
    ("division", "sentence"),
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
    ladder: Run, tmp_path: Path, division: str, sentence: str
) -> None:
    assert sentence in refused(ladder("init", f"--division={division}", check=2))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["init", "--division=tonton", "--division=tonton", "--ladder=b"], "by one set of options"),
        (["init", "--clock=soon", "--ladder=b"], "'soon' is no clock"),
        (["init", "--games-a-match=0", "--ladder=b"], "Invalid value"),
        (["init", f"--games-a-match={10**30}", "--ladder=b"], "a match has 1 to 10000 games"),
        (["table", "chess"], "'chess' is not played on this ladder; its games are six_nimmt."),
        (["table", "--without=nobody"], "There is no bot 'nobody' on this ladder; there are: "),
        (["table", "--as-of=soon"], "Invalid value"),
        (["bot", "nobody"], "There is no bot 'nobody'"),
        (["bot", "one@2"], "There is no bot 'one@2'"),
        (["bot", "one'; DROP TABLE entries; --"], "There is no bot"),
        (["bot", "' OR '1'='1"], "There is no bot"),
        (["table", "--without=x' OR '1'='1"], "There is no bot"),
        (["exclude", "--bot=one' --", "--reason=so"], "There is no bot"),
        (["match", "3"], "Match 3 has no result; 0 matches wait to be played."),
        (["match", str(10**30)], "has no result"),
        (["match", "one"], "Invalid value"),
        (["match", "1", "--record=ladder.db"], "No record can be put in ladder.db: "),
        (["exclude", "--match=3", "--reason=so"], "Match 3 has no result"),
        (["exclude", f"--match={10**30}", "--reason=so"], "has no result"),
        (["exclude", "--match=one", "--reason=so"], "Invalid value"),
        (["exclude", "--bot=one", "--reason="], "A reason is some words"),
        (["exclude", "--bot=one", "--reason=a\nb"], "A reason is some words"),
        (["exclude", "--bot=one", "--reason", os.fsdecode(b"\xff")], "A reason is some words"),
        (["exclude", "--bot=one"], "Missing option"),
        (["admit", "--bot=one", "--reason=so"], "every version of one counts anyway"),
        (["admit", "--version=one@1", "--reason=so"], "one@1 counts anyway"),
        (["exclude", "--version=one", "--reason=so"], "A version is a bot's name with its number"),
        (["exclude", "--version=one@9", "--reason=so"], "There is no bot 'one@9'"),
        (["exclude", "--author=carla", "--reason=so"], "There is no author 'carla'"),
        (["exclude", "--author=organiser", "--reason=so"], "The organiser is no author"),
        (
            ["exclude", "--reason=so"],
            "is of one bot, version, author or match; name just one.",
        ),
        (["exclude", "--bot=one", "--match=1", "--reason=so"], "An exclusion is of one bot"),
        (["author", "add", "a b"], "'a b' cannot be an author's name; expected up to 40 letters"),
        (["author", "add", "Organiser"], "is who runs the ladder"),
        (["submit", "one", "--author=carla"], "There is no author 'carla' on this ladder; there"),
        (["set", "--unsettled=-1"], "Invalid value"),
        (
            ["set", "--unsettled=0"],
            "'0' is no limit; expected a number from 1 to 1,000,000, or none.",
        ),
        (["set", "--unsettled=none"], "The limits are so already: "),
        (["choose", "one"], "is said as one@1"),
        (["choose", "one@1"], "one@1 is the version that plays already"),
        (["choose", "one@2"], "There is no bot 'one@2'"),
        (["choose", "one@1", "--author=carla"], "There is no author 'carla'"),
        (["withdraw", "nobody"], "There is no bot 'nobody'"),
        (["withdraw", "one", "--author=carla"], "There is no author 'carla'"),
        (["return", "one"], "one@1 is not benched"),
        (["season", "--format=gauntlet"], "A gauntlet is of one bot"),
        (["submit", "nobody"], "There is no bot 'nobody'"),
        (["rate", "nothing.zip"], "nothing.zip cannot be read"),
        (["rate", "."], ". is a folder"),
        (["rate", "ladder.db"], "ladder.db is a ladder, and not an export of one"),
        (["import", "nothing.zip", "--ladder=b"], "nothing.zip is no export"),
        (["import", "ladder.db", "--ladder=b"], "ladder.db is a ladder, and not an export of one"),
        (["import", ".", "--ladder=b"], ". is no export"),
        (["export", "."], ". is a folder"),
        (["export", "/"], "/ is a folder"),
        (["export", "no/where.zip"], "no/where.zip cannot be written: No such file"),
        (["export", "ladder.db/x.zip"], "cannot be written: Not a directory"),
        (["export", "/proc/x.zip"], "/proc/x.zip cannot be written"),
    ],
)
def test_what_is_not_there_is_refused_and_nothing_changes(
    ladder: Run, played: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    before, files = dump(played), {*played.parent.iterdir()}
    assert sentence in refused(ladder(*words, check=2))
    assert dump(played) == before
    # The lock that keeps out a second season stays, and says nothing.
    assert {*played.parent.iterdir()} <= {*files, tmp_path / "ladder.db.season"}


def test_a_gauntlet_of_a_bot_that_does_not_play_is_refused(ladder: Run, played: Path) -> None:
    def gauntlet(bot: str) -> str:
        return refused(ladder("season", "--format=gauntlet", f"--bot={bot}", check=2))

    with open_store(str(played)) as store:
        store.append(Benched("one@1", "failed in 3 matches", ()))
        store.append(Entered("Two@2", ORGANISER, "0" * 64, ()))
    assert gauntlet("one").endswith(
        "one@1 is benched: failed in 3 matches; ladder return one@1 sends it back in."
    )
    assert gauntlet("Two@1").endswith("Two@1 does not play any more; Two@2 has taken its place.")
    ladder("exclude", "--version=Two@2", "--reason=it cheated")
    assert gauntlet("Two@2").endswith("Two@2 is excluded: it cheated.")
