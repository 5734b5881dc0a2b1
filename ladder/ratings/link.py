"""How likely one comes in front of another, by how far their strengths are apart.

The log-odds are d + tails * CUBIC * d**3 for strengths that are d apart. With tails = 0 that is the
model of Bradley and Terry (1952), true where luck is Gumbel's. With tails = 1 it is that of
Thurstone (1927, case V), true where luck is Gaussian, to .0002 (the cubic is that of Bowling,
Khasawneh, Kaewkuekool and Cho 2009, in the unit of a logit between equals). Between equals both
are the same. Far apart a Gaussian has shorter tails: 3 logits are 95.3 and 97.0 of 100. Which it is
the games of a ladder tell best themselves, so `tails` is estimated with the strengths.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

CUBIC: Final = 0.070566 / 1.5976**3


def log_odds(apart: Floats, tails: float) -> Floats:
    """Return the log-odds to come in front of one whose strength is so much less."""
    return apart + tails * by_tails(apart)


def by_strength(apart: Floats, tails: float) -> Floats:
    """Return the derivative of the log-odds by the strength."""
    return 1 + 3 * tails * CUBIC * apart**2


def by_tails(apart: Floats) -> Floats:
    """Return the derivative of the log-odds by `tails`."""
    return np.asarray(CUBIC * apart**3)
