"""Every attack costs its own seat what it has to, and nobody else anything."""

from pathlib import Path

import pytest

from arena.attacks import ATTACKS
from arena.attacks.trial import SEATS, try_attack
from arena.games import game_names

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image")]

CASES = [
    (name, game, (number + turn) % SEATS)
    for number, (name, attack) in enumerate(ATTACKS.items())
    for turn, game in enumerate(attack.games or game_names())
]


@pytest.mark.parametrize(("name", "game", "seat"), CASES)
def test_the_seat_that_attacks_pays_and_nobody_else(
    name: str, game: str, seat: int, tmp_path: Path
) -> None:
    trial = try_attack(ATTACKS[name], tmp_path / "attacker", game, seat, "container")
    assert trial.complaints() == []
