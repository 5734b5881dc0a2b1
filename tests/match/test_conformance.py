"""No game of a match tells anything of the cards of another; where one does, it is found out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.games import Deal, find_game, game_names
from arena.games.contract import Nonconformance
from arena.games.options import option_choices
from arena.match.clock import TimeControl
from arena.match.plan import MatchPlan, ScheduledGame, make_plan, scheduled_games
from bench.in_process import rotate
from tests.match import conformance
from tests.match.conformance import (
    CHECKS,
    check_deals_are_independent,
    check_match,
    check_no_deal_comes_twice,
    check_what_was_seen_tells_nothing_of_later_games,
)
from tests.match.playing import quick_tables, seed_of

Spoil = Callable[[Sequence[ScheduledGame]], list[ScheduledGame]]


def plan(name: str, seats: int = 0, options: object = None) -> MatchPlan:
    game = find_game(name)
    # What lay in the first shuffle is all known in the second round.
    options = options or next(quick_tables(game)).options
    allowed = game.seats_for(options)
    seats = seats or allowed[len(allowed) // 2]
    bots = [Bot(str(bot), Path(), str(bot)) for bot in range(seats)]
    return make_plan(
        game, options, bots, games=40, control=TimeControl(), box="inline", seed=seed_of(1)
    )


@pytest.mark.parametrize("name", game_names())
def test_a_match_of_every_game_keeps_its_secrets(name: str) -> None:
    check_match(plan(name))


@pytest.mark.soak
@pytest.mark.parametrize("name", game_names())
def test_a_match_of_every_game_keeps_its_secrets_whatever_its_options(name: str) -> None:
    game = find_game(name)
    for options in option_choices(game):
        check_match(plan(name, game.seats_for(options)[-1], options))


def test_a_match_that_deals_the_same_cards_when_it_is_played_again_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conformance, "scheduled_games", lambda plan, _: scheduled_games(plan))
    with pytest.raises(Nonconformance, match="game 1 of attempt 0 has the deal of game 1 of"):
        check_match(plan("six_nimmt"))


def far_apart(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Have the first half of the deals come again in the second half."""
    half = len(games) // 2
    return [replace(scheduled, deal=games[scheduled.number % half].deal) for scheduled in games]


def from_a_bots_seed(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Take every deal from the seed that the first bot is given."""
    return [
        replace(
            scheduled, deal=Deal(int.from_bytes(scheduled.seeds[scheduled.seating.index(0)], "big"))
        )
        for scheduled in games
    ]


def hardly_shuffled(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Begin every deal with the order of the one before, but for its ends."""
    order = games[0].deal.shuffle(0, range(1, 105))
    found = []
    for scheduled in games:
        order = (*order[90:], *order[:90])[::-1] if scheduled.number % 2 else order
        found.append(replace(scheduled, deal=Deal(scheduled.number, (order,))))
    return found


def kind_to_the_first(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Give the first bot the ten highest cards."""
    found = []
    for scheduled in games:
        order = list(scheduled.deal.shuffle(0, range(1, 95)))
        place = 10 * scheduled.seating.index(0)
        found.append(
            replace(scheduled, deal=Deal(0, ((*order[:place], *range(95, 105), *order[place:]),)))
        )
    return found


@pytest.mark.parametrize(
    ("check", "spoil", "names"),
    [
        (check_no_deal_comes_twice, rotate, game_names()),
        (check_no_deal_comes_twice, far_apart, game_names()),
        (check_deals_are_independent, from_a_bots_seed, game_names()),
        (check_deals_are_independent, hardly_shuffled, ["six_nimmt"]),
        (check_deals_are_independent, kind_to_the_first, ["six_nimmt"]),
        (check_what_was_seen_tells_nothing_of_later_games, rotate, game_names()),
        (check_what_was_seen_tells_nothing_of_later_games, far_apart, game_names()),
    ],
)
def test_a_match_that_gives_cards_away_is_found_out(
    check: Callable[[MatchPlan, Sequence[ScheduledGame]], None], spoil: Spoil, names: Sequence[str]
) -> None:
    assert check in CHECKS
    for name in names:
        for seats in (find_game(name).seats[0], find_game(name).seats[-1]):
            planned = plan(name, seats)
            with pytest.raises(Nonconformance):
                check(planned, spoil(scheduled_games(planned)))
