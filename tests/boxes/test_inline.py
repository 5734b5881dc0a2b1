"""Bots in the referee's own process: each as if it were alone, and seen by its author."""

from pathlib import Path

from tests.boxes.containers import play, write_bot

SAYING = """
from arena_sdk import Bot, run
import strategy
class Saying(Bot):
    def choose(self, turn):
        raise RuntimeError(strategy.SAYS)
run(Saying)
"""


def test_bots_with_helpers_of_one_name_have_their_own(tmp_path: Path) -> None:
    folders = [write_bot(tmp_path / says, SAYING) for says in ("one", "two")]
    for folder in folders:
        (folder / "strategy.py").write_text(f"SAYS = '{folder.name}'")
    game = play(*folders, box="inline")
    assert {forfeit.seat: forfeit.detail for forfeit in game.forfeits} == {
        0: "the bot raised RuntimeError: one",
        1: "the bot raised RuntimeError: two",
    }
