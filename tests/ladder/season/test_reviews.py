"""Reviews on request: who may ask, how a season makes them, and what is kept of them."""

from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from signal import SIGXCPU

import pytest
from sqlalchemy import delete

from arena.cli.app import app
from arena.errors import NotFound, NotNow, NotOwn, UsedUp
from arena.match.record import unpack_record
from arena.match.replay import open_replays
from arena.review.policy import PLAYOUTS
from arena.review.review import list_costliest, list_seats, review_seat
from arena.runner.child import Unanswered
from ladder.log.entries import ORGANISER, Entered, Excluded, Joined, Limited, Limits
from ladder.queries.requests import RequestsHere
from ladder.queue.reviews import digest_of_review, review_record, unpack_reviews
from ladder.season.jobs import MatchBegun, MatchOutcome, MatchOver, RequestedReview
from ladder.season.reviewer import Reviewed, Reviewer
from ladder.store import schema
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.wire import RequestState
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, finish, plan_match
from tests.ladder.scripted import (
    PAIRS,
    Scripted,
    Timed,
    follow,
    is_rated,
    kinds,
    make_ladder,
    make_season,
    play,
    run_to_end,
)
from tests.waiting import wait_until

FEW = 16


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.queue.reviews.PLAYOUTS", FEW)


def make(place: Path) -> Store:
    store = make_ladder(place.parent, *"ab", name=place.name)
    store.append(Joined("ada"), Joined("bob"))
    digest, content = files_like("hers")
    store.enter(Entered("hers@1", "ada", digest, ()), content)
    finish(store, plan_match(store, ["hers@1", "a@1"], PAIRS))
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    """A ladder on which ada's bot `hers` has played match 1 with the organiser's a."""
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


def kept(store: Store) -> Requests:
    return Requests(store.connections)


def states(store: Store) -> list[RequestState]:
    return [one.state for one in reversed(kept(store).newest())]


def forget_record(store: Store) -> None:
    with store.connections.writing() as here:
        here.connection.execute(delete(schema.records))


# --- at the door ---


def test_an_author_asks_where_its_bot_lost_points_and_uses_its_share_of_requests(
    store: Store,
) -> None:
    store.append(Limited(Limits(requests_a_day=2)))
    asked = RequestsHere(store, "ada").ask_for_review("hers", 1)
    assert (asked.player, asked.reviewed, asked.stage) == ("hers@1", 1, "waiting")
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    with pytest.raises(UsedUp, match="ask for 2 a day, and ada has"):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])


def test_what_cannot_be_reviewed_is_refused_in_a_sentence(store: Store) -> None:
    for author, bot, match, kind, sentence in (
        ("ada", "a", 1, NotOwn, "a@1 is the organiser's, not ada's"),
        ("ada", "hers", 7, NotFound, "There is no result of hers@1 in match 7"),
        (ORGANISER, "b", 1, NotFound, "There is no result of b@1 in match 1 to review"),
        ("ada", "nobody", 1, NotFound, "no bot 'nobody'"),
    ):
        with pytest.raises(kind, match=sentence):
            RequestsHere(store, author).ask_for_review(bot, match)
    forget_record(store)
    with pytest.raises(NotFound, match="There is no record of match 1, so it cannot be reviewed"):
        RequestsHere(store, "ada").ask_for_review("hers", 1)
    store.append(Excluded("they cheat", author="ada"))
    with pytest.raises(NotNow, match="ada is excluded and asks for nothing: they cheat"):
        RequestsHere(store, "ada").ask_for_review("hers", 1)
    assert states(store) == []


def test_a_review_that_was_asked_for_twice_is_one_whether_it_waits_or_is_there(
    store: Store,
) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    for _ in range(2):
        with pytest.raises(NotNow, match="You have asked for this review: it is request 1"):
            RequestsHere(store, "ada").ask_for_review("hers@1", 1)
        play(store, Scripted(), 1)
    assert states(store) == [RequestState.PLAYED]
    assert RequestsHere(store, "ada").read_request(1).is_kept


# --- in a season ---


def test_a_season_reviews_beside_its_matches_as_arena_review_does(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    executor = Scripted()
    events = play(store, executor, 2)
    assert executor.jobs() == ["match 2", "match 3"]
    ends = [one for one in events if isinstance(one, MatchOver)]
    assert [one.outcome for one in ends if isinstance(one.job, RequestedReview)] == [
        MatchOutcome.PLAYED
    ]
    story = RequestsHere(store, "ada").read_request(1)
    assert story.request.stage == "reviewed"
    record = unpack_record(RequestsHere(store, "ada").read_requested_record(1), "")
    assert record == unpack_record(store.record(1) or b"", "")
    replays = open_replays(record)
    expected = [
        review_seat(replays[number], seat, FEW) for number, seat in list_seats(replays, "hers@1")
    ]
    assert unpack_reviews(kept(store).review(1) or b"") == expected
    assert len(expected) == 4
    told = [(one.game, one.seat, one.step, one.better, one.cost) for one in story.lost]
    assert told == [
        (game.game, game.seat, one.step, one.better, one.cost)
        for game, one in list_costliest(expected)
    ]


class Slow(Reviewer):
    """Comes to no end with a review before it is told to; nothing is reviewed."""

    is_over = False

    def start(self, job: str, content: bytes, player: str) -> None:
        pass

    def take(self, job: str) -> Reviewed | None:
        return Reviewed("", b"reviewed") if self.is_over else None


def test_a_review_that_takes_long_holds_up_no_requested_match_and_takes_no_place(
    store: Store,
) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    for _ in range(2):
        RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    slow, executor, playing, most = Slow(), Scripted(), 0, 0
    for event in follow(make_season(store, executor, parallel=2, reviewer=slow), 6):
        if isinstance(event, MatchBegun | MatchOver) and not isinstance(event.job, RequestedReview):
            playing += 1 if isinstance(event, MatchBegun) else -1
            most = max(most, playing)
        if kinds(store)["Played"] == 7 and not slow.is_over:
            assert states(store) == [RequestState.PLAYING, *[RequestState.PLAYED] * 2]
            slow.is_over = True
    assert most == 2
    assert states(store) == [RequestState.PLAYED] * 3


def test_one_review_is_made_at_once(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    RequestsHere(store, ORGANISER).ask_for_review("a", 1)
    slow = Slow()
    for _ in follow(make_season(store, Scripted(), parallel=4, reviewer=slow), 6):
        if kinds(store)["Played"] == 7 and not slow.is_over:
            assert sorted(states(store)) == [RequestState.PLAYING, RequestState.WAITING]
            slow.is_over = True


def test_of_one_place_a_review_takes_a_turn_by_its_seconds(store: Store) -> None:
    executor = Timed(rated=240, others=20)

    class Timely(Slow):
        def take(self, job: str) -> Reviewed:
            executor.now += 600
            return Reviewed("", b"reviewed")

    RequestsHere(store, "ada").ask_for_review("hers", 1)
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    season = make_season(store, executor, reviewer=Timely(), now=lambda: executor.now)
    run_to_end(season, 12)
    requested = [place for place, job in enumerate(executor.jobs()) if not is_rated(job)]
    # It waits for 4 times those 600 s.
    assert requested == [600 * 4 // 240]


def test_a_review_is_in_no_log_and_changes_nothing(store: Store) -> None:
    head = store.head()
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    play(store, Scripted(), choose=lambda *_: None)
    assert states(store) == [RequestState.PLAYED]
    assert store.head() == head
    assert kinds(store)["Played"] == 1


def test_what_another_has_asked_for_is_there_at_once(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    play(store, Scripted(), choose=lambda *_: None)
    asked = RequestsHere(store, ORGANISER).ask_for_review("hers", 1)
    assert asked.stage == "reviewed"
    assert RequestsHere(store, ORGANISER).read_request(2).is_kept
    assert kept(store).review(1) == kept(store).review(2)


def test_the_digest_tells_record_bot_and_policy_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    first = digest_of_review("r", "a@1", "six_nimmt")
    others = [("s", "a@1", "six_nimmt"), ("r", "a@2", "six_nimmt"), ("r", "a@1", "tonton")]
    found = {digest_of_review(*words) for words in others}
    monkeypatch.setattr("arena.review.policy.PLAYOUTS", FEW)
    found.add(digest_of_review("r", "a@1", "six_nimmt"))
    assert len(found | {first}) == 5


def test_arena_review_has_as_many_playouts_unless_told_otherwise() -> None:
    (option,) = [one for one in app.commands["review"].params if one.name == "playouts"]
    assert option.default == PLAYOUTS


def test_a_record_that_has_gone_meanwhile_is_one_sentence(store: Store) -> None:
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    forget_record(store)
    play(store, Scripted(), choose=lambda *_: None)
    (found,) = kept(store).newest()
    assert (found.state, found.reason) == (
        RequestState.FAILED,
        "there is no record of match 1 any more",
    )


def test_a_review_without_an_end_is_tried_three_times(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def end(content: bytes, player: str) -> bytes:
        tried.append(len(content))
        raise Unanswered("its process ended with exit code -9", -9)

    monkeypatch.setattr("ladder.season.reviewer.review_record", end)
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    play(store, Scripted(), choose=lambda *_: None)
    (found,) = kept(store).newest()
    assert len(tried) == 3
    assert (found.state, found.reason) == (
        RequestState.FAILED,
        "its process ended with exit code -9",
    )


def test_an_old_review_is_kept_no_more_and_may_be_asked_for_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.store.requests.RECORDS_OF_REQUESTS", 1)
    RequestsHere(store, "ada").ask_for_review("hers", 1)
    play(store, Scripted(), choose=lambda *_: None)
    RequestsHere(store, "ada").ask_for_match("hers", ["a"])
    play(store, Scripted(), choose=lambda *_: None)
    assert not RequestsHere(store, "ada").read_request(1).is_kept
    assert RequestsHere(store, "ada").ask_for_review("hers", 1).stage == "waiting"


# --- in a process of its own ---


@pytest.mark.usefixtures("processes")
def test_beside_a_season_it_is_the_same_review_and_ends_with_the_season(store: Store) -> None:
    content = store.record(1) or b""
    with Reviewer(beside=True) as reviewer:
        reviewer.start("request 1", content, "a@1")
        reviewer.start("request 2", b"nonsense", "a@1")
        told: dict[str, Reviewed] = {}

        def look() -> bool:
            for job in ("request 1", "request 2"):
                done = reviewer.take(job)
                told.update({} if done is None else {job: done})
            return len(told) == 2

        wait_until(look)
        # The child has as many playouts as all reviews.
        assert len(unpack_reviews(told["request 1"].content)) == 4
        assert told["request 2"].flaw.startswith("The record ")
        reviewer.start("request 3", content, "a@1")
        (child,) = active_children()
        child.kill()
        wait_until(lambda: (done := reviewer.take("request 3")) is not None and done.flaw != "")
        reviewer.start("request 4", content, "a@1")
        assert len(active_children()) == 1
    assert active_children() == []


@pytest.mark.usefixtures("processes")
def test_a_review_that_takes_too_much_of_a_cpu_is_ended(tmp_path: Path) -> None:
    told: list[Reviewed] = []
    # The four games of the other tests take about a second.
    with make_ladder(tmp_path, *"ab", games_a_match=40) as store:
        finish(store, plan_match(store, ["a@1", "b@1"], PAIRS))
        record = store.record(1) or b""
    with Reviewer(beside=True, seconds=1) as reviewer:
        reviewer.start("request 1", record, "a@1")

        def look() -> bool:
            told.extend(filter(None, [reviewer.take("request 1")]))
            return bool(told)

        wait_until(look)
    assert told == [Reviewed(f"its process ended with exit code -{int(SIGXCPU)}")]


def test_a_review_of_the_record_has_no_other_bots(store: Store) -> None:
    found = unpack_reviews(review_record(store.record(1) or b"", "a@1"))
    replays = open_replays(unpack_record(store.record(1) or b"", ""))
    seats = [(one.game, one.seat) for one in found]
    assert seats == [(number + 1, seat) for number, seat in list_seats(replays, "a@1")]
