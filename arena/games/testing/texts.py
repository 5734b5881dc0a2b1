"""Tests of texts: rules in short and of the moment are sentences, and no text is too long.

Part of `conformance.py`, and like it without knowledge of any game.
"""

from arena.games.contract import Nonconformance
from arena.games.events import Telling
from arena.games.options import write_options
from arena.games.testing.events import fault_of_sentence
from arena.games.testing.random_play import Table, walk
from arena.games.text import tell_beginning, tell_question

# The longest text that a seat is told once a game, in letters.
LONGEST_BEGINNING = 1500
# On a legal move.
LONGEST_NOTE = 100


def check_rules_in_short_are_short_sentences(table: Table) -> None:
    for sentence in table.game.rules_in_short(table.seats, table.options):
        if fault := fault_of_sentence("the rules in short have", sentence):
            raise Nonconformance(f"{table}: {fault}")
    options = write_options(table.options)
    told = "\n".join(tell_beginning(table.game, table.seats, 0, options))
    if len(told) > LONGEST_BEGINNING:
        raise Nonconformance(
            f"{table}: a game begins with {len(told)} characters; {LONGEST_BEGINNING} are the most"
        )


def check_each_question_has_a_rule_of_the_moment(table: Table) -> None:
    """It is a sentence, with a note on each legal move; the secrecy checks look into both."""
    for position in walk(table):
        state, seat = position.state, position.seat
        guide, moves = table.game.guide(state, seat), state.legal(seat)
        if fault := fault_of_sentence("its rule of the moment is", guide.rule):
            raise position.broken(fault)
        if len(guide.notes) != len(moves):
            raise position.broken(f"{len(guide.notes)} notes are on {len(moves)} legal moves")
        for note in guide.notes:
            if len(note) > LONGEST_NOTE or note != " ".join(note.split()):
                raise position.broken(
                    f"a note on a move is {note!r}; expected one line of at most {LONGEST_NOTE}"
                    " characters"
                )


def check_a_question_as_text_is_no_longer_than_its_game_says(table: Table) -> None:
    most = table.game.longest_text(table.options)
    telling: Telling | None = None
    for position in walk(table):
        state, seat = position.state, position.seat
        telling = telling or Telling(state, table.seats)
        news = table.game.tell(telling.news(seat), seat)
        size = len("\n".join(tell_question(table.game.scene(state, seat), news)))
        if size > most:
            raise position.broken(f"its text has {size} characters; {most} are the most")
