"""A bot that asks for odd paths, in other methods and for other contents."""

from hostile.client import connect, join, play_on
from hostile.frames import END_HEADERS, HEADERS, HELLO, field, frame, pour, request

for odd in (
    request(b""),
    request(b"arena"),
    request(method=b"GET"),
    b"",
    b"\xff" * 50,
    request(b"/a/b", kind=b"text/html"),
    field(b"\xff", b"\0"),
):
    pour(HELLO, frame(HEADERS, END_HEADERS, 1, odd))
connect()
join()
play_on()
