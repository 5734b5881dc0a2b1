"""6 nimmt!: lays its lowest card, and takes the row with the fewest heads."""

from arena_sdk import Bot, Turn, run


class Lowest(Bot):
    def choose(self, turn: Turn):
        return turn.legal[0]


run(Lowest)
