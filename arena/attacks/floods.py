"""Floods of HTTP/2 frames, streams, connections and messages."""

from arena.attacks.attack import DEAR, Attack
from arena.attacks.http2 import elsewhere, midway, seated

_ON = "\nanswer(turn); play_on()"
_WAIT = "\ntime.sleep(60)"

FLOODS: dict[str, Attack] = {
    # --- on other connections, before it plays ---
    "half_open_connections": Attack(
        "holds forty connections on which it says nothing, or half of the greeting",
        elsewhere(
            "held = [dial() for _ in range(40)]\nfor port in held[::2]: port.send(HELLO[:9])"
        ),
    ),
    "thousands_of_connections": Attack(
        "connects three thousand times before it plays",
        elsewhere("for _ in range(3000): dial().close()"),
    ),
    "resets_elsewhere": Attack(
        "opens and resets ten thousand streams to no method before it plays",
        elsewhere(
            "pour(HELLO, *[frame(HEADERS, END_HEADERS, stream, request(b'/a/b'))\n"
            "              + frame(RESET, 0, stream, bytes(4)) for stream in range(1, 20_001, 2)])"
        ),
    ),
    "streams_elsewhere": Attack(
        "opens ten thousand streams to no method before it plays",
        elsewhere(
            "pour(HELLO, *[frame(HEADERS, END_HEADERS, stream, request(b'/a/b'))\n"
            "              for stream in range(1, 20_001, 2)])"
        ),
    ),
    "pings_elsewhere": Attack(
        "pings ten thousand times before it plays",
        elsewhere("pour(HELLO, *[frame(PING, 0, 0, bytes(8)) * 1000] * 10)"),
    ),
    "settings_elsewhere": Attack(
        "sends ten thousand settings before it plays",
        elsewhere("pour(HELLO, *[frame(SETTINGS, 0, 0) * 1000] * 10)"),
    ),
    "continuations_elsewhere": Attack(
        "sends headers that do not end before it plays",
        elsewhere(
            "pour(HELLO, frame(HEADERS, 0, 1, request(b'/a/b')),\n"
            "     *[frame(CONTINUATION, 0, 1, field(b'x', b'y' * 100) * 100)] * 1000)"
        ),
    ),
    # --- on the way to the seat ---
    "resets_of_play": Attack(
        "opens and resets ten thousand Play streams instead of joining",
        seated(
            "send(HELLO, *[frame(HEADERS, END_HEADERS, stream, request())\n"
            "              + frame(RESET, 0, stream, bytes(4)) for stream in range(1, 20_001, 2)])"
            + _WAIT
        ),
        ("no_start",),
    ),
    # --- on its own connection, in mid-game ---
    "streams": Attack(
        "opens ten thousand streams beside its own",
        midway(
            "send(*[frame(HEADERS, END_HEADERS, stream, request())\n"
            "       for stream in range(3, 20_001, 2)])" + _ON
        ),
        under_gvisor=DEAR,
    ),
    "resets": Attack(
        "opens and resets ten thousand streams beside its own",
        midway(
            "send(*[frame(HEADERS, END_HEADERS, stream, request())\n"
            "       + frame(RESET, 0, stream, bytes(4)) for stream in range(3, 20_001, 2)])" + _ON
        ),
        under_gvisor=DEAR,
    ),
    "pings": Attack(
        "pings ten thousand times in mid-game",
        midway("send(*[frame(PING, 0, 0, bytes(8)) * 100] * 100)" + _ON),
        ("protocol",),
    ),
    "settings": Attack(
        "sends ten thousand settings in mid-game",
        midway("send(*[frame(SETTINGS, 0, 0) * 1000] * 10)" + _ON),
    ),
    "continuations": Attack(
        "sends headers that do not end in mid-game",
        midway(
            "send(frame(HEADERS, 0, 3, request()),\n"
            "     *[frame(CONTINUATION, 0, 3, field(b'x', b'y' * 100) * 100)] * 1000)" + _ON
        ),
        ("protocol",),
    ),
    "empty_data": Attack(
        "sends fifty thousand frames without data before its answer",
        midway("send(*[frame(DATA) * 1000] * 50)" + _ON),
        ("protocol",),
    ),
    "header_bomb": Attack(
        "names a header of four kilobytes ten thousand times",
        midway(
            "long = b'\\x40\\1x\\x7f\\xa1\\x1e' + b'y' * 4000\n"
            "send(frame(HEADERS, END_HEADERS, 3, request() + long + b'\\xbe' * 10_000))" + _ON
        ),
    ),
    # --- messages ---
    "100_mb_sent": Attack(
        "sends a message of a hundred megabytes, whatever the window",
        midway(
            "send(frame(DATA, 0, 1, b'\\0' + (10**8).to_bytes(4, 'big')))\n"
            "send(*[frame(DATA, 0, 1, bytes(10_000))] * 10_000)" + _WAIT
        ),
        ("protocol",),
    ),
    "messages_in_one_frame": Attack(
        "sends five hundred answers in one frame",
        midway("send(frame(DATA, 0, 1, wrap(chosen(turn)) * 500))" + _WAIT),
        ("protocol",),
    ),
    "empty_messages": Attack(
        "sends two thousand empty messages in one frame behind its answer",
        midway("send(frame(DATA, 0, 1, wrap(chosen(turn)) + wrap(b'') * 2000))" + _WAIT),
        ("protocol",),
    ),
}
