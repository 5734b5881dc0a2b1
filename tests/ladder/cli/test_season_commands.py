"""Seasons as an organiser has them: a freeze, a final of the first, a pause, a match given up."""

import json
from collections.abc import Sequence
from pathlib import Path
from shutil import copy

import pytest

from ladder.log.entries import Cancelled, Frozen, Paused, SeasonBegun
from ladder.log.file import read_log, write_log
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.bad_input.mistakes import dump, refused
from tests.ladder.ladders import make_ladder, plan_match, play_on, queue
from tests.ladder.scripted import Scripted
from tests.ladder.scripted import play as play_season
from tests.programs import Run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder with four bots and this many games in twelve matches that all have a rank."""
    place = tmp_path_factory.mktemp("played") / "ladder.db"
    with make_ladder(place, "one", "two", "three", "four", games_a_match=24) as store:
        play_on(store, 12)
        queue(store, plan_match(store))
    return place


@pytest.fixture
def place(played: Path, tmp_path: Path) -> Path:
    """A ladder like that, and one match that waits."""
    for file in played.parent.glob("ladder.db*"):
        copy(file, tmp_path)
    return tmp_path / "ladder.db"


def last_bodies(place: Path, count: int) -> Sequence[object]:
    with open_store(str(place)) as store:
        list(read_log(write_log(store.entries())))
        return [entry.body for entry in store.entries()][-count:]


def ranked(ladder: Run) -> dict[str, int]:
    board = json.loads(ladder("table", "six_nimmt", "--json").stdout)["games"]["six_nimmt"]
    return {row["player"]: row["rank"] for row in board}


def test_a_final_is_of_the_first_of_the_official_board_and_begins_from_zero(
    ladder: Run, place: Path
) -> None:
    before = ranked(ladder)
    first = sorted(player for player, rank in before.items() if rank <= 2)
    said = json.loads(
        ladder("season", "--final", "--top=2", "--format=round-robin", "--json").stdout
    )
    assert (said["season"], said["players"], said["cancelled"]) == (2, first, 1)
    assert last_bodies(place, 3) == [
        Cancelled(13, "season 2 has begun"),
        SeasonBegun(2, "round-robin 1", tuple(first)),
        Frozen(frozen=True),
    ]
    with open_store(str(place)) as store:
        assert sorted(store.roster().active()) == first
    assert "The ladder is frozen" in refused(ladder("submit", "--trust", "first", check=2))


def test_a_final_among_house_bots_is_of_the_first_and_of_these(ladder: Run, place: Path) -> None:
    words = ["--final", "--top=2", "--format=house", "--times=2", "--json"]
    said = json.loads(ladder("season", *words).stdout)
    assert (said["format"], len(said["players"])) == ("house 2", 4)


def test_a_season_is_played_in_its_format_and_says_when_it_is_at_its_end(
    ladder: Run, place: Path
) -> None:
    begun = ladder("season", "--format=swiss", "--times=1").stdout
    assert "A bot has a rank after 62 games" in begun
    assert "known to 12 points, 95 times of 100" in begun
    said = ladder("run", "--trust").stdout
    assert "0 matches played" not in said
    assert "The season is at its end, since its format is swiss 1; ladder season begins" in said
    again = ladder("run", "--trust").stdout
    assert "0 matches played" in again
    assert "The season is at its end" in again


def test_a_paused_ladder_says_why_nothing_is_played(ladder: Run, place: Path) -> None:
    ladder("cancel", "13", "--reason=too late")
    ladder("set", "--pause")
    said = ladder("run", "--trust").stdout
    assert "0 matches played" in said
    assert "The ladder is paused: no matches are planned before ladder set --resume." in said
    ladder("set", "--resume")
    assert "1 match played" in ladder("run", "--trust", "--matches=1").stdout
    bodies = last_bodies(place, 5)
    assert bodies[:3] == [
        Cancelled(13, "too late"),
        Paused(paused=True),
        Paused(paused=False),
    ]


MISTAKES = [
    (["set", "--unfreeze"], "Submissions are open"),
    (["set", "--resume"], "The ladder is not paused"),
    (
        ["season", "--final", "--top=5"],
        "A final of the first 5 needs 5 bots with a rank, and in six_nimmt",
    ),
    (["season", "--final", "--format=gauntlet"], "A gauntlet is of one bot"),
    (["season", "--bot=one"], "A gauntlet is of one bot"),
    (["season", "--format=gauntlet", "--bot=nobody"], "There is no bot 'nobody'"),
    (["cancel", "99", "--reason=so"], "Match 99 does not wait to be played; 1 match does: 13."),
    (["cancel", "1", "--reason=so"], "Match 1 does not wait to be played"),
    (["cancel", "13", "--reason= "], "A reason is some words on one line"),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES, ids=lambda one: "_".join(one)[:40])
def test_what_cannot_be_is_one_sentence_and_nothing_is_lost(
    ladder: Run, place: Path, words: list[str], sentence: str
) -> None:
    before = dump(place)
    assert sentence in refused(ladder(*words, check=2))
    assert dump(place) == before


def test_what_is_so_already_is_one_sentence(ladder: Run, place: Path) -> None:
    for word, sentence in (("--freeze", "are frozen already"), ("--pause", "is paused already")):
        ladder("set", word)
        before = dump(place)
        assert sentence in refused(ladder("set", word, check=2))
        assert dump(place) == before


def test_a_season_without_enough_bots_is_one_sentence(ladder: Run, tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "one").close()
    for words in ([], ["--final"]):
        sentence = refused(ladder("season", *words, check=2))
        assert sentence.startswith("A season here needs 2 bots or more, and 1 bot plays")
    final = ladder("season", "--final", "--top=2", check=2)
    assert "Nobody has a rank in season 1 yet" in refused(final)


def test_no_season_begins_while_one_is_played(ladder: Run, place: Path) -> None:
    with open_store(str(place)) as store, store.season_lock():
        assert "running already" in refused(ladder("season", "--final", check=2))
    # Whatever link leads there.
    (place.parent / "link.db").symlink_to(place)
    with open_store(str(place)) as store, store.season_lock():
        words = ["run", "--trust", "--ladder=link.db"]
        assert "running already" in refused(ladder(*words, check=2))


def test_the_board_of_a_season_has_its_own_matches_only(ladder: Run, place: Path) -> None:
    ladder("season")
    with open_store(str(place)) as store:
        assert meetings(store) == 0
        play_season(store, Scripted(), 4)
        assert meetings(store) == 4
        numbers = [result.season for result in store.results()]
    assert numbers == [1] * 12 + [2] * 4


def test_the_table_after_a_final_has_the_finalists_and_is_that_of_the_export(
    ladder: Run, place: Path
) -> None:
    assert ranked(ladder).keys() == {f"{name}@1" for name in ("one", "two", "three", "four")}
    ladder("season", "--final", "--top=2")
    assert "No rated matches yet." in ladder("table", "six_nimmt").stdout
    with open_store(str(place)) as store:
        finalists = {*store.roster().active()}
        play_season(store, Scripted(), 4)
    assert ranked(ladder).keys() == finalists
    ladder("export", "all.zip")
    assert ladder("rate", "all.zip", "--json").stdout == ladder("table", "--json").stdout


def meetings(store: Store) -> int:
    return sum(1 for _ in store.results(season=store.roster().season))
