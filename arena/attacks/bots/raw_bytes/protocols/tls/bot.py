"""A bot that begins a TLS handshake before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import pour

pour(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(502))
connect()
join()
play_on()
