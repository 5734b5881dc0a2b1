"""Attacks beside the doctor's: further ways to the same walls, for the real tier and for nights."""

from pathlib import Path
from typing import Final

from arena.attacks.attack import ATTACKS, Attack, read_attacks

MORE_BOTS: Final = Path(__file__).parent / "bots"
MORE: Final[dict[str, Attack]] = read_attacks(MORE_BOTS)
EVERY: Final = ATTACKS | MORE
