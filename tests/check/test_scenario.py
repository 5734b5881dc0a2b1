"""The matches of a check: what is in them, whose cards they have, and when one is over."""

import asyncio
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from arena.bots.manifest import Bot
from arena.check.check import play_one, play_rest
from arena.check.kinds import decisions_of
from arena.check.scenario import (
    HABITS,
    Scenario,
    choose,
    draw_scenarios,
    play_scenario,
    scheduled,
)
from arena.games import find_game, game_names
from arena.games.options import option_choices, write_options
from arena.match.clock import TimeControl
from arena.match.plan import MatchPlan
from arena.runner.host import Host
from tests.check.in_memory import HabitProbe
from tests.match.scripted import ScriptedConnection

SEEDS = [bytes([number] * 16) for number in range(4)]
DECISIONS = {
    "big_fish": ("lay", "keep", "licence"),
    "goat_n_goat": ("lay", "take", "discard", "claim"),
    "six_nimmt": ("card", "row", "draft", "side"),
    "tonton": ("move",),
}
GAME = find_game("six_nimmt")
SCENARIO = Scenario(GAME, GAME.Options(), 3, seed=bytes(range(16)))


def plan(scenario: Scenario, games: int = 1) -> MatchPlan:
    return replace(
        scenario.plan(Bot("bot", Path(), ""), Host("inline"), TimeControl()), games=games
    )


def test_the_cards_of_a_match_are_the_checks_own_and_no_other_matches() -> None:
    other_check = replace(SCENARIO, seed=bytes(16))
    other_match = replace(SCENARIO, number=2)
    seeds = {plan(one).seed for one in (SCENARIO, other_check, other_match)}
    assert len(seeds) == 3
    assert plan(SCENARIO) == plan(replace(SCENARIO))


def test_an_opponent_plays_its_first_its_last_or_any_move() -> None:
    rng = Random(1)
    assert [choose(habit, range(9), rng) for habit in ("first", "last")] == [0, 8]
    assert {choose("random", range(9), rng) for _ in range(200)} == {*range(9)}


def test_a_match_is_over_with_the_bots_first_forfeit() -> None:
    record = asyncio.run(
        play_scenario(SCENARIO, plan(SCENARIO, 3), lambda: ScriptedConnection(lambda _: None))
    )
    assert [len(game.forfeits) for game in record.games] == [1]
    record = asyncio.run(play_scenario(SCENARIO, plan(SCENARIO, 3), ScriptedConnection))
    assert [len(game.forfeits) for game in record.games] == [0, 0, 0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", game_names())
def test_few_games_have_every_number_of_seats_every_option_and_both_ends_of_the_table(
    name: str, seed: bytes
) -> None:
    game = find_game(name)
    first, *others = scenarios = draw_scenarios(game, seed)
    assert (first.options, first.places, first.habit) == (game.Options(), (None,), "random")
    assert [len(one.places) for one in others] == [2, *[1] * (len(others) - 1)]
    assert len(scenarios) <= max(6, len(game.seats))
    assert {one.seats for one in scenarios} == {*game.seats}
    played = {item for one in scenarios for item in write_options(one.options).items()}
    assert played == {item for one in option_choices(game) for item in write_options(one).items()}
    assert all(one.seats in game.seats_for(one.options) for one in scenarios)
    assert {one.habit for one in others} == {*HABITS}
    ends = [(place, one.seats - 1) for one in others for place in one.places if place is not None]
    assert {bool(place) for place, _ in ends} == {False, True}
    assert all(place in {0, last} for place, last in ends)
    for one in others:
        seats = [game.seating.index(0) for game in scheduled(one)]
        wanted = zip(seats, one.places, strict=True)
        assert all(place in {None, seat} for seat, place in wanted)


def test_the_same_seed_gives_the_same_matches_and_another_one_other_luck() -> None:
    one, again, other = (draw_scenarios(GAME, seed) for seed in (SEEDS[0], SEEDS[0], SEEDS[1]))
    assert one == again
    luck, others = (
        [seed for scenario in scenarios for game in scheduled(scenario) for seed in game.seeds]
        for scenarios in (one, other)
    )
    assert len({*luck}) == len(luck)
    assert not {*luck} & {*others}


def test_the_kinds_of_questions_are_the_decisions_of_the_views() -> None:
    assert {name: decisions_of(find_game(name)) for name in DECISIONS} == DECISIONS


@pytest.mark.parametrize("name", game_names())
def test_every_kind_of_question_is_asked_whatever_the_bot_plays(name: str) -> None:
    for seed, habit in product(SEEDS[:2], HABITS):
        probe = HabitProbe(habit, seed)
        play_one(find_game(name), probe)
        found = play_rest(find_game(name), probe)
        assert (found.evidence, found.notes) == (None, ())
        asked = {kind for match in probe.played for kind in match.kinds}
        assert asked == {*decisions_of(find_game(name))}
