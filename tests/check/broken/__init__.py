"""Broken bots, each in one way, and the step of a check at which each has to be refused."""

from tests.check.broken.bot import BrokenBot
from tests.check.broken.playing import PLAYING
from tests.check.broken.resources import RESOURCES
from tests.check.broken.starting import STARTING

# With it, the first game does not yet do to a bot what the seats are to find out.
SEED = bytes(range(2, 18))
BROKEN: dict[str, BrokenBot] = {**STARTING, **PLAYING, **RESOURCES}
