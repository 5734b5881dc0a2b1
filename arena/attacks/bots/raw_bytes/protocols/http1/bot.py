"""A bot that speaks HTTP/1 before it plays."""

from hostile.client import METHOD, connect, join, play_on
from hostile.frames import pour

pour(b"GET / HTTP/1.1\r\nHost: bot\r\n\r\n")
pour(b"POST " + METHOD.encode() + b" HTTP/1.1\r\nUpgrade: h2c\r\n\r\n")
pour(b"GET / HTTP/1.1\r\n", b"X-Y: z\r\n" * 100_000)
connect()
join()
play_on()
