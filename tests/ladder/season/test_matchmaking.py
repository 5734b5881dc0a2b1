"""What every format promises."""

import subprocess
import sys
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from arena.errors import UserError
from arena.games import find_game
from arena.games.options import read_options
from arena.match.match import MAX_FORFEITS
from arena.match.plan import draw_seatings
from ladder.matches import Division
from ladder.matchmaking.endless import endless
from ladder.matchmaking.formats import Format
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import Gauntlet, RoundRobin
from ladder.matchmaking.pairing import games_of
from ladder.matchmaking.swiss import Swiss
from ladder.ratings.rating import Rating
from tests.ladder.fields import FISH, GOATS, NIMMT, TEAMS, bots, field_of, plan

FORMATS: dict[str, Format] = {
    "endless": endless,
    "round robin": RoundRobin(),
    "swiss": Swiss(rounds=6),
    "gauntlet": Gauntlet("bot3@1"),
}
DIVISIONS = (NIMMT, FISH, TEAMS, GOATS)
# Of three bots in a row.
AUTHORS = {player: f"author{number // 3}" for number, player in enumerate(bots(15))}
each_format = pytest.mark.parametrize("make", FORMATS.values(), ids=FORMATS)


def counted(history: History) -> list[int]:
    """Return all that a history says of nine bots."""
    return [
        number
        for division in DIVISIONS
        for seats in (*division.seats, None)
        for player in bots(9)
        for number in (
            history.matches(player, division, seats),
            *(history.meetings(player, other, division, seats) for other in bots(9)),
        )
    ]


@each_format
def test_the_same_is_asked_and_the_same_is_answered(make: Format) -> None:
    field, history = field_of(bots(9), *DIVISIONS, spread=0.5), History()
    for _ in range(30):
        state = Random(5).getstate()
        answers = []
        for _ in range(2):
            rng = Random()
            rng.setstate(state)
            answers.append(make(field, deepcopy(history), rng))
        assert answers[0] == answers[1]
        assert answers[0] is not None
        history.add(answers[0])


@each_format
def test_a_format_changes_neither_field_nor_history(make: Format) -> None:
    field, history = field_of(bots(9), *DIVISIONS), History()
    list(plan(make, field, history, 20))
    before = replace(field), counted(history)
    make(field, history, Random(1))
    assert (field, counted(history)) == before


@pytest.mark.usefixtures("processes")
def test_a_new_process_pairs_in_the_same_way() -> None:
    program = (
        "from tests.ladder.fields import *\n"
        "from ladder.matchmaking.endless import endless\n"
        "field = field_of(bots(9), NIMMT, FISH, spread=0.5)\n"
        "print([pairing.players for pairing in plan(endless, field, History(), 20)])"
    )

    def planned(hash_seed: str) -> str:
        environment = {"PYTHONHASHSEED": hash_seed}
        words = [sys.executable, "-c", program]
        return subprocess.run(
            words, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert planned("1") == planned("2")


@each_format
def test_every_pairing_can_be_made_a_match(make: Format) -> None:
    planned = list(plan(make, field_of(bots(9), *DIVISIONS), History(), 60))
    for pairing in planned:
        division, game = pairing.division, find_game(pairing.division.game)
        assert len(pairing.players) in division.seats
        assert len(pairing.players) in game.seats_for(read_options(game, division.options))
        assert len({*pairing.players}) == len(pairing.players)
    # The formats that end go through the divisions one after the other.
    assert len({pairing.division for pairing in planned}) > 1


@each_format
def test_teams_of_two_are_always_four_bots(make: Format) -> None:
    planned = list(plan(make, field_of(bots(9), TEAMS), History(), 20))
    assert planned
    assert {len(pairing.players) for pairing in planned} == {4}


def test_who_are_partners_changes() -> None:
    planned = list(plan(endless, field_of(bots(4), TEAMS), History(), 60))
    partners = Counter(frozenset(pairing.players[::2]) for pairing in planned)
    partners.update(frozenset(pairing.players[1::2]) for pairing in planned)
    assert len(partners) == 6
    assert min(partners.values()) > 8


def test_an_event_that_its_game_does_not_allow_is_refused() -> None:
    with pytest.raises(
        UserError, match="TonTon is played with these options by 4 bots, not by 3, 4"
    ):
        Division("tonton", {"teams": "true"}, (3, 4))
    with pytest.raises(UserError, match="not by none"):
        Division("tonton", {}, ())


@each_format
def test_one_bot_too_few_is_no_pairing_and_a_sentence(make: Format) -> None:
    field = field_of(bots(1, first=3), FISH, NIMMT, TEAMS)
    assert make(field, History(), Random(1)) is None
    assert list(field.shortages())[:2] == [
        "Big Fish licences=true cannot be played by 2 or 4 or 6 bots: only 1 bot plays it.",
        "6 nimmt! cannot be played by 2 or 3 or 4 bots: only 1 bot plays it.",
    ]


@each_format
def test_a_number_of_seats_for_which_bots_are_missing_is_left_out(make: Format) -> None:
    field = field_of(bots(4), FISH)
    planned = list(plan(make, field, History(), 20))
    assert {len(pairing.players) for pairing in planned} == {2, 4}
    assert list(field.shortages()) == [
        "Big Fish licences=true cannot be played by 6 bots: only 4 bots play it."
    ]


@each_format
def test_nobody_plays_a_game_that_it_does_not_play(make: Format) -> None:
    field = field_of(bots(6), NIMMT, FISH, games=["big_fish"])
    planned = list(plan(make, field, History(), 10))
    assert planned
    assert {pairing.division for pairing in planned} == {FISH}


@each_format
def test_every_bot_plays_equally_often_in_every_seat(make: Format) -> None:
    seats: Counter[tuple[str, int, int]] = Counter()
    for pairing in plan(make, field_of(bots(9), NIMMT), History(), 12):
        size = len(pairing.players)
        for seating in draw_seatings(size, pairing.games, bytes(16)):
            for place, bot in enumerate(seating):
                seats[pairing.players[bot], size, place] += 1
    assert seats
    for (player, size, _), games in seats.items():
        assert games == seats[player, size, 0]


@pytest.mark.parametrize("seats", range(2, 11))
def test_all_matches_are_about_as_long(seats: int) -> None:
    field = field_of(bots(10), Division("six_nimmt", {}, (seats,)))
    pairing = endless(field, History(), Random(1))
    assert pairing is not None
    assert abs(pairing.games - field.games_per_match) <= seats / 2
    assert pairing.games % seats == 0


def test_everybody_has_every_seat_even_if_that_takes_too_long() -> None:
    field = field_of(bots(10), Division("six_nimmt", {}, (10,)))
    short = replace(field, games_per_match=2)
    pairing = endless(short, History(), Random(1))
    assert pairing is not None
    assert pairing.games == 10


@pytest.mark.parametrize("seats", range(2, 11))
def test_in_the_shortest_match_a_bot_can_forfeit_until_it_sits_out(seats: int) -> None:
    assert games_of(seats, 1) >= MAX_FORFEITS


def test_what_is_removed_was_never_there() -> None:
    field = field_of(bots(5), NIMMT)
    kept, removed = plan(endless, field, History(), 2)
    history = History([kept, removed])
    history.remove(removed)
    one, other = bots(2)
    expected = History([kept])
    assert history.meetings(one, other, NIMMT) == expected.meetings(other, one, NIMMT)
    for player in bots(5):
        for seats in (None, 2, 3, 4):
            assert history.matches(player, NIMMT, seats) == expected.matches(player, NIMMT, seats)


@each_format
def test_what_is_planned_counts_although_nothing_is_finished(make: Format) -> None:
    field, history = field_of(bots(12), NIMMT, spread=0.5), History()
    first = make(field, history, Random(1))
    assert first is not None
    assert make(field, history, Random(1)) == first
    history.add(first)
    second = make(field, history, Random(1))
    assert second is not None
    assert len({*second.players} & {*first.players}) <= 1


@each_format
def test_no_match_of_more_than_two_has_two_bots_of_one_author(make: Format) -> None:
    field = field_of(bots(12), *DIVISIONS, author=lambda player: AUTHORS[player])
    planned = list(plan(make, field, History(), 300))
    assert planned
    for pairing in planned:
        authors = {AUTHORS[player] for player in pairing.players}
        assert len(authors) == len(pairing.players) or len(pairing.players) == 2


@each_format
def test_an_author_of_most_bots_has_one_in_a_match_all_the_same(make: Format) -> None:
    """Although the bots of all others have played far more by then."""
    hers = {*bots(9)}
    field = field_of(bots(12), NIMMT, author=lambda one: "anna" if one in hers else one)
    planned = list(plan(make, field, History(), 100))
    assert {len(pairing.players) for pairing in planned} >= {2, 3}
    for pairing in planned:
        assert len(hers & {*pairing.players}) <= 1 or len(pairing.players) == 2


@each_format
def test_the_organisers_bots_meet_each_other_and_everybody(make: Format) -> None:
    field = field_of(
        bots(6), TEAMS, author=lambda player: AUTHORS[player] if player > "bot3" else None
    )
    planned = plan(make, field, History(), 30)
    met = {pair for pairing in planned for pair in combinations(sorted(pairing.players), 2)}
    # No two of an author meet in a match of four, and one of them plays all of a gauntlet.
    hers, everybody = {*bots(3, first=3)}, bots(4) if isinstance(make, Gauntlet) else bots(6)
    assert met == {pair for pair in combinations(everybody, 2) if not {*pair} <= hers}


@each_format
def test_too_few_authors_for_a_number_of_seats_is_a_sentence(make: Format) -> None:
    field = field_of(bots(9), FISH, author=lambda player: AUTHORS[player])
    planned = list(plan(make, field, History(), 20))
    assert {len(pairing.players) for pairing in planned} == {2}
    (shortage,) = field.shortages()
    assert shortage == (
        "Big Fish licences=true cannot be played by 4 or 6 bots: the 9 that play it are of 3"
        " authors, and no match of more than 2 has two bots of one."
    )


def test_who_is_held_back_is_not_paired_and_comes_back() -> None:
    field, history = field_of(bots(9), NIMMT), History()
    held = field.without(["bot1@1", "bot2@1"])
    for make in FORMATS.values():
        for pairing in plan(make, held, history, 10):
            assert not {"bot1@1", "bot2@1"} & {*pairing.players}
    assert len(field.players_of(NIMMT)) == len(held.players_of(NIMMT)) + 2


def test_a_rating_is_known_to_the_field_at_once() -> None:
    field = field_of(bots(3), NIMMT, GOATS)
    field.rate("bot1@1", NIMMT.game, Rating(31, 1))
    field.rate("nobody@1", NIMMT.game, Rating(31, 1))
    assert field.mean("bot1@1", NIMMT) == 31
    assert field.mean("bot1@1", GOATS) == field.mean("bot0@1", NIMMT) == 25
