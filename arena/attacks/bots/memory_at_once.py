"""A bot that takes half a gigabyte at once."""


def attack(turn):
    bytearray(512 * 1024**2)
