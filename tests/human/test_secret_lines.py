"""What a person reads at the terminal is the same whatever they have not seen.

A game is played over the real stream to a question of the person, and again with all that they have
not seen by then dealt again. Both times the same is typed and the others make the same moves.
"""

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from arena.games import AnyGame, Deal, IllegalMove, find_game, game_names
from arena.games.testing.random_play import Table
from arena.games.testing.secrecy import redeals
from tests.human.terminal import SEATS, person_seat, read_lines

QUESTIONS = 12


class Story(NamedTuple):
    """The moves of a game up to a question of the person, and two deals that lead there."""

    moves: list[tuple[int, str]]
    deals: tuple[Deal, Deal]


def tell_story(game: AnyGame, person: int, seed: int) -> Story:
    """Play at random until the person has been asked often, and find another deal like that."""
    table = Table(game, SEATS, game.Options(), seed)
    source, state, moves = table.source("story"), table.start(), list[tuple[int, str]]()
    questions = 0
    before = state.copy()
    while state.to_act:
        if person in state.to_act:
            before, so_far, questions = state.copy(), len(moves), questions + 1
            if questions == QUESTIONS:
                break
        for seat in state.to_act:
            move = source.choice(state.legal(seat))
            moves.append((seat, str(move)))
            state.play(seat, move)
    unseen = {*game.unseen(before, person)}
    for orders in redeals(before.shuffles, unseen, source):
        deal = Deal(source.getrandbits(128), orders)
        if orders != before.shuffles and leads_there(table, deal, moves[:so_far], before.to_act):
            return Story(moves[:so_far], (Deal(seed, before.shuffles), deal))
    return tell_story(game, person, seed + 1)


def leads_there(
    table: Table, deal: Deal, moves: list[tuple[int, str]], to_act: tuple[int, ...]
) -> bool:
    state = table.start(deal)
    try:
        for seat, text in moves:
            state.play(seat, table.game.parse(text))
    except IllegalMove:
        return False
    return state.to_act == to_act


def read_story(game: AnyGame, story: Story, deal: Deal, folder: Path) -> str:
    """Play the story to its question; return all that the person has read by then."""
    person = person_seat(game)
    typed = "".join(f"{text}\nh\n" for seat, text in story.moves if seat == person)
    return read_lines(game, f"h\n{typed}", folder, moves=story.moves, deal=deal)


@pytest.mark.parametrize("name", game_names())
def test_a_person_reads_nothing_that_their_seat_may_not_know(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    first, second = (
        read_story(game, story, deal, tmp_path)
        for story in [tell_story(game, person_seat(game), Random(name).getrandbits(32))]
        for deal in story.deals
    )
    assert first == second
    assert first.count("> ") > QUESTIONS
