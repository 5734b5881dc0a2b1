"""A bot that makes sockets of every family but AF_UNIX."""

from hostile.doors import call


def tries():
    for family in (0, *range(2, 64), 1 << 32 | 1, 1 << 32 | 16, -1):
        for kind in (1, 2, 3, 5):
            call(f"socket family {family} kind {kind}", 41, family, kind, 0)
            call(f"socketpair family {family} kind {kind}", 53, family, kind, 0, bytes(8))
