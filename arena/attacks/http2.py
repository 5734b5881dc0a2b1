"""A few lines of HTTP/2 for attacks that write their own bytes on the socket."""

from typing import Final

from arena.attacks.attack import client

# `send` and `receive` on a connection that has been cut never return: the bot runs on, and all that
# is known of its end is that of the stream. `play_on` is from here on that of our own connection.
_FRAMES: Final = """\
def frame(kind, flags=0, stream=1, payload=b""):
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
    return head + stream.to_bytes(4, "big") + payload

DATA, HEADERS, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
ACK, END_STREAM, END_HEADERS = 1, 1, 4
HELLO = b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(SETTINGS, 0, 0)

def field(name, value):
    return b"\\0" + bytes([len(name)]) + name + bytes([len(value)]) + value

def request(path=METHOD.encode(), method=b"POST", kind=b"application/grpc"):
    return (field(b":method", method) + field(b":scheme", b"http") + field(b":path", path)
        + field(b":authority", b"bot") + field(b"te", b"trailers") + field(b"content-type", kind))

def wrap(payload, compressed=0):
    return bytes([compressed]) + len(payload).to_bytes(4, "big") + payload

def dial():
    port = socket.socket(socket.AF_UNIX)
    port.settimeout(2)
    port.connect(PATH)
    return port

def pour(*pieces):
    # On a connection of its own, which may be cut: that is its affair.
    port = dial()
    port.settimeout(0.5)
    try:
        for piece in pieces:
            port.sendall(piece)
        port.settimeout(0.1)
        while port.recv(65536):
            pass
    except OSError:
        pass

"""
_SEAT: Final = """\
def send(*pieces):
    try:
        for piece in pieces:
            port.sendall(piece)
    except OSError:
        time.sleep(60)

def receive(size):
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

def chosen(turn):
    return pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[0])).SerializeToString()

def say(message):
    if not isinstance(message, bytes):
        message = message.SerializeToString()
    send(frame(DATA, 0, 1, wrap(message)))

def window(size):
    # How much the referee may send on a stream.
    return frame(SETTINGS, 0, 0, b"\\0\\4" + size.to_bytes(4, "big"))

def begin(size=2**31 - 1):
    send(HELLO, window(size), frame(WINDOW, 0, 0, (2**30).to_bytes(4, "big")))
    send(frame(HEADERS, END_HEADERS, 1, request()))

port, kept, messages = dial(), b"", b""
"""
MIDDLE: Final = "begin(); join(); answer(wait_turn())\nturn = wait_turn()\n"


def elsewhere(body: str) -> str:
    """Return a client that does this first, on other connections, and then plays."""
    return client(_FRAMES + body + "\nconnect(); join(); play_on()")


def seated(body: str) -> str:
    """Return a client that does this on its own connection, from the start."""
    return client(_FRAMES + _SEAT + body)


def midway(body: str) -> str:
    """Return a client that does this on its own connection at its second question."""
    return seated(MIDDLE + body)
