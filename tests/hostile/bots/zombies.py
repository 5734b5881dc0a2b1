"""A bot that has children that have ended and that it does not wait for."""

from hostile.attacker import child, refused


def attack(turn):
    refused(200, lambda _: child(lambda: None), "200 children that have ended")
