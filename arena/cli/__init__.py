"""The command `arena`. A thin skin: what it does is in the other rooms."""

from arena.cli.app import app as main

__all__ = ["main"]
