"""The sample bots are what the README says they are."""

import json
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from arena.bots.samples import SAMPLES, sample_names, samples_for
from arena.games import find_game, game_names
from tests.programs import SEED, Run


def outcome(
    arena: Run, *words: str, options: Sequence[str] = (), box: str = "inline", rounds: int = 12
) -> Any:
    """Play this many games a seat and return what the command tells a program."""
    given = [f"--option={option}" for option in options]
    games = f"--games={rounds * (len(words) - 1)}"
    done = arena("play", *words, games, f"--seed={SEED}", f"--box={box}", "--json", *given)
    result = json.loads(done.stdout)
    assert all(not bot["forfeits"] for bot in result["bots"])
    return result


@pytest.mark.parametrize(
    ("variant", "weaker"),
    [
        ("base", "random"),
        *(
            pytest.param(*case, marks=pytest.mark.soak)
            for case in product(["base", "tactics", "professional"], ["first", "random"])
        ),
    ],
)
def test_careful_beats_the_others_clearly(arena: Run, weaker: str, variant: str) -> None:
    options = ["limit=none", "rounds=2", f"variant={variant}"]
    (pair,) = outcome(arena, "six_nimmt", "careful", weaker, weaker, options=options)["pairs"]
    assert pair["bot"] == "careful"
    assert pair["p"] < 0.001


# 12 games a seat each; the margins are such that a few are enough.
@pytest.mark.parametrize("game", game_names())
def test_the_first_sample_bot_of_a_game_beats_random_clearly(arena: Run, game: str) -> None:
    first, *others = samples_for(game)[0], *["random"] * (find_game(game).seats[0] - 1)
    (pair,) = outcome(arena, game, first, *others)["pairs"]
    assert pair["bot"] == first
    assert pair["p"] < 0.001


@pytest.mark.parametrize(
    ("game", "bot", "seats", "option"),
    [
        ("big_fish", "angler", 2, "licences=true"),
        *(
            pytest.param(*case, marks=pytest.mark.soak)
            for case in [
                ("big_fish", "angler", 2, "keep=choice"),
                ("big_fish", "angler", 5, "licences=true"),
                ("tonton", "juggler", 4, "missions=advanced"),
                ("tonton", "juggler", 5, "missions=basic"),
                ("goat_n_goat", "shepherd", 3, "exhaustion=cannot_draw"),
                ("goat_n_goat", "shepherd", 5, "exhaustion=empty"),
            ]
        ),
    ],
)
def test_a_heuristic_beats_random_clearly(
    arena: Run, game: str, bot: str, seats: int, option: str
) -> None:
    (pair,) = outcome(arena, game, bot, *["random"] * (seats - 1), options=[option])["pairs"]
    assert pair["bot"] == bot
    assert pair["p"] < 0.001


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
def test_the_all_rounder_beats_random_and_first_clearly_in_every_game(
    arena: Run, game: str
) -> None:
    pairs = outcome(arena, game, "all_rounder", "first", "random", rounds=40)["pairs"]
    beaten = {pair["other"]: pair["p"] for pair in pairs if pair["bot"] == "all_rounder"}
    assert {*beaten} == {"first", "random"}
    assert max(beaten.values()) < 0.001


@pytest.mark.soak
def test_juggler_beats_random_bots_in_teams_whoever_its_partner_is(arena: Run) -> None:
    words = ["tonton", "juggler", "random", "juggler", "random"]
    (pair,) = outcome(arena, *words, options=["teams=true"])["pairs"]
    assert pair["bot"] == "juggler"
    assert pair["p"] < 0.001


@pytest.mark.parametrize("game", game_names())
def test_random_and_first_play_every_game_without_knowing_it(arena: Run, game: str) -> None:
    bots = outcome(arena, game, "random", "first", "random", rounds=2)["bots"]
    assert {bot["games"] for bot in bots} == {6}


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_bot_is_small(name: str) -> None:
    # A JSON reader is as `arena new` gives it.
    sources = [path for path in (SAMPLES / name).glob("[bB]ot.*") if path.suffix != ".toml"]
    (source,) = [path.read_text() for path in sources]
    assert len(source.splitlines()) <= (60 if sources[0].suffix == ".py" else 90)


@pytest.mark.soak
def test_joiner_beats_random_clearly_in_6_nimmt(arena: Run, node: str) -> None:
    (pair,) = outcome(arena, "six_nimmt", "joiner", "random", box="process")["pairs"]
    assert pair["bot"] == "joiner"
    assert pair["p"] < 0.001
