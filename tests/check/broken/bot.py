"""What a broken bot is."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

WALLS = ("container",)
TOML = 'name = "broken"\ngames = ["{game}"]\n'


@dataclass(frozen=True)
class BrokenBot:
    """A bot's files, the step that refuses it, and what has to be said of it there."""

    step: str
    says: str
    source: str | None = None
    toml: str | None = TOML.format(game="six_nimmt")
    boxes: Collection[str] = ("process", "container")
    """Those in which it is refused there: only walls show what only they forbid."""

    def write(self, folder: Path) -> Path:
        folder.mkdir()
        if self.toml is not None:
            (folder / "bot.toml").write_text(self.toml)
        if self.source is not None:
            (folder / "bot.py").write_text(self.source)
        return folder


def playing(game: str) -> str:
    """Return the bot.toml of a bot that plays one game."""
    return TOML.format(game=game)


def doing(body: str, before: str = "") -> str:
    """Return a bot that does this when it is asked, and then plays its first legal move."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return (
        f"import time\nfrom arena_sdk import Bot, run\n{before}\n"
        "class Broken(Bot):\n"
        "    games = asked = 0\n"
        "    def start(self, start):\n"
        "        self.began, self.games, self.asked = start, self.games + 1, 0\n"
        "    def choose(self, turn):\n"
        f"        self.asked += 1\n{lines}"
        "        return turn.legal[0]\n"
        "run(Broken)\n"
    )
