"""A few lines of HTTP/2, for attacks that write their own bytes on connections of their own."""

import socket

from hostile.client import METHOD, PATH

DATA, HEADERS, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
ACK, END_STREAM, END_HEADERS = 1, 1, 4
PLAY = METHOD.encode()


def frame(kind, flags=0, stream=1, payload=b""):
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
    return head + stream.to_bytes(4, "big") + payload


HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)


def field(name, value):
    """Return a field of a header, without compression."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def request(path=PLAY, method=b"POST", kind=b"application/grpc"):
    """Return the header of a call."""
    return (
        field(b":method", method)
        + field(b":scheme", b"http")
        + field(b":path", path)
        + field(b":authority", b"bot")
        + field(b"te", b"trailers")
        + field(b"content-type", kind)
    )


def wrap(payload, compressed=0):
    """Return a message as gRPC frames it."""
    return bytes([compressed]) + len(payload).to_bytes(4, "big") + payload


def dial():
    port = socket.socket(socket.AF_UNIX)
    port.settimeout(2)
    port.connect(PATH)
    return port


def pour(*pieces):
    """Send these on a connection of its own, which may be cut: that is its affair."""
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
