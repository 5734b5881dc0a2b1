"""Who plays: names and versions, who is replaced, excluded, benched, and comes back."""

import asyncio
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.match.match import play_match
from arena.match.plan import read_plan
from arena.v1 import arena_pb2 as pb
from ladder.log.entries import (
    ORGANISER,
    Admitted,
    Benched,
    Chosen,
    Entered,
    Excluded,
    Joined,
    LogEntry,
    Returned,
    SeasonBegun,
    Withdrawn,
)
from ladder.log.proof import prove
from ladder.log.rulebook import next_player
from ladder.season.benching import find_failing
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import FILES, finish, make_ladder, plan_match, play, queue
from tests.match.playing import RandomConnection


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with golden.open(tmp_path / "ladder.db", make_ladder, "good", "bad", "Ugly") as store:
        yield store


def fail(store: Store, times: int, who: str = "bad") -> list[Benched]:
    """Play matches in which a bot fails; return who is to be benched after the last."""
    for _ in range(times):
        entry = finish(store, plan_match(store, ["good@1", f"{who}@1"]), erring=[who])
    return failing_after(store, entry)


def failing_after(store: Store, entry: LogEntry) -> list[Benched]:
    return list(find_failing(store, store.roster(), entry))


def bench(store: Store) -> list[LogEntry]:
    return store.append(*fail(store, 3))


def test_a_bot_is_benched_after_three_failing_matches_in_a_row(store: Store) -> None:
    assert fail(store, 1) == []
    assert fail(store, 1) == []
    (benched,) = fail(store, 1)
    assert (benched.player, benched.matches) == ("bad@1", (1, 2, 3))
    assert benched.reason.startswith("failed in 3 matches one after the other: ")
    store.append(benched)
    assert store.roster().active() == ["good@1", "Ugly@1"]
    assert "bad@1" in store.roster().listed()


def test_one_match_without_a_failure_begins_the_count_anew(store: Store) -> None:
    fail(store, 2)
    finish(store, plan_match(store, ["good@1", "bad@1"]))
    assert fail(store, 2) == []
    assert fail(store, 1) != []


class ErringAtFirst(RandomConnection):
    """Errs in the first games of a match only."""

    def __init__(self, name: str, games: int) -> None:
        super().__init__(name, erring=0.0, took=1e-6)
        self._games = games

    async def tell(self, message: pb.RefereeMessage) -> None:
        if message.HasField("start"):
            self._erring = float(message.start.number < self._games)


@pytest.mark.parametrize(("games", "benched"), [(1, 0), (2, 1)])
def test_a_match_fails_in_which_a_bot_forfeits_until_it_sits_out(
    store: Store, games: int, benched: int
) -> None:
    for _ in range(3):
        plan = plan_match(store, ["good@1", "bad@1"])
        plan.box = "container"
        connect = [partial(ErringAtFirst, "good", 0), partial(ErringAtFirst, "bad", games)]
        record = asyncio.run(play_match(read_plan(plan), connect, lambda _: None))
        entry = store.finish(queue(store, plan).match, prove(record))
    assert entry is not None
    assert len(list(find_failing(store, store.roster(), entry))) == benched


def test_matches_of_others_in_between_do_not_matter(store: Store) -> None:
    fail(store, 2)
    finish(store, plan_match(store, ["good@1", "Ugly@1"]))
    assert [one.player for one in fail(store, 1)] == ["bad@1"]


def test_who_is_benched_is_not_benched_again(store: Store) -> None:
    late = queue(store, plan_match(store, ["good@1", "bad@1"]))
    bench(store)
    entry = store.finish(late.match, prove(play(late.plan, ["bad"])))
    assert entry is not None
    assert failing_after(store, entry) == []


def test_who_comes_back_plays_and_may_fail_three_times_again(store: Store) -> None:
    bench(store)
    store.append(Returned("bad@1"))
    assert "bad@1" in store.roster().active()
    assert fail(store, 2) == []
    assert [one.matches for one in fail(store, 1)] == [(4, 5, 6)]


def test_a_new_version_takes_the_place_of_the_old_one_and_is_not_benched(store: Store) -> None:
    bench(store)
    assert next_player(store.roster(), "bad") == "bad@2"
    store.enter(Entered("bad@2", ORGANISER, "e" * 64, ()), FILES)
    assert store.roster().active() == ["good@1", "bad@2", "Ugly@1"]
    assert "bad@1" not in store.roster().listed()
    assert store.roster().find("bad") == "bad@2"
    assert store.roster().find("BAD@1") == "bad@1"


def test_who_is_excluded_is_not_listed_and_its_matches_do_not_count(store: Store) -> None:
    finish(store, plan_match(store, ["good@1", "bad@1"]))
    finish(store, plan_match(store, ["good@1", "Ugly@1"]))
    store.append(Excluded("cheated", player="bad@1"))
    roster = store.roster()
    assert roster.excluded.players == {"bad@1": "cheated"}
    assert roster.listed() == roster.active() == ["good@1", "Ugly@1"]
    assert [one.match for one in roster.counted(store.results())] == [2]
    store.append(Excluded("a power cut", match=2))
    assert list(store.roster().counted(store.results())) == []
    store.append(Admitted("did not", player="bad@1"), Admitted("did not", match=2))
    assert len(list(store.roster().counted(store.results()))) == 2
    assert "bad@1" in store.roster().active()


def enter(store: Store, player: str, author: str = ORGANISER) -> None:
    store.enter(Entered(player, author, sha256(player.encode()).hexdigest(), ()), b"packed")


def test_the_version_that_its_author_chooses_plays_until_the_next_comes_in(store: Store) -> None:
    enter(store, "bad@2")
    store.append(Chosen("bad@1"))
    assert store.roster().current("bad") == "bad@1"
    assert store.roster().why_not_playing("bad@2") == (
        "bad@2 does not play any more; bad@1 has taken its place"
    )
    enter(store, "bad@3")
    assert store.roster().current("bad") == "bad@3"


def test_the_one_before_plays_again_where_a_version_is_withdrawn_or_excluded(store: Store) -> None:
    enter(store, "bad@2")
    enter(store, "bad@3")
    store.append(Withdrawn("bad@3"))
    assert store.roster().current("bad") == "bad@2"
    store.append(Excluded("cheated", player="bad@2"))
    assert store.roster().current("bad") == "bad@1"
    store.append(Chosen("bad@3"))
    assert store.roster().current("bad") == "bad@3"
    assert "bad@3" in store.roster().active()


def test_a_bot_all_of_whose_versions_are_withdrawn_plays_no_more(store: Store) -> None:
    store.append(Withdrawn("bad@1"))
    roster = store.roster()
    assert roster.current("bad") is None
    assert "bad@1" not in [*roster.active(), *roster.listed()]
    assert roster.find("bad") == "bad@1"
    assert roster.why_not_playing("bad@1") == "bad@1 was withdrawn"


def test_a_ban_of_a_bot_is_of_all_its_versions_and_one_of_an_author_of_all_bots(
    store: Store,
) -> None:
    store.append(Joined("anna"))
    enter(store, "fish@1", "anna")
    enter(store, "goat@1", "anna")
    enter(store, "bad@2")
    store.append(Excluded("it cheats", bot="bad"))
    assert store.roster().active() == ["good@1", "Ugly@1", "fish@1", "goat@1"]
    store.append(Excluded("helpers", author="anna"))
    assert store.roster().active() == ["good@1", "Ugly@1"]
    assert store.roster().why_not_playing("goat@1") == "goat@1 is excluded: helpers"
    store.append(Admitted("none", author="anna"), Admitted("does not", bot="bad"))
    assert store.roster().active() == ["good@1", "bad@2", "Ugly@1", "fish@1", "goat@1"]


def test_who_is_not_of_a_season_does_not_play_in_it(store: Store) -> None:
    store.append(SeasonBegun(2, "endless", ("good@1", "Ugly@1")))
    assert store.roster().active() == ["good@1", "Ugly@1"]
    assert store.roster().why_not_playing("bad@1") == "bad@1 takes no part in season 2"


def test_the_first_version_is_1_and_the_next_one_more(store: Store) -> None:
    assert next_player(store.roster(), "new") == "new@1"
    assert next_player(store.roster(), "good") == "good@2"


@pytest.mark.parametrize(
    "name", ["", "a b", "-x", ".x", "x" * 41, "bötchen", "a@1", "a/b", "a\nb", "\x1b[2J", "good\n"]
)
def test_an_odd_name_is_refused_in_one_sentence(store: Store, name: str) -> None:
    with pytest.raises(UserError, match=r"^[^\n]+ cannot be a bot's name; [^\n]+\.$"):
        store.enter(Entered(f"{name}@1", ORGANISER, "e" * 64, ()), FILES)


def test_names_that_differ_in_case_only_are_one_name(store: Store) -> None:
    with pytest.raises(UserError, match="'ugly' differs from 'Ugly' in upper and lower case only"):
        store.enter(Entered("ugly@1", ORGANISER, "e" * 64, ()), FILES)
