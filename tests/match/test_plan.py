import hmac
import pickle
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bots.manifest import Bot
from arena.errors import UserError
from arena.games import find_game
from arena.match.clock import NO_CLOCK, ClockKind, TimeControl, clock_message
from arena.match.plan import (
    draw_seatings,
    make_plan,
    read_kind,
    read_plan,
    scheduled_games,
    write_plan,
)
from arena.match.seat import Guest
from arena.v1 import record_pb2 as rec
from tests.match.playing import seed_of
from tests.match.records import GAME, plan


def test_the_same_seed_gives_the_same_luck_and_another_seed_another() -> None:
    assert scheduled_games(plan()) == scheduled_games(plan())
    assert scheduled_games(plan()) != scheduled_games(plan(seed=2))
    assert plan(seed=None).seed != plan(seed=None).seed


def test_no_two_seeds_of_a_match_are_alike() -> None:
    games = scheduled_games(plan())
    bots = [seed for game in games for seed in game.seeds]
    deals = {game.deal.seed.to_bytes(16, "big") for game in games}
    assert len({*bots}) == len(bots) == 36
    assert len(deals) == 12
    assert not deals & {*bots, plan().seed}


def test_what_is_played_again_has_other_cards_and_seeds_and_the_same_seating() -> None:
    attempts = [scheduled_games(plan(), attempt) for attempt in range(4)]
    assert attempts[0] == scheduled_games(plan())
    assert {game.attempt for game in attempts[2]} == {2}
    games = [game for attempt in attempts for game in attempt]
    assert len({game.deal.seed for game in games}) == len(games)
    assert len({seed for game in games for seed in game.seeds}) == 3 * len(games)
    for attempt in attempts:
        assert [game.seating for game in attempt] == [game.seating for game in attempts[0]]


def test_the_cards_of_an_attempt_follow_from_the_seed_as_the_contract_says() -> None:
    def derive(key: bytes, label: str) -> bytes:
        return hmac.digest(key, label.encode(), "sha256")[:16]

    game = scheduled_games(plan(), 3)[5]
    seed = derive(plan().seed, "attempt 3")
    assert game.deal.seed == int.from_bytes(derive(seed, "deal 5"), "big")
    bots = [derive(seed, f"bot {index} game 5") for index in game.seating]
    assert game.seeds == tuple(bots)


@settings(max_examples=200)
@given(st.integers(2, 10), st.integers(1, 60), st.binary(min_size=16, max_size=16))
def test_everybody_is_in_every_seat_as_often_as_the_number_of_games_allows(
    seats: int, games: int, seed: bytes
) -> None:
    drawn = draw_seatings(seats, games, seed)
    assert len(drawn) == games
    assert all(sorted(seating) == list(range(seats)) for seating in drawn)
    times = Counter(place for seating in drawn for place in enumerate(seating))
    counts = [times[seat, bot] for seat in range(seats) for bot in range(seats)]
    assert {*counts} <= {games // seats, -(-games // seats)}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_neighbours_are_drawn_anew_for_every_game(seats: int) -> None:
    """Two bots sit side by side as often as by chance, game by game and match by match."""
    matches, games = 400, 10 * seats
    behind = []
    repeated = 0
    for number in range(matches):
        drawn = draw_seatings(seats, games, seed_of(number))
        after = [seating[(seating.index(0) + 1) % seats] for seating in drawn]
        behind.append(after.count(1))
        repeated += sum(one == two for one, two in pairwise(after))
    chance = 1 / (seats - 1)
    mean = sum(behind) / matches
    assert mean == pytest.approx(games * chance, rel=0.05)
    # As wide as for free seatings: a match in which one order prevails is no more likely.
    spread = sum((count - mean) ** 2 for count in behind) / matches
    assert spread < 1.4 * games * chance * (1 - chance)
    assert repeated / (matches * (games - 1)) == pytest.approx(chance, rel=0.15)


def test_which_game_of_a_match_is_the_one_that_does_not_divide_is_drawn() -> None:
    odd = set()
    for number in range(100):
        seatings = draw_seatings(2, 3, seed_of(number))
        odd |= {place for place, one in enumerate(seatings) if seatings.count(one) == 1}
    assert odd == {0, 1, 2}


def test_partners_are_drawn_anew_for_every_game() -> None:
    """In teams of the seats 0 and 2 against 1 and 3 everybody has every partner."""
    partners = Counter(
        seating[(seating.index(0) + 2) % 4] for seating in draw_seatings(4, 400, seed_of(1))
    )
    assert {*partners} == {1, 2, 3}
    assert min(partners.values()) > 100


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": b""}, "planned by an earlier version"),
        ({"seed": b"of 15 bytes ..."}, "planned by an earlier version"),
        ({"games": 0}, "A match has 1 to 100000 games, not 0"),
        ({"games": 2**31}, "A match has 1 to 100000 games, not 2147483648"),
        ({"game": "chess"}, "There is no game"),
    ],
)
def test_a_plan_that_is_none_or_an_old_one_is_refused(
    change: dict[str, bytes | int | str], sentence: str
) -> None:
    wrong = write_plan(plan())
    assert read_plan(wrong) == plan()
    for name, value in change.items():
        setattr(wrong, name, value)
    with pytest.raises(UserError, match=sentence):
        read_plan(wrong)


@pytest.mark.parametrize(
    "change",
    [
        rec.Plan(),
        rec.Plan(box="container", allow_missing=["swap", "pinning"], image="ab"),
        rec.Plan(bots=[rec.Bot(name="Ann", human=True)]),
        rec.Plan(bots=[rec.Bot(name="mine", kind="function")]),
        rec.Plan(bots=[rec.Bot(name="Ann", human=True, clock=clock_message(NO_CLOCK))]),
        rec.Plan(bots=[rec.Bot(name="deep", digest="cd", parameters={"depth": "3"})]),
        rec.Plan(clock=clock_message(TimeControl(0.5, 0.001, kind=ClockKind.WALL))),
    ],
    ids=[
        "plain",
        "container",
        "a person without a clock",
        "a function",
        "person",
        "parameters",
        "clock",
    ],
)
def test_a_plan_is_written_as_it_was_read(change: rec.Plan) -> None:
    """To the byte, so what was committed to before stays so; and so it goes to other processes."""
    message = write_plan(plan())
    # As an earlier version wrote it that knew fewer options.
    del message.options["variant"]
    message.MergeFrom(change)
    read = read_plan(message)
    written = write_plan(read).SerializeToString(deterministic=True)
    assert written == message.SerializeToString(deterministic=True)
    sent = pickle.loads(pickle.dumps(read))  # noqa: S301 - our own
    assert sent == read
    assert sent.game is read.game


@pytest.mark.parametrize("start", [3.0004, inf])
def test_a_plan_is_the_same_before_and_after_it_was_written(start: float) -> None:
    control = replace(TimeControl(), start=start)
    person = Guest("Ann", Path(), control)
    bots: list[Bot | Guest] = [Bot("bot", Path(), "ab", parameters={"depth": 2}), person]
    made = make_plan(GAME, GAME.Options(), bots, games=2, control=control, box="process")
    assert read_plan(write_plan(made)) == made
    assert (made.control(0).start, made.control(1).start) == (round(start, 3),) * 2


def test_a_plan_that_an_earlier_version_has_written_is_refused_in_one_sentence() -> None:
    # With deals and rotations, a seed for the deals, and one for each of two bots.
    old = bytes.fromhex(
        "0a097369785f6e696d6d74120b0a056c696d6974120236361a180a01611201311a10000102030405060708090a"
        "0b0c0d0e0f1a180a01621201321a10000102030405060708090a0b0c0d0e0f20032802320308904e3a10000102"
        "030405060708090a0b0c0d0e0f4a0770726f63657373"
    )
    with pytest.raises(UserError, match=r"^This match was planned by an earlier version.*again\.$"):
        read_plan(rec.Plan.FromString(old))


def test_a_kind_of_seat_of_a_later_release_is_refused_in_a_sentence() -> None:
    with pytest.raises(UserError, match="mine is of the kind 'model'; expected one of bot, pers"):
        read_kind(rec.Bot(name="mine", kind="model"))


@pytest.mark.parametrize("bots", [1, 11])
def test_a_wrong_number_of_bots_is_refused(bots: int) -> None:
    with pytest.raises(UserError, match=f"for 2 to 10 bots; here are {bots}"):
        plan(bots=bots)


def test_options_that_fit_another_number_of_bots_are_refused() -> None:
    tonton = find_game("tonton")
    bots = [Bot(f"bot{index}", Path(), "0") for index in range(3)]
    with pytest.raises(UserError, match="TonTon is for 4 bots with these options; here are 3"):
        make_plan(
            tonton,
            tonton.Options(teams=True),
            bots,
            games=1,
            control=TimeControl(),
            box="inline",
        )


def test_a_match_of_no_games_or_of_too_many_is_refused() -> None:
    for games in (0, -1, 100_001):
        with pytest.raises(UserError, match="A match has 1 to 100000 games"):
            plan(games=games)
