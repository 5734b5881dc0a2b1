"""Bots that are refused for what they answer, or for not answering."""

from tests.bots.writing import JOIN, RAW
from tests.check.broken.bot import BrokenBot, doing, playing

QUESTIONS, SEATS = "six_nimmt: questions", "six_nimmt: seats"
CHOICE = "pb.Choice(turn=turn.number, move=turn.legal[0])"

PLAYING = {
    "that_returns_none": BrokenBot(QUESTIONS, "choose() returned None", doing("return None")),
    "that_returns_a_number": BrokenBot(QUESTIONS, "choose() returned 14", doing("return 14")),
    "that_plays_a_card_that_it_does_not_hold": BrokenBot(
        QUESTIONS,
        "possible is",
        doing(
            "return Move('card', next(c for c in range(1, 105) if c not in turn.view.hand))",
            "from arena_sdk.six_nimmt import Move",
        ),
    ),
    "that_counts_its_moves_from_one": BrokenBot(
        QUESTIONS,
        "index 10: 10 is no index of Turn.legal, which has 0 to 9",
        RAW + JOIN + "while True:\n    turn = wait_turn()\n"
        "    say(pb.BotMessage(choice=pb.Choice(turn=turn.number, index=len(turn.legal))))\n",
    ),
    "that_answers_twice": BrokenBot(
        QUESTIONS,
        "Choice for turn",
        RAW + JOIN + f"turn = wait_turn()\nfor _ in range(2): say(pb.BotMessage(choice={CHOICE}))\n"
        "while True: hear()",
    ),
    "that_answers_another_question": BrokenBot(
        QUESTIONS,
        "for turn 1",
        RAW + JOIN + f"turn = wait_turn(); turn.number = 1\nsay(pb.BotMessage(choice={CHOICE}))\n"
        "while True: hear()",
    ),
    "that_sends_a_huge_message": BrokenBot(
        QUESTIONS,
        "1000000 bytes at once",
        RAW + JOIN + "wait_turn(); say(b'x' * 10**6); time.sleep(60)",
    ),
    "that_fails_when_all_are_asked_at_once": BrokenBot(
        QUESTIONS,
        "decision: card",
        doing(
            "assert turn.view.decision != pb.SIX_NIMMT_DECISION_CARD",
            "from arena.v1 import six_nimmt_pb2 as pb",
        ),
    ),
    "that_fails_when_it_is_asked_alone": BrokenBot(
        QUESTIONS,
        "decision: row",
        doing(
            "assert turn.view.decision == pb.SIX_NIMMT_DECISION_CARD",
            "from arena.v1 import six_nimmt_pb2 as pb",
        ),
    ),
    "that_fails_with_one_legal_move": BrokenBot(
        QUESTIONS, "KeyError", doing("{2: 'few'}[2 if len(turn.legal) > 1 else 1]")
    ),
    "that_knows_one_game_and_names_two": BrokenBot(
        "goat_n_goat: questions",
        "AttributeError: missions",
        doing("turn.view.missions"),
        'name = "broken"\ngames = ["tonton", "goat_n_goat"]',
    ),
    "that_fails_at_seat_0": BrokenBot(
        "tonton: seats",
        "seat 0 of ",
        doing("assert turn.view.seat > 0"),
        playing("tonton"),
    ),
    "that_errs_with_ten_seats": BrokenBot(
        SEATS,
        "six_nimmt with 10 seats",
        doing(
            "if self.began.seats == 10: return Move('card', 105)",
            "from arena_sdk.six_nimmt import Move",
        ),
    ),
    "that_fails_in_its_second_game": BrokenBot(
        "tonton: seats", "game 2", doing("assert self.games == 1"), playing("tonton")
    ),
    "that_dies_when_a_game_is_over": BrokenBot(
        "tonton: seats",
        "Over: the end of game 1",
        doing("pass").replace("run(", "    def over(self, over): 1 / 0\nrun("),
        playing("tonton"),
    ),
    "that_fails_in_short_games": BrokenBot(
        SEATS,
        "limit=2",
        doing("assert self.began.options['limit'] == '66'"),
    ),
    "that_fails_in_long_games": BrokenBot(
        "big_fish: seats",
        "IndexError",
        doing("([0] * 16)[self.asked]"),
        playing("big_fish"),
    ),
}
