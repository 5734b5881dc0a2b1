"""The searcher plays by the rules and on the clock; how well, is measured in `bench.searcher`."""

import json
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from arena_sdk import Turn, load
from arena_sdk.search import Search

from arena.bots.samples import SAMPLES
from arena.games import Deal, find_game
from arena.games.messages import make_turn
from arena.games.options import read_options
from arena.match.record import read_record
from tests.programs import SEED, Run

VARIANTS = [
    ("six_nimmt", 2, {"variant": "logic", "rounds": "1"}),
    ("six_nimmt", 3, {"variant": "professional", "rounds": "1"}),
    ("big_fish", 3, {"licences": "true", "keep": "choice"}),
    ("tonton", 3, {"missions": "advanced"}),
    ("tonton", 4, {"teams": "true"}),
    ("goat_n_goat", 2, {"exhaustion": "cannot_draw"}),
]
PLAYOUTS = load(SAMPLES / "searcher" / "bot.py").choose.__globals__["PLAYOUTS"]


def lead_over_random(game: str, seats: int, options: dict[str, str], number: int) -> float:
    """Play a game against random moves with 20 playouts a decision, on no clock."""
    rules = find_game(game)
    own, rng = number % seats, Random(number)
    state: Any = rules.start(seats, Deal(number), read_options(rules, options))
    team = rules.teams(seats, state.options)
    while state.to_act:
        seat = state.to_act[0]
        move = rng.choice(state.legal(seat))
        if team[seat] == team[own]:
            turn: Turn[Any, Any, Any] = Turn(rules, make_turn(rules, state, seat))
            move = Search(turn, rng, PLAYOUTS[game]).tree(range(20))
        state.play(seat, move)
    scores: tuple[int, ...] = state.scores()
    others = [score for seat, score in enumerate(scores) if team[seat] != team[own]]
    return scores[own] - fmean(others)


@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS)
def test_it_beats_random_clearly_with_few_playouts(
    game: str, seats: int, options: dict[str, str]
) -> None:
    # These are short, and have more luck.
    games = 24 if game in {"six_nimmt", "tonton"} else 8
    leads = [lead_over_random(game, seats, options, number) for number in range(games)]
    assert fmean(leads) > 3 * stdev(leads) / len(leads) ** 0.5


@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS)
def test_it_plays_every_variant_on_its_clock(
    arena: Run, game: str, seats: int, options: dict[str, str]
) -> None:
    given = [f"--option={name}={text}" for name, text in options.items()]
    words = [game, "searcher", *["random"] * (seats - 1), "--games=1", "--clock=1+0.01"]
    done = json.loads(arena("play", *words, "--box=inline", "--json", *given).stdout)
    assert not done["bots"][0]["forfeits"]


def test_it_takes_no_more_time_than_its_clock_has(arena: Run) -> None:
    words = ["play", "tonton", "searcher?time=11", "random", "random", "--games=1", "--box=inline"]
    shown = arena(*words, check=None)
    assert "more than 0 and at most 1, not 1.1" in shown.stdout + shown.stderr


@pytest.mark.parametrize("game", ["big_fish", "tonton"])
def test_with_a_number_of_playouts_it_plays_the_same_whatever_the_clock(
    arena: Run, tmp_path: Path, game: str
) -> None:
    words = ["play", game, "searcher?playouts=40", *["first"] * 2, "--games=1", "--box=inline"]
    played = []
    for clock in ("2+0.01", "300+5"):
        done = arena(*words, f"--clock={clock}", f"--seed={SEED}", "--json")
        (one,) = read_record(tmp_path / json.loads(done.stdout)["record"]).games
        played.append([entry.move for entry in one.entries])
    assert played[0] == played[1]


@pytest.mark.parametrize("game", ["big_fish", "tonton"])
def test_it_stops_at_the_number_of_playouts_or_at_the_end_of_that_round(game: str) -> None:
    rules = find_game(game)
    state: Any = rules.start(3, Deal(1), read_options(rules, {}))
    while len(state.legal(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    bot: Any = load(SAMPLES / "searcher" / "bot.py")
    bot.parameters = {"playouts": 40}
    bot.playout = PLAYOUTS[game]
    made: list[Search] = []

    def method(search: Search, rounds: Any) -> Any:
        made.append(search)
        return (Search.flat if game == "big_fish" else Search.tree)(search, rounds)

    bot.method = method
    bot.choose(Turn(rules, make_turn(rules, state, state.to_act[0])))
    assert 40 <= made[0].playouts < 48
