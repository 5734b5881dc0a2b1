"""Attacks by absurd moves in the variants of the games, each of which has rules of its own.

In Big Fish the rulebook itself has a penalty for these, so that the game goes otherwise; there the
fuzzers look that nothing else changes.
"""

from collections.abc import Mapping
from typing import Final

from arena.attacks.attack import Attack, client
from arena.attacks.turns import MIDDLE

# Every field of the move that there is, set to what it never is.
_ABSURD: Final = """\
def absurd(message):
    for field in message.DESCRIPTOR.fields:
        if field.message_type:
            field.name == start.game and absurd(getattr(message, field.name))
        elif field.is_repeated:
            getattr(message, field.name).extend([0, 105, 2**32 - 1] * 50)
        elif field.enum_type:
            setattr(message, field.name, 2**31 - 1)
        else:
            setattr(message, field.name, 2**32 - 1)

"""


def _absurd(game: str, variant: str, options: Mapping[str, str]) -> Attack:
    source = MIDDLE.replace(
        "connect(); join();",
        "connect(); join()\nwhile (message := hear()).WhichOneof('message') != 'start': pass\n"
        "start = message.start;",
    )
    return Attack(
        f"makes a move of absurd numbers in {variant}",
        client(_ABSURD + source + "absurd(turn.legal[0]); answer(turn); wait()"),
        ("illegal",),
        games=(game,),
        options=options,
    )


MOVES: Final = {
    "absurd_move": _absurd("six_nimmt", "6 nimmt!", {}),
    "absurd_move_in_tactics": _absurd("six_nimmt", "Tactics", {"variant": "tactics"}),
    "absurd_move_in_logic": _absurd("six_nimmt", "Logic", {"variant": "logic"}),
    "absurd_move_in_professional": _absurd(
        "six_nimmt", "Professional", {"variant": "professional"}
    ),
    "absurd_move_in_tonton": _absurd("tonton", "TonTon", {}),
    "absurd_move_in_missions": _absurd("tonton", "advanced missions", {"missions": "advanced"}),
    "absurd_move_in_goat": _absurd("goat_n_goat", "Goat 'n' Goat", {}),
    "absurd_move_at_the_end": _absurd(
        "goat_n_goat", "Goat 'n' Goat's other reading", {"exhaustion": "cannot_draw"}
    ),
}
