"""Against whom the overall board measures everybody: a field that copies do not move.

A share of the games against a random other of the board is moved by anyone who hands in the same
bot again: sixty copies of a weak one make all others alike (Balduzzi and others, Re-evaluating
evaluation, 2018). So it is measured against the organiser's own bots, which nobody else can hand
in. Without a bot of the organiser, one bot of each author stands for that author, the one that came
in first; then an author's copies change nothing, and only new authors do.
"""

from collections.abc import Collection, Mapping

from ladder.matches import Player


def reference_field(
    settled: Collection[Player], authors: Mapping[Player, str | None]
) -> list[Player]:
    """Return the field of a game; of players that are not settled in it there is none in it.

    `authors` has all that may be in a field, in the order in which they came in, each with its
    author; None for the organiser.
    """
    theirs = [player for player in authors if player in settled]
    baselines = [player for player in theirs if authors[player] is None]
    firsts = {authors[player]: player for player in reversed(theirs)}
    return sorted(baselines or firsts.values())
