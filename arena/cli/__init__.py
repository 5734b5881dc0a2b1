"""The command `arena`. A thin skin: what it does is in the other rooms."""

from arena.cli.app import main

__all__ = ["main"]
