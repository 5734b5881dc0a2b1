"""TonTon for a search: look to the end of this game of the three, and win as a team."""

from collections.abc import Sequence

from arena_sdk.search import Playout
from arena_sdk.tonton import State


class TonTonPlayout(Playout):
    def stops(self, state: State, root: State) -> bool:
        return len(state.results) > len(root.results)

    def value(self, state: State) -> Sequence[float]:
        if not state.options.teams:
            return super().value(state)
        totals = state.totals
        lead = totals[0] + totals[2] - totals[1] - totals[3]
        return [lead, -lead, lead, -lead]
