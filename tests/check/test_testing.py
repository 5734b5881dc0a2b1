"""What an author's own test plays under the real referee."""

from pathlib import Path

from arena.check.testing import play_under_referee
from tests.bots.writing import write_bot

ASKING = """
from arena_sdk import Bot, run
class Asking(Bot):
    def start(self, start):
        assert dict(start.options)["rounds"] == "1"
        assert self.parameters == {"depth": 2}
    def choose(self, turn):
        return turn.legal[0]
run(Asking)
"""


def test_a_bot_is_told_its_parameters_and_the_options_of_the_game(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "asking", ASKING, 'name = "asking"\n[parameters]\ndepth = 2\n')
    game = play_under_referee(folder, "six_nimmt", options={"rounds": "1"})
    assert not game.forfeits
