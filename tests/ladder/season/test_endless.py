"""The endless ladder: balanced, open to newcomers, and near where that pays."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from ladder.matches import Division, Player, Result
from ladder.matchmaking.endless import endless, near_opponents_pay
from ladder.matchmaking.field import Field, FieldBot
from ladder.matchmaking.history import KNOWN, History
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.rating import Rating
from tests.ladder.fields import BETA, FISH, GOATS, NIMMT, TEAMS, both, bots, field_of, plan

QUADS = Division("six_nimmt", {}, (4,))
spreads = pytest.mark.parametrize("spread", [0, 0.5], ids=["much luck", "little luck"])


def counts(history: History, players: Iterable[Player], division: Division) -> list[int]:
    return [history.matches(player, division) for player in players]


def gaps(pairings: Iterable[Pairing], players: Sequence[Player]) -> float:
    """Return how far apart those who meet are, on average, in places."""
    pairs = [pair for pairing in pairings for pair in combinations(pairing.players, 2)]
    return fmean(abs(players.index(one) - players.index(other)) for one, other in pairs)


@spreads
@pytest.mark.parametrize("count", [4, 5, 7, 20, 41])
def test_nobody_is_ever_more_than_two_matches_ahead_in_an_division(
    spread: float, count: int
) -> None:
    players, history = bots(count), History()
    for _ in plan(endless, field_of(players, NIMMT, TEAMS, spread=spread), history, 600):
        for division in (NIMMT, TEAMS):
            played = counts(history, players, division)
            assert max(played) - min(played) <= 2
    assert min(counts(history, players, NIMMT) + counts(history, players, TEAMS)) > 0


@spreads
def test_a_hundred_matches_are_balanced_over_seats_and_numbers_of_seats(spread: float) -> None:
    players, history = bots(20), History()
    for _ in plan(endless, field_of(players, NIMMT, spread=spread), history, 20 * 100):
        if min(counts(history, players, NIMMT)) == 100:
            break
    assert min(counts(history, players, NIMMT)) == 100
    for player in players:
        played = [history.matches(player, NIMMT, seats) for seats in NIMMT.seats]
        assert max(played) <= 1.1 * min(played)


def test_every_game_gets_its_share_of_those_who_play_it() -> None:
    both_games, only_fish = field_of(bots(10), NIMMT, FISH), field_of(bots(10, first=10), FISH)
    history = History()
    list(plan(endless, both(both_games, only_fish), history, 700))
    here, there = (counts(history, bots(10), division) for division in (NIMMT, FISH))
    assert max(here + there) - min(here + there) <= 3
    assert min(counts(history, bots(10, first=10), FISH)) >= min(there) - 2


def forfeited(*failed: bool, players: Sequence[Player] = (), match: int = 1) -> Result:
    """Return a match of one game with partners in which these seats forfeit."""
    ranks = tuple(4 - 3 * (not one) for one in failed) if any(failed) else (1, 3, 1, 3)
    teams = (0, 1, 2, 3) if any(failed) else (0, 1, 0, 1)
    when = datetime(2026, 1, 1, tzinfo=UTC)
    return Result(match, match, 1, TEAMS.game, tuple(players), (ranks,), (teams,), when)


def test_a_bot_that_forfeited_twice_with_another_meets_it_no_more_where_others_can() -> None:
    players, history = bots(12), History()
    field = field_of(players, TEAMS, NIMMT)
    table = players[:4]

    def meetings() -> tuple[int, int]:
        return (
            sum(history.meetings(table[0], other, TEAMS) for other in table[1:]),
            sum(history.meetings(table[0], other, NIMMT) for other in table[1:]),
        )

    history.note_forfeits(forfeited(True, False, False, False, players=table))
    history.note_forfeits(forfeited(False, False, False, False, players=table))
    list(plan(endless, field, history, 60))
    before = meetings()
    assert min(before) > 0
    # The next version of a bot begins with no clean sheet.
    later = [table[0].replace("@1", "@2"), *table[1:]]
    history.note_forfeits(forfeited(True, False, False, False, players=later, match=2))
    list(plan(endless, field, history, 120))
    after = meetings()
    assert after[0] == before[0]
    assert after[1] > before[1]
    # Those who did not forfeit meet as ever.
    assert history.meetings(table[1], table[2], TEAMS) > 0


def test_bots_of_a_forfeit_meet_where_no_others_can() -> None:
    players, history = bots(4), History()
    for match in (1, 2):
        history.note_forfeits(forfeited(True, False, False, False, players=players, match=match))
    pairings = list(plan(endless, field_of(players, TEAMS), history, 3))
    assert [len(pairing.players) for pairing in pairings] == [4, 4, 4]


def join(field: Field, players: Sequence[Player]) -> Field:
    """Return a field in which these play too, of whom nothing is known."""
    newcomers = field_of(players, *field.divisions)
    unknown = {place: Rating() for place in newcomers.ratings}
    return both(field, replace(newcomers, ratings=unknown))


def leave(field: Field, player: Player) -> Field:
    left = tuple(one for one in field.bots if one.player != player)
    return replace(field, bots=left)


@spreads
def test_newcomers_play_first_until_they_are_known_and_then_like_the_others(spread: float) -> None:
    old, new = bots(20), bots(4, first=20)
    history, field = History(), field_of(old, QUADS, spread=spread)
    list(plan(endless, field, history, 300))
    field = join(field, new)
    known = -(-KNOWN // field.games_per_match)
    for pairing in plan(endless, field, history, 20, seed=2):
        # They are not left to themselves: half of a match are others.
        strange = [one for one in new if history.matches(one, QUADS) <= known]
        assert len({*pairing.players}.intersection(strange)) <= 2
    # Each of them leads a match in two until then.
    assert min(counts(history, new, QUADS)) >= known
    before = counts(history, old + new, QUADS)
    list(plan(endless, field, history, 240, seed=3))
    played = [
        now - then for now, then in zip(counts(history, old + new, QUADS), before, strict=True)
    ]
    assert max(played) - min(played) <= 5
    assert max(counts(history, old, QUADS)) - min(counts(history, old, QUADS)) <= 2


def test_where_others_wait_too_newcomers_lead_every_second_match() -> None:
    old, new = bots(20), bots(20, first=20)
    history, field = History(), field_of(old, QUADS)
    list(plan(endless, field, history, 300))
    field, rng = join(field, new), Random(1)
    firsts = [pairing.players[0] for _ in range(1000) if (pairing := endless(field, history, rng))]
    assert len(firsts) == 1000
    # Four deviations of a fair coin.
    assert abs(sum(first in new for first in firsts) - 500) < 64


@pytest.mark.parametrize(
    ("each", "share"), [(50, 0.8), pytest.param(10, 0.5, marks=pytest.mark.soak), (2, 0.5)]
)
def test_however_many_newcomers_there_are_the_others_keep_half_of_the_seats(
    each: int, share: float
) -> None:
    """Some of sixty bots with 100 matches each are replaced, again and again."""
    players, history, rng = bots(60), History(), Random(1)
    field = field_of(players, QUADS)
    list(plan(endless, field, history, 1500))
    before = history.matches(players[0], QUADS)
    stay, replaced = players[:30], players[30:]
    for number in range(1200 // each):
        place = rng.randrange(len(replaced))
        field = leave(field, replaced[place])
        replaced[place] = f"new{number}@1"
        field = join(field, [replaced[place]])
        list(plan(endless, field, history, each, seed=number))
    seats = counts(history, stay, QUADS)
    # Half of the bots have been there all along, and so at least a quarter of all seats.
    assert sum(seats) - before * len(stay) >= 0.5 * share * 4 * 1200 * 0.95
    assert max(seats) - min(seats) <= 2
    if each == 50:
        known = -(-KNOWN // field.games_per_match)
        assert min(counts(history, [f"new{n}@1" for n in range(23)], QUADS)) >= known


def test_a_flood_of_newcomers_in_one_division_starves_no_other() -> None:
    fish, history = field_of(bots(8), FISH), History()
    field = both(field_of(bots(20, first=8), QUADS, FISH, games=["six_nimmt"]), fish)
    field = replace(field, divisions=(QUADS, FISH))
    list(plan(endless, field, history, 400))
    before = sum(counts(history, bots(8), FISH))
    for number in range(100):
        newcomer = field_of([f"new{number}@1"], QUADS, FISH, games=["six_nimmt"])
        field = replace(both(field, newcomer), ratings=field.ratings)
        list(plan(endless, field, history, 2, seed=number))
    assert sum(counts(history, bots(8), FISH)) > before + 40


def test_who_was_away_for_long_does_not_catch_up() -> None:
    players, history = bots(20), History()
    field = field_of(players, QUADS)
    list(plan(endless, field, history, 100))
    list(plan(endless, leave(field, players[0]), history, 400))
    before = history.matches(players[0], QUADS)
    list(plan(endless, field, history, 100))
    assert 18 <= history.matches(players[0], QUADS) - before <= 24


def test_the_first_of_the_ladder_plays_as_often_as_the_last() -> None:
    players, history = bots(30), History()
    list(plan(endless, field_of(players, QUADS, spread=1), history, 500))
    assert abs(history.matches(players[-1], QUADS) - history.matches(players[0], QUADS)) <= 2


def test_a_bot_that_has_left_is_not_paired() -> None:
    field, history = field_of(bots(10), NIMMT), History()
    list(plan(endless, field, history, 50))
    left = replace(field, bots=field.bots[1:])
    planned = list(plan(endless, left, history, 50))
    assert len(planned) == 50
    assert not any("bot0@1" in pairing.players for pairing in planned)


def test_of_equally_many_matches_the_most_uncertain_comes_first() -> None:
    field = field_of(bots(30), GOATS)
    uncertain = {**field.ratings, ("bot7@1", GOATS.game): Rating(25, 3)}
    for seed in range(20):
        pairing = endless(replace(field, ratings=uncertain), History(), Random(seed))
        assert pairing is not None
        assert "bot7@1" in pairing.players


def test_near_opponents_pay_where_the_means_are_spread_wider_than_the_luck() -> None:
    pair = bots(2)
    assert not near_opponents_pay(field_of(pair, GOATS, spread=2.9), GOATS)
    assert near_opponents_pay(field_of(pair, GOATS, spread=3.1), GOATS)


def test_means_that_are_spread_by_ignorance_alone_make_nobody_near() -> None:
    field = field_of(bots(2), GOATS, spread=4)
    ratings = {place: Rating(rating.mean, 1.5 * BETA) for place, rating in field.ratings.items()}
    assert near_opponents_pay(field, GOATS)
    assert not near_opponents_pay(replace(field, ratings=ratings), GOATS)


def test_a_bot_that_is_not_known_well_meets_opponents_of_all_kinds() -> None:
    players = bots(30)
    field = field_of(players, GOATS, spread=0.5)
    ratings = {**field.ratings, ("bot15@1", GOATS.game): Rating(25 + 7.5 * BETA, 4 * BETA)}

    def first_gap(seed: int) -> float:
        pairing = endless(replace(field, ratings=ratings), History(), Random(seed))
        assert pairing is not None
        return gaps([pairing], players)

    assert fmean(map(first_gap, range(50))) > 4


def test_opponents_are_near_where_that_pays_and_not_where_it_does_not() -> None:
    players = bots(40)
    near = list(plan(endless, field_of(players, QUADS, spread=0.3), History(), 400))
    anywhere = list(plan(endless, field_of(players, QUADS, spread=0.01), History(), 400))
    assert gaps(near, players) < 10
    assert gaps(anywhere, players) == pytest.approx(41 / 3, rel=0.05)


def test_where_luck_is_large_everybody_meets_everybody_as_often() -> None:
    players, history = bots(20), History()
    list(plan(endless, field_of(players, NIMMT), history, 1000))
    met = [history.meetings(*pair, NIMMT) for pair in combinations(players, 2)]
    assert 0 < max(met) <= 1.3 * min(met)


def test_near_opponents_are_no_closed_circle() -> None:
    players, history = bots(20), History()
    list(plan(endless, field_of(players, QUADS, spread=0.5), history, 500))
    for player in players:
        others = [history.meetings(player, other, QUADS) for other in players if other != player]
        assert sum(met > 0 for met in others) >= 6
        assert max(others) <= 0.5 * history.matches(player, QUADS)


def test_two_bots_of_an_author_play_a_duel_only_if_nobody_else_is_there() -> None:
    authors = {player: f"author{number // 2}" for number, player in enumerate(bots(20))}
    field = field_of(bots(20), GOATS, author=lambda player: authors[player])
    planned = [*plan(endless, field, History(), 200)]
    assert len(planned) == 200
    for pairing in planned:
        assert len({authors[player] for player in pairing.players}) == 2
    alone = field_of(bots(2), GOATS, author=lambda _: "anna")
    assert endless(alone, History(), Random(1)) is not None


def test_beta_is_the_unit_in_which_the_spread_is_measured() -> None:
    field = field_of(bots(40), GOATS, spread=1)
    field_bots = tuple(FieldBot(player, frozenset({GOATS.game})) for player in bots(40))
    assert not near_opponents_pay(replace(field, bots=field_bots, beta=100 * BETA), GOATS)
