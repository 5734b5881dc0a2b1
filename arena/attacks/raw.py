"""Attacks in raw bytes on the socket: no HTTP/2, wrong HTTP/2, no gRPC, and very slow gRPC."""

from arena.attacks.attack import Attack
from arena.attacks.crowds import CROWDS
from arena.attacks.floods import FLOODS
from arena.attacks.http2 import MIDDLE, elsewhere, midway, seated

_ON = "\nanswer(turn); play_on()"
_WAIT = "\ntime.sleep(60)"

RAW: dict[str, Attack] = {
    **FLOODS,
    **CROWDS,
    # --- other protocols, on other connections ---
    "garbage": Attack(
        "sends garbage on ten connections before it plays",
        elsewhere("for number in range(10): pour(bytes(range(number, 256)) * 400)"),
    ),
    "http1": Attack(
        "speaks HTTP/1 before it plays",
        elsewhere(
            "pour(b'GET / HTTP/1.1\\r\\nHost: bot\\r\\n\\r\\n')\n"
            "pour(b'POST ' + METHOD.encode() + b' HTTP/1.1\\r\\nUpgrade: h2c\\r\\n\\r\\n')\n"
            "pour(b'GET / HTTP/1.1\\r\\n', b'X-Y: z\\r\\n' * 100_000)"
        ),
    ),
    "tls": Attack(
        "begins a TLS handshake before it plays",
        elsewhere("pour(b'\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xfc\\x03\\x03' + bytes(502))"),
    ),
    "odd_requests": Attack(
        "asks for odd paths, in other methods and for other contents",
        elsewhere(
            "for odd in (request(b''), request(b'arena'), request(method=b'GET'), b'',\n"
            "            b'\\xff' * 50, request(b'/a/b', kind=b'text/html'),\n"
            "            field(b'\\xff', b'\\0')):\n"
            "    pour(HELLO, frame(HEADERS, END_HEADERS, 1, odd))"
        ),
    ),
    "play_and_hang_up": Attack(
        "opens its stream for another content, hangs up and comes back",
        elsewhere("pour(HELLO, frame(HEADERS, END_HEADERS, 1, request(kind=b'text/html')))"),
        ("no_start",),
        "closed its stream",
    ),
    "path_of_invalid_utf8": Attack(
        "asks for a path of invalid UTF-8 before it plays",
        elsewhere("pour(HELLO, frame(HEADERS, END_HEADERS, 1, request(b'/\\xff\\xfe/\\xc3')))"),
        ("no_start",),
        "which is no UTF-8",
    ),
    "path_of_invalid_utf8_in_mid_game": Attack(
        "asks for a path of invalid UTF-8 on a second connection in mid-game",
        seated(
            "second = dial()\n"
            + MIDDLE
            + "second.sendall(HELLO + frame(HEADERS, END_HEADERS, 1, request(b'/\\xff\\xfe')))"
            + _ON
        ),
    ),
    # --- what comes with the bytes ---
    "descriptors": Attack(
        "sends the referee 1,200 open files, and looks whether it keeps one",
        midway(
            "known = 0\n"
            "for _ in range(60):\n"
            "    kept_end, sent_end = socket.socketpair()\n"
            "    ends = [os.dup(sent_end.fileno()) for _ in range(19)] + [sent_end.detach()]\n"
            "    try: socket.send_fds(port, [frame(99, 0, 0, b'x')], ends)\n"
            "    except OSError: pass\n"
            "    for end in ends: os.close(end)\n"
            "    kept_end.settimeout(1)\n"
            "    try: kept_end.recv(1)\n"
            "    except TimeoutError: escaped('the referee holds what it was sent')\n"
            "    kept_end.close()" + _ON
        ),
    ),
    # --- broken HTTP/2 in mid-game ---
    "garbage_in_mid_game": Attack(
        "sends garbage in mid-game",
        midway("send(bytes(range(256)) * 100)" + _WAIT),
        ("protocol",),
        "ended its stream",
    ),
    "data_on_stream_0": Attack(
        "sends its answer on stream 0",
        midway("send(frame(DATA, 0, 0, wrap(chosen(turn))))" + _WAIT),
        ("timeout",),
    ),
    "data_on_stream_7": Attack(
        "sends its answer on a stream that it never opened",
        midway("send(frame(DATA, 0, 7, wrap(chosen(turn))))" + _WAIT),
        ("timeout",),
    ),
    "huge_frame": Attack(
        "announces a frame of 2^24-1 bytes",
        midway("send(b'\\xff' * 3 + frame(DATA, 0, 1, bytes(1000))[3:])" + _WAIT),
        ("protocol",),
    ),
    "push_promise": Attack(
        "promises to push, which only a server may",
        midway("send(frame(PUSH, END_HEADERS, 1, bytes(3) + b'\\2' + request()))" + _ON),
        ("ok",),
    ),
    "window_overflow": Attack(
        "gives the referee more window than there is",
        midway("send(*[frame(WINDOW, 0, 0, b'\\x7f' + b'\\xff' * 3)] * 3)" + _ON),
        ("ok",),
    ),
    "reset": Attack(
        "resets its own stream", midway("send(frame(RESET, 0, 1, bytes(4)))" + _WAIT), ("protocol",)
    ),
    "goaway": Attack(
        "says that it goes away, and stays",
        midway("send(frame(GOAWAY, 0, 0, bytes(8)))" + _ON),
    ),
    "trailers": Attack(
        "ends its stream with trailers",
        midway("send(frame(HEADERS, END_STREAM | END_HEADERS, 1, field(b'x', b'y')))" + _WAIT),
        ("protocol",),
    ),
    "shut_socket": Attack(
        "shuts the writing side of its socket",
        midway("port.shutdown(socket.SHUT_WR)" + _WAIT),
        ("protocol",),
    ),
    "closed_socket": Attack(
        "closes its socket and runs on", midway("port.close()" + _WAIT), ("protocol",)
    ),
    # --- broken gRPC in mid-game ---
    "compressed_by_nothing": Attack(
        "marks its answer as compressed and names no compression",
        midway("send(frame(DATA, 0, 1, wrap(chosen(turn), 1)))" + _WAIT),
        ("protocol",),
    ),
    "unknown_flags": Attack(
        "sets all flags of its message",
        midway("send(frame(DATA, 0, 1, wrap(chosen(turn), 255)))" + _WAIT),
        ("timeout",),
    ),
    "half_an_answer": Attack(
        "sends half an answer and stops",
        midway("send(frame(DATA, 0, 1, wrap(chosen(turn))[:-2]))" + _WAIT),
        ("timeout",),
    ),
    "half_an_answer_and_the_end": Attack(
        "sends half an answer and ends its stream",
        midway("send(frame(DATA, END_STREAM, 1, wrap(chosen(turn))[:-2]))" + _WAIT),
        ("protocol",),
    ),
    "100_mb_declared": Attack(
        "announces a message of a hundred megabytes and sends none of it",
        midway("send(frame(DATA, 0, 1, b'\\0' + (10**8).to_bytes(4, 'big')))" + _WAIT),
        ("protocol",),
    ),
    "4_gb_declared": Attack(
        "announces a message of 2^32-1 bytes and sends none of it",
        midway("send(frame(DATA, 0, 1, b'\\0' + b'\\xff' * 4))" + _WAIT),
        ("protocol",),
    ),
    # --- slowly ---
    "crumbs": Attack(
        "sends its answer in frames of a byte each, as HTTP/2 allows",
        midway(
            "for byte in wrap(chosen(turn)): send(frame(DATA), frame(DATA, 0, 1, bytes([byte])))\n"
            "play_on()"
        ),
    ),
    "answer_in_two_parts": Attack(
        "sends half of its answer, and the other half when a while has gone by",
        midway(
            "whole = frame(DATA, 0, 1, wrap(chosen(turn)))\n"
            "send(whole[:11]); time.sleep(0.2); send(whole[11:])\nplay_on()"
        ),
    ),
    "answer_among_settings": Attack(
        "sends its answer in frames of a byte, with settings between them",
        midway(
            "for byte in wrap(chosen(turn)):\n"
            "    send(frame(DATA, 0, 1, bytes([byte])), frame(SETTINGS, 0, 0))\n"
            "play_on()"
        ),
    ),
    "join_a_byte_a_second": Attack(
        "joins at a byte a second",
        seated("for byte in HELLO: send(bytes([byte])); time.sleep(1)"),
        ("no_start",),
        "no Join within",
    ),
    "answer_a_byte_a_second": Attack(
        "answers at a byte a second",
        midway(
            "for byte in frame(DATA, 0, 1, wrap(chosen(turn))): send(bytes([byte])); time.sleep(1)"
        ),
        ("timeout",),
    ),
    "closed_window": Attack(
        "lets the referee send nothing from its second question on",
        seated("begin(); join(); turn = wait_turn()\nsend(window(0)); answer(turn)" + _WAIT),
        ("timeout",),
    ),
    "window_never_open": Attack(
        "lets the referee send nothing at all",
        seated("begin(0); join()" + _WAIT),
        ("timeout",),
    ),
}
