from pathlib import Path

import pytest

from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.entrant import Entrant
from arena.match.plan import fixtures, make_plan, split_plan
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec

GAME = find_game("six_nimmt")


def plan(seed: int | None = 1, bots: int = 3, deals: int = 4) -> rec.Plan:
    return make_plan(
        GAME,
        GAME.Options(),
        [Entrant(f"bot{index}", Path(), "0") for index in range(bots)],
        deals=deals,
        rotations=bots,
        control=TimeControl(),
        box="process",
        seed=seed,
    )


def test_the_same_seed_gives_the_same_luck_and_another_seed_another() -> None:
    assert plan() == plan()
    assert plan().deal_seed != plan(seed=2).deal_seed
    assert plan(seed=None).deal_seed != plan(seed=None).deal_seed


def test_no_two_seeds_of_a_match_are_alike() -> None:
    games = list(fixtures(plan()))
    bots = [seed for game in games for seed in game.seeds]
    deals = {game.deal.seed.to_bytes(16, "big") for game in games}
    assert len({*bots}) == len(bots) == 36
    assert len(deals) == 4
    assert not deals & {*bots}


def test_in_every_rotation_each_bot_has_another_seat() -> None:
    for deal in range(4):
        seatings = [game.seating for game in fixtures(plan()) if game.deal_number == deal]
        assert seatings == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_the_parts_of_a_plan_play_the_same_games_with_the_same_luck() -> None:
    whole = plan(deals=7)
    parts = [game for part in split_plan(whole, 3) for game in fixtures(part)]
    assert [(g.deal, g.seating, g.seeds) for g in parts] == [
        (g.deal, g.seating, g.seeds) for g in fixtures(whole)
    ]
    assert len(list(split_plan(plan(deals=2), 5))) == 2


@pytest.mark.parametrize("bots", [1, 11])
def test_a_wrong_number_of_bots_is_refused(bots: int) -> None:
    with pytest.raises(Mistake, match=f"for 2 to 10 bots; here are {bots}"):
        plan(bots=bots)


def test_options_that_fit_another_number_of_bots_are_refused() -> None:
    tonton = find_game("tonton")
    bots = [Entrant(f"bot{index}", Path(), "0") for index in range(3)]
    with pytest.raises(Mistake, match="TonTon is for 4 bots with these options; here are 3"):
        make_plan(
            tonton,
            tonton.Options(teams=True),
            bots,
            deals=1,
            rotations=1,
            control=TimeControl(),
            box="inline",
        )
