"""One HTTP/2 connection of the bot's own, dialled when this is imported.

`send` and `receive` on a connection that has been cut never return: the bot runs on, and all that
is known of its end is that of the stream.
"""

import time

from hostile import client
from hostile.client import choose, pb
from hostile.frames import (
    ACK,
    DATA,
    END_HEADERS,
    HEADERS,
    HELLO,
    PING,
    SETTINGS,
    WINDOW,
    dial,
    frame,
    request,
    wrap,
)

port, kept, messages = dial(), b"", b""


def send(*pieces):
    try:
        for piece in pieces:
            port.sendall(piece)
    except OSError:
        time.sleep(60)


def receive(size):
    """Wait for this many bytes."""
    global kept
    while len(kept) < size:
        try:
            got = port.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            got = b""
        if not got:
            time.sleep(60)
        kept += got
    taken, kept = kept[:size], kept[size:]
    return taken


def hear():
    global messages
    while len(messages) < 5 or len(messages) < 5 + int.from_bytes(messages[1:5], "big"):
        head = receive(9)
        payload = receive(int.from_bytes(head[:3], "big"))
        if head[3] == DATA:
            messages += payload
        elif head[3] in (SETTINGS, PING) and not head[4] & ACK:
            send(frame(head[3], ACK, 0, payload if head[3] == PING else b""))
    size = 5 + int.from_bytes(messages[1:5], "big")
    message, messages = messages[5:size], messages[size:]
    return pb.RefereeMessage.FromString(message)


def say(message):
    if not isinstance(message, bytes):
        message = message.SerializeToString()
    send(frame(DATA, 0, 1, wrap(message)))


# So `join`, `answer`, `wait_turn` and `play_on` are from here on those of this connection.
client.say, client.hear = say, hear


def chosen(turn):
    """Return the bytes of the Choice of the first legal move."""
    return choose(turn).SerializeToString()


def window(size):
    """Say how much the referee may send on a stream."""
    return frame(SETTINGS, 0, 0, b"\0\4" + size.to_bytes(4, "big"))


def begin(size=2**31 - 1):
    """Open the connection and the stream."""
    send(HELLO, window(size), frame(WINDOW, 0, 0, (2**30).to_bytes(4, "big")))
    send(frame(HEADERS, END_HEADERS, 1, request()))
