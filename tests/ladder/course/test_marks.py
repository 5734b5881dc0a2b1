"""Points for the bots that an author's beats, with what would still tell."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import NormalDist

import pytest

from arena.errors import UserError
from ladder.archive.exchange import import_export, write_export
from ladder.course.file import read_scheme
from ladder.leaderboards import read_fits
from ladder.log.entries import Entered, Joined
from ladder.matches import read_division
from ladder.queries.lookup import find_player
from ladder.queries.marks import Mark, list_marks, read_marks
from ladder.ratings.versus import versus
from ladder.settings.people import Member, Participant
from ladder.settings.scheme import Scheme, Tier
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.ladders import (
    SHORT,
    files_like,
    finish,
    make_ladder,
    plan_match,
    play_on,
)

SCHEME = """
[[tiers]]
bot = "loser"
points = 10

[[tiers]]
bot = "first"
points = 20
certainty = 0.999999
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A ladder of two that play alike and of two, one of them the organiser's, that always err."""
    with make_ladder(tmp_path_factory.mktemp("marks") / "ladder.db", "first", "loser") as store:
        for author, name in (("ann", "hers"), ("ben", "his")):
            store.append(Joined(author))
            digest, content = files_like(name)
            store.enter(Entered(f"{name}@1", author, digest, ()), content)
        store.append(Joined("cid"))
        play_on(store, 40, erring=("loser", "his"))
        yield store


@pytest.fixture
def scheme(tmp_path: Path, store: Store) -> Scheme:
    (tmp_path / "course.toml").write_text(SCHEME)
    return read_scheme(tmp_path / "course.toml", partial(find_player, store.roster()))


def marks_of(store: Store, scheme: Scheme) -> dict[str, Mark]:
    return {mark.author: mark for mark in read_marks(store, scheme, None, None)}


def test_who_plays_one_game_of_two_has_marks_by_that_one(tmp_path: Path) -> None:
    games = (SHORT, read_division("big_fish seats=2"))
    with make_ladder(tmp_path / "ladder.db", "first", "loser", divisions=games) as store:
        store.append(Joined("ann"))
        digest, content = files_like("hers")
        store.enter(Entered("hers@1", "ann", digest, ("six_nimmt",)), content)
        play_on(store, 12, erring=["loser"])
        marks = marks_of(store, Scheme((Tier("loser", 10), Tier("first", 20))))
    assert all(one.certainty is not None for one in marks["ann"].tiers)


def test_the_most_points_count_of_what_is_reached(store: Store, scheme: Scheme) -> None:
    marks = marks_of(store, scheme)
    assert {author: mark.points for author, mark in marks.items()} == {
        "organiser": 10.0,
        "ann": 10.0,
        "ben": 0.0,
        "cid": 0.0,
    }
    assert [one.reached for one in marks["ann"].tiers] == [True, False]
    assert (marks["cid"].bot, marks["cid"].tiers[0].certainty) == (None, None)
    both = marks_of(store, Scheme((Tier("his", 20), Tier("loser", 10))))["ann"]
    assert [one.reached for one in both.tiers] == [True, True]
    assert both.points == 20.0


def test_it_is_said_how_many_matches_more_would_tell(store: Store, scheme: Scheme) -> None:
    certainties = (0.9, 1 - 1e-9, 1 - 1e-13)
    tiers = tuple(Tier("loser", 1, certainty) for certainty in certainties)
    reached, *open_ = marks_of(store, Scheme(tiers))["ann"].tiers
    assert (reached.reached, reached.matches) == (True, 0)
    more = [one.matches or 0 for one in open_ if not one.reached]
    assert min(more) >= 1
    # The games that tell grow with the square of the distance.
    near, far = (NormalDist().inv_cdf(certainty) for certainty in certainties[1:])
    played = store.games_of(["hers@1"])["hers@1"]
    least, most = (played + 4 * one for one in more)
    assert most / least == pytest.approx((far / near) ** 2, rel=0.05)
    _, behind = marks_of(store, scheme)["ben"].tiers
    assert behind.certainty is not None
    assert behind.certainty < 0.5
    assert behind.matches is None


def test_the_newest_version_counts_where_the_scheme_says_so(tmp_path: Path, scheme: Scheme) -> None:
    with make_ladder(tmp_path / "ladder.db", "loser", "good") as store:
        store.append(Joined("ann"))
        for number in (1, 2):
            digest, content = files_like(f"bot{number}")
            store.enter(Entered(f"bot{number}@1", "ann", digest, ()), content)
        play_on(store, 30, erring=("loser", "bot2"))
        tiers = scheme.tiers[:1]
        assert marks_of(store, Scheme(tiers))["ann"].points == 10
        assert marks_of(store, Scheme(tiers, newest=True))["ann"].points == 0


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Store]:
    """A ladder on which an author has twelve copies of a bot, and nobody is better."""
    divisions = (SHORT, read_division("tonton"))
    with make_ladder(tmp_path / "ladder.db", "first", divisions=divisions) as store:
        store.append(Joined("ann"))
        for number in range(1, 13):
            digest, content = files_like(f"copy{number}")
            games = () if number > 2 else ("tonton",)
            store.enter(Entered(f"copy{number}@1", "ann", digest, games), content)
        for number in [*range(3, 13)] * 2:
            finish(store, plan_match(store, (f"copy{number}@1", "first@1")))
        yield store


def test_the_best_of_several_versions_is_as_sure_as_all_of_them(copies: Store) -> None:
    tiers = tuple(Tier("first", 1, certainty) for certainty in (0.95, 0.9))
    marks = {mark.author: mark for mark in read_marks(copies, Scheme(tiers), "six_nimmt", None)}
    one = marks["ann"].tiers[0]
    best = marks["ann"].bot
    assert best is not None
    found = versus(
        [read_fits(copies, ["six_nimmt"], copies.roster())["six_nimmt"]], best, "first@1"
    )
    assert found is not None
    # Two of the twelve play another game alone.
    assert one.certainty == pytest.approx(found.certainty**10)
    newest = read_marks(copies, Scheme(tiers, newest=True), "six_nimmt", None)
    alone = next(mark.tiers[0].certainty for mark in newest if mark.author == "ann")
    assert alone is not None
    assert alone > found.certainty**10


def test_of_the_export_everybody_computes_the_same(
    store: Store, scheme: Scheme, tmp_path: Path
) -> None:
    write_export(store, tmp_path / "export.zip", submissions=False)
    import_export(str(tmp_path / "copy.db"), tmp_path / "export.zip")
    with open_store(str(tmp_path / "copy.db")) as copy:
        assert marks_of(copy, scheme) == marks_of(store, scheme)


def test_a_table_has_a_line_for_each_member_and_one_for_an_author_without_any(
    store: Store, scheme: Scheme
) -> None:
    members = (Member("Ann", "", "17"), Member("Øyvind", "", "18"))
    people = {"ann": Participant("ann", "Team 7", members), "ben": Participant("ben", "Ben")}
    lines = list_marks(read_marks(store, scheme, None, None), people)
    assert sorted((line[0], line[1], line[4]) for line in lines) == [
        ("ann", "Team 7", "17"),
        ("ann", "Team 7", "18"),
        ("ben", "Ben", ""),
        ("cid", "", ""),
        ("organiser", "", ""),
    ]


def test_a_tier_with_a_bot_that_nobody_has_is_one_sentence(store: Store) -> None:
    with pytest.raises(UserError, match="nobody"):
        marks_of(store, Scheme((Tier("nobody", 1),)))
    with pytest.raises(UserError, match=r"The scheme has no \[\[tiers\]\]"):
        marks_of(store, Scheme(()))
