"""Attacks by many seats at once: floods of HTTP/2 in every one of their turns.

One innocent sits among them. It must neither lose nor see another game.
"""

from typing import Final

from arena.attacks.attack import DEAR, Attack
from arena.attacks.http2 import seated

# 6 nimmt! alone seats ten.
_FOUR: Final = ("six_nimmt", "big_fish", "goat_n_goat", "tonton")
_NINE: Final = ("six_nimmt",)


def _in_every_turn(flood: str) -> str:
    return seated(
        f"begin(); join()\nwhile True:\n    turn = wait_turn()\n    {flood}\n    answer(turn)"
    )


_STREAMS: Final = _in_every_turn(
    "send(*[frame(HEADERS, END_HEADERS, stream, request()) + frame(RESET, 0, stream, bytes(4))"
    " for stream in range(2000 * answered + 3, 2000 * answered + 2003, 2)]); answered += 1"
)

CROWDS: Final = {
    "four_seats_ping": Attack(
        "pings a thousand times in every turn, from four seats",
        _in_every_turn("send(frame(PING, 0, 0, bytes(8)) * 1000)"),
        ("protocol",),
        games=_FOUR[:3],
        crowd=4,
    ),
    "four_seats_set": Attack(
        "sends two thousand settings in every turn, from four seats",
        _in_every_turn("send(frame(SETTINGS, 0, 0) * 2000)"),
        games=_FOUR[:3],
        crowd=4,
        under_gvisor=DEAR,
    ),
    "nine_seats_send_nothing": Attack(
        "sends fifty thousand frames without data in every turn, from nine seats",
        _in_every_turn("send(frame(DATA) * 50_000)"),
        ("protocol",),
        games=_NINE,
        crowd=9,
        under_gvisor=DEAR,
    ),
    "nine_seats_open_streams": Attack(
        "opens and resets a thousand streams in every turn, from nine seats",
        _STREAMS.replace("begin()", "answered = 0\nbegin()"),
        games=_NINE,
        crowd=9,
        under_gvisor=DEAR,
    ),
}
