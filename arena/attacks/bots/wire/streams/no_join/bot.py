"""A bot that opens its stream and never joins."""

from hostile.client import connect, hear

connect()
hear()
