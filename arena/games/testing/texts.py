"""Tests of texts: rules in short are sentences, and a question is no longer than its game says.

Part of `conformance.py`, and like it without knowledge of any game.
"""

from arena.games.contract import Nonconformance
from arena.games.events import Telling
from arena.games.options import write_options
from arena.games.testing.events import MOST_WORDS, is_short_sentence
from arena.games.testing.random_play import Table, walk
from arena.games.text import tell_beginning, tell_question

# What a seat is told once a game.
LONGEST_BEGINNING = 1500


def check_rules_in_short_are_short_sentences(table: Table) -> None:
    for sentence in table.game.rules_in_short(table.seats, table.options):
        if not is_short_sentence(sentence):
            raise Nonconformance(
                f"{table}: the rules in short have {sentence!r}; expected a sentence of at most"
                f" {MOST_WORDS} words"
            )
    options = write_options(table.options)
    told = "\n".join(tell_beginning(table.game, table.seats, 0, options))
    if len(told) > LONGEST_BEGINNING:
        raise Nonconformance(
            f"{table}: a game begins with {len(told)} characters; {LONGEST_BEGINNING} are the most"
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
