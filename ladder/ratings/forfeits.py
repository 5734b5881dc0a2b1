"""The strength of a bot that forfeits games with partners.

If one forfeits, its partners and opponents cannot show their strength, so such a game says nothing
of them. It is no part of the fit of all strengths either: its partners' strengths are measured
beside the bot's play when it plays. Once all are fitted, a bot that has forfeited gets the
strength that fits all its own games best: those that it played, and those in which it came behind
each one that did not forfeit. Everybody else's stay as they are.
"""

from typing import Any, Final

import numpy as np
import scipy

from ladder.matches import Player
from ladder.ratings.comparisons import Counts
from ladder.ratings.link import Floats, by_strength, log_odds

_STEPS: Final = 100
# In logits: more than strengths are ever apart.
_FARTHEST: Final = 64.0


def charge_forfeits(
    counts: Counts,
    weights: Floats,
    members: Any,
    strengths: Floats,
    *,
    players: tuple[Player, ...],
    tails: float,
    prior: float,
) -> Floats:
    """Return the strengths, less by what forfeits cost those who have any.

    `weights` say how much a game of each row of the counts counts. `members` has a row for each
    team and a column for each of `players`. `prior` is the deviation of a strength.
    """
    charged = strengths.copy()
    if not counts.forfeits:
        return charged
    index = {player: number for number, player in enumerate(players)}
    failed = sorted({index[forfeit.player] for forfeit, _ in counts.forfeits})
    teams = members @ strengths
    played = (members[counts.one] - members[counts.other])[:, failed].tocoo()
    row = played.row
    lost = np.array(
        [
            (failed.index(index[one.player]), strengths[index[one.other]], 3 / (one.seats + 1), n)
            for one, n in counts.forfeits
        ]
    )
    who = np.append(played.col, lost[:, 0].astype(np.int64))
    sign = np.append(played.data, np.ones(len(lost)))
    own = strengths[failed]
    apart = np.append(
        (teams[counts.one] - teams[counts.other])[row], own[who[len(row) :]] - lost[:, 1]
    )
    games = np.append((weights * counts.games)[row], lost[:, 2] * lost[:, 3])
    points = np.append((weights * counts.halves / 2)[row], np.zeros(len(lost)))
    less = np.zeros(len(failed))
    for turn in range(2 * _STEPS):
        now = apart + sign * less[who]
        chances, steep = scipy.special.expit(log_odds(now, tails)), by_strength(now, tails)
        slope = np.bincount(who, sign * steep * (points - games * chances))
        curve = np.bincount(who, steep**2 * games * chances * (1 - chances)) + 1 / prior**2
        step = np.clip((slope - (own + less) / prior**2) / curve, -1, 1)
        if turn >= _STEPS:
            # Steps that go to and fro still say on which side the best is.
            step = _FARTHEST * 0.5 ** (turn - _STEPS) * np.sign(step)
        less += step
        if np.abs(step).max() < 1e-9:
            charged[failed] += less
            return charged
    raise ArithmeticError("the forfeits' fit did not converge")
