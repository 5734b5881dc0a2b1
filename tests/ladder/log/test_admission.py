"""Who may hand in what: authors, their bots, their files and their limits."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from threading import Barrier, Thread

import pytest

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.log.admission import require_admission, require_own, require_play
from ladder.log.entries import (
    ORGANISER,
    Admitted,
    Benched,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Limited,
    Limits,
    LogEntry,
    Withdrawn,
)
from ladder.log.roster import read_roster
from ladder.queries.shares import read_shares
from ladder.ratings.settled import SETTLED
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import SHORT, files_like, finish, make_ladder, open_log, plan_match
from tests.ladder.stories import chain


def make(place: Path) -> Store:
    store = make_ladder(place, "first")
    store.append(Joined("anna"), Joined("bert"))
    enter(store, "angler@1", "anna")
    enter(store, "bear@1", "bert")
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    """Return a ladder with two authors and a bot of each."""
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


def enter(store: Store, player: str, author: str = ORGANISER, files: str = "") -> LogEntry:
    digest = sha256((files or player).encode()).hexdigest()
    return store.enter(Entered(player, author, digest, ()), b"packed")


def refusal(store: Store, player: str, author: str = ORGANISER, files: str = "") -> str:
    """Return the sentence with which a version is refused; nothing changes."""
    before = store.head()
    with pytest.raises(UserError) as caught:
        enter(store, player, author, files)
    assert store.head() == before
    assert str(caught.value).endswith(".")
    return str(caught.value)


def test_only_its_authors_next_version_replaces_a_bot(store: Store) -> None:
    assert refusal(store, "angler@2", "bert") == (
        "angler is anna's, and only its author's next version takes its place; bert's needs"
        " another name."
    )
    assert "the organiser's needs another name" in refusal(store, "angler@2")
    assert "first is the organiser's" in refusal(store, "first@2", "anna")
    enter(store, "angler@2", "anna")
    assert store.roster().current("angler") == "angler@2"


def test_who_is_no_author_hands_in_nothing(store: Store) -> None:
    assert refusal(store, "new@1", "carla") == (
        "There is no author 'carla' on this ladder; there are: anna, bert."
    )


def test_equal_files_come_in_once_whatever_they_are_called(store: Store) -> None:
    for player, author in (("other@1", "bert"), ("other@1", "anna"), ("other@1", ORGANISER)):
        assert refusal(store, player, author, files="angler@1") == (
            "This is angler@1 already, file by file; change it, or let it be."
        )
    enter(store, "angler@2", "anna")
    assert refusal(store, "angler@3", "anna", files="angler@1").endswith(
        "change it, or let it be; choose angler@1 to have it play again."
    )


def test_equal_files_at_the_same_time_come_in_once(store: Store, tmp_path: Path) -> None:
    """Each has been checked before the other is there; the transaction decides."""
    names, barrier, refused = ["one", "two", "three", "four"], Barrier(4), []

    def hand_in(name: str) -> None:
        with open_store(str(tmp_path / "ladder.db")) as own:
            barrier.wait()
            try:
                enter(own, f"{name}@1", "anna", files="same")
            except UserError as mistake:
                refused.append(str(mistake))

    threads = [Thread(target=hand_in, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    assert len({*names} & {*store.roster().by_name}) == 1
    assert all("already, file by file" in sentence for sentence in refused)


@pytest.mark.parametrize(
    "ruling",
    [
        Excluded("it cheats", player="angler@1"),
        Excluded("it cheats", bot="angler"),
        Excluded("it cheats", author="anna"),
    ],
    ids=["version", "bot", "author"],
)
def test_the_files_of_who_is_excluded_come_in_under_no_name(store: Store, ruling: Excluded) -> None:
    store.append(ruling)
    assert refusal(store, "other@1", "bert", files="angler@1") == (
        "These are the files of angler@1, which is excluded: it cheats."
    )


def test_a_banned_author_hands_in_nothing_and_a_banned_bot_has_no_next_version(
    store: Store,
) -> None:
    store.append(Excluded("it cheats", bot="angler"))
    assert refusal(store, "angler@2", "anna") == (
        "angler is excluded, its next versions too: it cheats."
    )
    enter(store, "other@1", "anna")
    store.append(Excluded("helpers", author="anna"))
    assert refusal(store, "third@1", "anna") == "anna is excluded and hands in nothing: helpers."
    store.append(Admitted("none", author="anna"))
    enter(store, "third@1", "anna")


def test_on_a_frozen_ladder_nobody_comes_in(store: Store) -> None:
    store.append(Frozen(frozen=True))
    assert refusal(store, "angler@2", "anna") == (
        "The ladder is frozen: no bot comes in before the organiser ends that."
    )
    store.append(Frozen(frozen=False))
    enter(store, "angler@2", "anna")


def test_an_author_has_as_many_bots_as_the_limit_says(store: Store) -> None:
    store.append(Limited(Limits(bots=2)))
    enter(store, "other@1", "anna")
    assert refusal(store, "third@1", "anna") == (
        "An author may have 2 that play, and anna has angler@1 and other@1; another one may play"
        " after one of these is withdrawn."
    )
    enter(store, "other@2", "anna")
    enter(store, "bear@2", "bert")
    enter(store, "second@1")
    enter(store, "third@1")
    store.append(Withdrawn("other@2"), Withdrawn("other@1"))
    enter(store, "third2@1", "anna")
    with pytest.raises(UserError, match="may have 2 that play"):
        require_play(store.roster(), "other@1")
    head = store.head()
    with pytest.raises(UserError, match="may have 2 that play"):
        acts.choose(store, Actor("anna", organiser=False), "other@1")
    assert store.head() == head
    acts.withdraw(store, Actor("anna", organiser=False), "angler")
    acts.choose(store, Actor("anna", organiser=False), "other@1")


def test_a_bot_that_is_benched_keeps_its_authors_place(store: Store) -> None:
    store.append(Limited(Limits(bots=1)), Benched("angler@1", "failed", ()))
    assert "may have 1 that play" in refusal(store, "other@1", "anna")


def test_an_author_hands_in_as_many_a_day_as_the_limit_says(store: Store) -> None:
    store.append(Limited(Limits(submissions_a_day=2)))
    enter(store, "angler@2", "anna")
    came_in = store.roster().entered_at["angler@1"]
    again = f"{came_in + timedelta(days=1):%Y-%m-%d %H:%M} UTC"
    assert refusal(store, "angler@3", "anna") == (
        f"An author may hand in 2 a day, and anna has; the next time is after {again}."
    )
    enter(store, "bear@2", "bert")
    for player in ("first@2", "first@3", "first@4"):
        enter(store, player)
    entered = Entered("angler@3", "anna", "3" * 64, ())
    just = came_in + timedelta(days=1)
    require_admission(store.roster(), entered, {}, store.arrivals("anna", just, "entered"))
    before = store.arrivals("anna", just - timedelta(microseconds=1), "entered")
    with pytest.raises(UserError, match="may hand in 2 a day"):
        require_admission(store.roster(), entered, {}, before)


def test_after_a_limit_was_lowered_the_next_one_comes_in_when_few_enough_are_left(
    store: Store,
) -> None:
    come_in = [Entered(f"owl@{n}", "anna", f"{n}" * 64, ()) for n in (1, 2, 3)]
    lowered = Limited(Limits(submissions_a_day=2))
    entries = chain(open_log(SHORT), Joined("anna"), *come_in, lowered, apart=timedelta(minutes=1))
    roster = read_roster(entries)
    # The second of three came in with the fourth entry of that log.
    with pytest.raises(UserError, match="next time is after 2026-11-22 12:34 UTC"):
        require_admission(
            roster, Entered("owl@4", "anna", "4" * 64, ()), {}, list(roster.entered_at.values())
        )
    enter(store, "angler@2", "anna")
    enter(store, "angler@3", "anna")
    store.append(lowered)
    (share,) = (one for one in read_shares(store, "anna") if one.what.startswith("submissions"))
    assert share.again == store.roster().entered_at["angler@2"] + timedelta(days=1)


def test_an_author_has_as_many_bots_without_a_rank_as_the_limit_says(store: Store) -> None:
    store.append(Limited(Limits(unsettled=1)))
    assert refusal(store, "other@1", "anna") == (
        "An author may have 1 at once without a rank, and anna has angler@1. The next one may come"
        f" in when one of these has played {SETTLED} games of one game."
    )
    # In place of one that has none there is no more of them.
    enter(store, "angler@2", "anna")
    enter(store, "second@1")
    entered = Entered("other@1", "anna", "3" * 64, ())
    require_admission(store.roster(), entered, {"angler@2": SETTLED}, [])
    with pytest.raises(UserError, match="without a rank"):
        require_admission(store.roster(), entered, {"angler@2": SETTLED - 1}, [])


def test_games_are_counted_for_the_limit(store: Store) -> None:
    assert store.games_of(["angler@1"]) == {}
    for _ in range(2):
        plan = plan_match(store, ["angler@1", "bear@1", "first@1"])
        finish(store, plan)
    assert store.games_of(["angler@1", "bear@1"]) == {
        "angler@1": 2 * plan.games,
        "bear@1": 2 * plan.games,
    }


def test_an_author_decides_for_its_own_bots_and_the_organiser_for_all(store: Store) -> None:
    roster = store.roster()
    require_own(roster, "angler@1", "anna")
    require_own(roster, "angler@1", None)
    with pytest.raises(UserError, match="angler@1 is anna's, not bert's; each decides for its own"):
        require_own(roster, "angler@1", "bert")


@pytest.mark.parametrize("name", ["", "a b", "-x", "x" * 41, "\x1b[2J"])
def test_an_author_with_an_odd_name_is_refused_in_one_sentence(store: Store, name: str) -> None:
    with pytest.raises(UserError, match=r"^[^\n]+ cannot be an author's name; [^\n]+\.$"):
        acts.add_author(store, Actor(), name)


def test_an_author_that_is_there_or_runs_the_ladder_is_not_added(store: Store) -> None:
    with pytest.raises(UserError, match="There is an author 'anna' already"):
        acts.add_author(store, Actor(), "Anna")
    with pytest.raises(UserError, match="'organiser' is who runs the ladder"):
        acts.add_author(store, Actor(), "organiser")


def test_only_so_many_older_versions_keep_their_files(tmp_path: Path) -> None:
    def kept() -> list[str]:
        digests = ladder.digests()
        versions = ladder.roster().versions
        return [player for player in versions if versions[player].digest in digests]

    def hand_in(number: int, files: str) -> None:
        digest, content = files_like(files)
        ladder.enter(Entered(f"new@{number}", ORGANISER, digest, ()), content)

    with make_ladder(tmp_path / "ladder.db", "one") as ladder:
        acts.limit(ladder, Actor(), old_versions=2)
        for number in range(1, 6):
            hand_in(number, f"version {number}")
        assert kept() == ["one@1", "new@3", "new@4", "new@5"]
        acts.choose(ladder, Actor(), "new@3")
        with pytest.raises(UserError, match="The files of new@2 are not on this ladder any more"):
            acts.choose(ladder, Actor(), "new@2")
        with pytest.raises(UserError, match="This is new@4 already"):
            hand_in(6, "version 4")
        hand_in(6, "version 1")
        with pytest.raises(UserError, match="This is new@1 already"):
            hand_in(7, "version 1")
        assert kept() == ["one@1", "new@1", "new@4", "new@5", "new@6"]
        assert ladder.roster().current("new") == "new@6"


def test_the_files_of_an_author_have_so_many_bytes(store: Store) -> None:
    def hand_in(player: str, size: int) -> None:
        store.enter(Entered(player, "anna", sha256(player.encode()).hexdigest(), ()), bytes(size))

    acts.limit(store, Actor(), megabytes=1, old_versions=1)
    hand_in("angler@2", 600_000)
    with pytest.raises(UserError, match=r"may have 1 MB, packed, and those of anna would have 1.2"):
        hand_in("cat@1", 600_000)
    hand_in("cat@1", 300_000)
    # The files of the second go, which makes room.
    hand_in("angler@3", 10)
    hand_in("angler@4", 600_000)
    acts.limit(store, Actor(), megabytes="none")
    hand_in("dog@1", 600_000)


def test_forgotten_files_of_an_excluded_version_stay_out(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "one") as ladder:
        acts.limit(ladder, Actor(), old_versions=1)
        for number in range(1, 4):
            digest, content = files_like(f"version {number}")
            ladder.enter(Entered(f"new@{number}", ORGANISER, digest, ()), content)
        acts.exclude(ladder, Actor(), "it cheated", version="new@1")
        digest, content = files_like("version 1")
        with pytest.raises(UserError, match="which is excluded: it cheated"):
            ladder.enter(Entered("new@4", ORGANISER, digest, ()), content)
