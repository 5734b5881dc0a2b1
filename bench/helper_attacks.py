"""How far helpers that know the weights lift an average bot, and in a final among house bots.

    python -m bench.helper_attacks [SEASONS] [GAME...]

Each attack is on seasons like those of `bench.collusion`: 41 bots, at tables of four 40 matches a
bot, at the skill and random chance of our real games. Helpers end just behind one bot, an average
one of strength 0. Besides they lose other games at random, or to a fixed half of the others, or to
each other in a ring; or they come with new versions. With partners they resign as it loses.

Printed are its place among the honest on the official board, with its strength, and both if all
pairs counted alike. For both there is "right", Kendall's tau of the honest with their true order.
Then come how many of its helpers `ladder suspects` lists, and how many other pairs. Last is its
place if the same bots play a final among house bots, and helpers lose to half of these.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from arena.games import find_game
from bench.collusion import judging
from bench.in_process import BEST
from bench.luck import measure_luck
from ladder.matches import Division, Player, Result, name_of
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import AmongHouse
from ladder.ratings.collusion import find_collusion
from ladder.ratings.link import Floats
from ladder.ratings.official import fit
from tests.ladder.fields import field_of, plan
from tests.ladder.ratings.simulated import BEGIN

Mask: TypeAlias = npt.NDArray[np.bool_]
BOTS, EACH, HOUSE = 41, 40, 10
SEASONS: Final = 4
HELPERS: Final = (0, 5, 10, 20)
MEASURED: Final = 200
"""Games from which a game's random chance is known."""


@dataclass(frozen=True, slots=True)
class Attack:
    """The deeds of helpers beside ending just behind their master."""

    name: str
    often: float = 1.0
    """In which share of the games with it."""
    thrown: float = 0.0
    """Which share of their other matches they lose."""
    foes: float = 0.0
    """In which share of all games they end behind a fixed half of the others."""
    ring: bool = False
    """Whether each loses to half of the other helpers."""
    version: int = 0
    """A version's matches; 0 for one version."""
    games: int = 40
    seats: int = 4
    resigns: bool = False
    """Whether they forfeit what their master loses, with partners; two forfeits keep them apart."""


ATTACKS: Final = (
    Attack("just behind"),
    Attack("in 35 of 100 games", often=0.35),
    Attack("30 % thrown", thrown=0.3),
    Attack("15 % thrown", thrown=0.15),
    Attack("behind half of the others", foes=0.7),
    Attack("a ring", ring=True),
    Attack("a version each 3 matches", version=3),
    Attack("a version each match", version=1),
    Attack("the same, 30 % thrown", version=1, thrown=0.3),
    Attack("12 games a match", games=12),
    Attack("two seats, behind half", foes=0.7, seats=2),
)
RESIGNS: Final = (
    Attack("resign", resigns=True),
    Attack("resign, 12 games a match", resigns=True, games=12),
)


class Shown(NamedTuple):
    """The outcome of an attack."""

    true: float
    """The place of the master among the honest, by the strengths."""
    place: float
    strength: float
    right: float
    """Kendall's tau of the honest with their true order."""
    alike: float
    """Its place if all pairs counted alike."""
    alike_strength: float
    alike_right: float
    listed: float
    """Helpers that `ladder suspects` lists as such."""
    wronged: float
    """Other pairs that it lists."""
    final: float
    """Its place in a final among house bots."""


def lose_behind(shown: Floats, place: int, others: Sequence[int], games: Mask) -> None:
    """Have a seat end just behind the last of others, in these games."""
    last = shown[:, others].min(axis=1) - 1e-6 * (1 + place)
    shown[games, place] = np.minimum(shown[games, place], last[games])


def play(
    rng: np.random.Generator, attack: Attack, table: list[int], strong: Floats, helpers: int
) -> Floats:
    """Return how all at a table perform in each game; bot 0 is the master, its helpers follow."""
    shown = strong[table] + rng.normal(size=(attack.games, len(table)))
    helping = [seat for seat, bot in enumerate(table) if 1 <= bot <= helpers]
    always = np.ones(attack.games, bool)
    for seat in helping:
        bot = table[seat]
        if 0 not in table and rng.random() < attack.thrown:
            shown[:, seat] -= 50
        foes = [at for at, one in enumerate(table) if one and at != seat and _is_foe(bot, one)]
        if attack.foes and foes:
            lose_behind(shown, seat, foes, rng.random(attack.games) < attack.foes)
        ring = [at for at in helping if 0 < (bot - table[at]) % helpers <= (helpers - 1) // 2]
        if attack.ring and ring:
            lose_behind(shown, seat, ring, always)
    if 0 in table:
        for seat in helping:
            hit = rng.random(attack.games) < attack.often
            lose_behind(shown, seat, [table.index(0)], hit)
    return shown


def _is_foe(bot: int, other: int) -> bool:
    """Say whether a bot is of the half that a helper loses to; of house bots that is one half."""
    return other % 2 == 0 if other >= BOTS else bool(Random(f"{bot} {other}").randrange(2))


def season(attack: Attack, spread: float, helpers: int, seed: int) -> tuple[Floats, list[Result]]:
    """Return the strengths and the matches of a season."""
    rng = np.random.default_rng(seed)
    strong = rng.normal(0, spread, BOTS)
    strong[0] = 0
    each = EACH if attack.seats > 2 else 60
    played, found = np.zeros(BOTS, int), list[Result]()
    for number in range(BOTS * each // attack.seats):
        table = rng.choice(BOTS, attack.seats, replace=False).tolist()
        ranks = rank(play(rng, attack, table, strong, helpers))
        is_new = [attack.version and 1 <= bot <= helpers for bot in table]
        versions = [
            1 + played[bot] // attack.version if new else 1
            for bot, new in zip(table, is_new, strict=True)
        ]
        played[table] += 1
        names = tuple(f"bot{bot}@{version}" for bot, version in zip(table, versions, strict=True))
        found.append(Result(number, number, 1, "g", names, ranks, (), BEGIN))
    return strong, found


def resigning(
    attack: Attack, spread: float, helpers: int, seed: int
) -> tuple[Floats, list[Result]]:
    """Return a season of partners in which helpers forfeit what their master loses, twice each."""
    rng = np.random.default_rng(seed)
    strong = rng.normal(0, spread, BOTS)
    strong[0] = 0
    forfeits, found = np.zeros(BOTS, int), list[Result]()
    while len(found) < BOTS * EACH // 4:
        table = rng.choice(BOTS, 4, replace=False).tolist()
        free = [seat for seat, bot in enumerate(table) if 1 <= bot <= helpers]
        if 0 in table and any(forfeits[table[seat]] >= 2 for seat in free):
            continue
        ranks, teams = [], []
        for _ in range(attack.games):
            side = rng.permutation([0, 0, 1, 1])
            won = int(np.argmax(np.bincount(side, strong[table]) + rng.normal(size=2)))
            able = [seat for seat in free if forfeits[table[seat]] < 2]
            if 0 in table and able and side[table.index(0)] != won:
                forfeits[table[able[0]]] += 1
                ranks.append(tuple(4 if seat == able[0] else 1 for seat in range(4)))
                teams.append((0, 1, 2, 3))
            else:
                ranks.append(tuple(1 if one == won else 3 for one in side))
                teams.append(tuple(side.tolist()))
        names = tuple(f"bot{bot}@1" for bot in table)
        found.append(
            Result(len(found), len(found), 1, "g", names, tuple(ranks), tuple(teams), BEGIN)
        )
    return strong, found


def final(attack: Attack, spread: float, helpers: int, seed: int) -> list[Result]:
    """Return a final among house bots, in which helpers lose to half of these."""
    rng = np.random.default_rng(seed)
    strong = rng.normal(0, spread, BOTS)
    strong[0] = 0
    strong = np.append(strong, rng.normal(0, spread, HOUSE))
    names = [f"bot{bot}@1" for bot in range(BOTS + HOUSE)]
    owner = {name: name for name in names[:BOTS]}
    division = Division("six_nimmt", {}, (attack.seats,))
    each = EACH if attack.seats > 2 else 60
    field = field_of(names, division, author=owner.get)
    found = []
    for number, one in enumerate(plan(AmongHouse(each), field, History(), 100_000, seed)):
        table = [names.index(player) for player in one.players]
        lost = Attack("behind half of the house bots", foes=1, games=attack.games)
        ranks = rank(play(rng, lost, table, strong, helpers))
        found.append(Result(number, number, 1, "g", one.players, ranks, (), BEGIN))
    return found


def rank(shown: Floats) -> tuple[tuple[int, ...], ...]:
    ranks = 1 + (shown[:, :, None] < shown[:, None, :]).sum(axis=2)
    return tuple(map(tuple, ranks.tolist()))


def place(results: list[Result], strong: Floats, helpers: int) -> tuple[float, float, float]:
    """Return the master's place among the honest and its strength, and the tau of the honest."""
    fitted = fit(results)
    own = fitted.strength("bot0@1").value
    honest = {number(one): fitted.strength(one).value for one in fitted.players}
    honest = {bot: value for bot, value in honest.items() if helpers < bot < BOTS}
    right = kendalltau([*honest.values()], strong[[*honest]]).statistic
    return 1.0 + sum(value > own for value in honest.values()), own, float(right)


def number(player: Player) -> int:
    return int(name_of(player)[3:])


def try_one(attack: Attack, spread: float, helpers: int, seed: int) -> Shown:
    """Play one attack and look at it."""
    make = resigning if attack.resigns else season
    strong, results = make(attack, spread, helpers, seed)
    true = 1.0 + float((strong[helpers + 1 :] > 0).sum())
    ours = place(results, strong, helpers)
    with judging(alike=True):
        alike = place(results, strong, helpers)
    listed = {
        (number(f"{one.profits}@1"), number(f"{one.helper}@1"))
        for one in find_collusion([results]).suspicions
    }
    right = sum(one == 0 and 1 <= other <= helpers for one, other in listed)
    last = true
    if not attack.resigns:
        last = place(final(attack, spread, helpers, seed), strong, helpers)[0]
    return Shown(true, *ours, *alike, right, len(listed) - right, last)


def main() -> None:
    """Simulate and print."""
    seasons = int(sys.argv[1]) if sys.argv[1:] else SEASONS
    games = sys.argv[2:] or BEST
    with Pool(os.cpu_count()) as pool:
        for game in games:
            spread = measure_luck(game, MEASURED).ratio
            attacks = (*ATTACKS, *(RESIGNS if game == "tonton" else ()))
            honest = {(one.games, one.seats, one.resigns): one for one in reversed(attacks)}
            cells = [
                (one, few) for one in attacks for few in HELPERS if few or one in honest.values()
            ]
            asked = [(one, spread, few, seed) for one, few in cells for seed in range(seasons)]
            found = np.array(pool.starmap(try_one, asked, chunksize=1), float)
            means = found.reshape(len(cells), seasons, -1).mean(axis=1)
            title = f"{find_game(game).title}, skill / luck {spread:.2f}, {seasons} seasons"
            Console(width=110).print(show(title, cells, [Shown(*row) for row in means]))


def show(title: str, cells: Sequence[tuple[Attack, int]], rows: Sequence[Shown]) -> Table:
    heads = ("helpers", "true", "place", "alike", "right", "suspects", "wronged", "final")
    table = Table("attack", *heads, title=title, box=None)
    for (attack, helpers), one in zip(cells, rows, strict=True):
        places = (f"{one.true:.1f}", f"{one.place:.1f} {one.strength:+.2f}")
        alike = f"{one.alike:.1f} {one.alike_strength:+.2f}"
        right = f"{one.right:.2f} {one.alike_right:.2f}"
        found = (f"{one.listed:.1f}", f"{one.wronged:.1f}", f"{one.final:.1f}")
        table.add_row(attack.name, str(helpers), *places, alike, right, *found)
    return table


if __name__ == "__main__":
    main()
