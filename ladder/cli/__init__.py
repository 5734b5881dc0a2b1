"""The command `ladder`."""

from ladder.cli.app import main

__all__ = ["main"]
