"""A bot that reads what is not there."""

import ctypes


def attack(turn):
    ctypes.string_at(0)
