"""A person's seat of a match, from the person's side: what a terminal and a web server ask with.

`seat.py` is the client of a seat, `news.py` says what has happened since it was last asked.
"""

from arena.human.seat import GameBegun, GameOver, Question, Seat, take_seat

__all__ = ["GameBegun", "GameOver", "Question", "Seat", "take_seat"]
