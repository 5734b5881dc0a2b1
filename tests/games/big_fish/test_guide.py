"""The rule of the moment in Big Fish says what a lay really brings."""

from arena.games import find_game
from arena.games.options import read_options
from arena.games.testing.random_play import Table, walk

FISH = find_game("big_fish")


def test_a_lay_says_which_licences_its_row_wins() -> None:
    options = read_options(FISH, {"licences": "true"})
    won = 0
    for seed in range(12):
        for at in walk(Table(FISH, 3, options, seed)):
            legal = at.state.legal(at.seat)
            if legal[0].action == "licence" or at.answer not in legal:
                continue
            note = FISH.guide(at.state, at.seat).notes[legal.index(at.answer)]
            said = {*note.partition("; licence ")[2].split(" or ")} - {""}
            after = at.state.copy()
            after.events = []
            after.play(at.seat, at.answer)
            told = " ".join(FISH.tell(after.events, at.seat))
            took = {part[0] for part in told.split("You took licence ")[1:]}
            if at.seat in after.to_act and (choice := after.legal(at.seat))[0].action == "licence":
                took |= {str(move)[-1] for move in choice}
            assert said == took
            won += bool(took)
    assert won > 3
