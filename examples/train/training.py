"""A training: a policy that learns one game by self-play, what is kept of it, and its bot."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Final
from zipfile import BadZipFile

import numpy as np
from arena_sdk import load
from arena_sdk.testing import play_game

from arena.bots.samples import SAMPLES, samples_for
from arena.errors import UserError
from arena.rl import VectorEnv
from examples.train.network import Adam, make_parameters
from examples.train.ppo import improve
from examples.train.self_play import play

GAMES: Final = 128
RATE: Final = 1e-3
SOURCES: Final = Path(__file__).with_name("bot")
# What the bot needs of the parameters: it chooses, and expects nothing.
POLICY: Final = ("w1", "b1", "w2", "b2", "policy", "policy_b")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learnt: the same lesson has the same weights after as many updates."""

    game: str
    seats: int
    seed: int


class Training:
    """A policy, how far it has come, and its folder.

    In the folder are `bot`, which can be played and handed in, and `training.npz`, which is written
    after every update: whatever ends this program, the next one goes on from there.
    """

    def __init__(self, lesson: Lesson, folder: Path) -> None:
        """Go on with what is in the folder. UserError if that is another lesson."""
        self.lesson = lesson
        self.folder = folder
        self.updates = 0
        self.curve: list[tuple[int, float]] = []
        """After this many updates, the mean reward by rank against heuristic bots."""
        self._env = VectorEnv(lesson.game, lesson.seats, games=GAMES, reward="score")
        settings = self._env.settings
        rng = np.random.default_rng(lesson.seed)
        self.parameters = make_parameters(settings.observation_size, settings.action_count, rng)
        self._adam = Adam(self.parameters)
        if self._file.exists():
            self._load()

    @property
    def opponent(self) -> str:
        """Return the name of the sample bot that is to be beaten."""
        return samples_for(self.lesson.game)[0]

    @property
    def bot(self) -> Path:
        return self.folder / "bot"

    def update(self, updates: int) -> None:
        """Play games, learn from them, and keep that.

        The rate of learning falls to nothing at the last of all `updates`.
        """
        # A generator of its own for every update, so one that was stopped is made again as it was.
        rng = np.random.default_rng([self.lesson.seed, self.updates])
        experience = play(self._env, self.parameters, rng)
        rate = RATE * (1 - self.updates / updates)
        improve(self.parameters, self._adam, experience, rate, rng)
        self.updates += 1
        self._save()

    def measure(self, games: int) -> list[float]:
        """Write the bot, and play it against the heuristic ones, from every seat in turn.

        Return its rewards by game: 1 for the first to -1 for the last; equals have a mean of 0.
        """
        self.export()
        taught, seats = load(self.bot / "bot.py"), self.lesson.seats
        others = [load(SAMPLES / self.opponent / "bot.py") for _ in range(seats - 1)]
        rewards = []
        for number in range(games):
            seat = number % seats
            bots = [*others[:seat], taught, *others[seat:]]
            ranks = play_game(self.lesson.game, bots, seed=number).ranks
            behind = [(rank > ranks[seat]) - (rank < ranks[seat]) for rank in ranks]
            rewards.append(sum(behind) / (seats - 1))
        self.curve.append((self.updates, fmean(rewards)))
        self._save()
        return rewards

    def export(self) -> None:
        """Write the bot: its program, and weights as 16-bit floats."""
        self.bot.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCES / "bot.py", self.bot)
        manifest = (SOURCES / "bot.toml").read_text(encoding="utf-8")
        (self.bot / "bot.toml").write_text(
            manifest.replace("GAME", self.lesson.game), encoding="utf-8"
        )
        weights = {name: self.parameters[name].astype(np.float16) for name in POLICY}
        np.savez_compressed(self.bot / "weights.npz", allow_pickle=False, **weights)

    @property
    def _file(self) -> Path:
        return self.folder / "training.npz"

    def _save(self) -> None:
        """Write all that the next update depends on, in one piece or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self._file.with_suffix(".part")
        kept = {"parameters": self.parameters, "means": self._adam.means}
        kept["squares"] = self._adam.squares
        with part.open("wb") as file:
            np.savez(
                file,
                allow_pickle=False,
                lesson=json.dumps(asdict(self.lesson)),
                steps=[self.updates, self._adam.steps],
                curve=np.array(self.curve).reshape(-1, 2),
                **{f"{kind} {name}": one for kind in kept for name, one in kept[kind].items()},
            )
        part.replace(self._file)

    def _load(self) -> None:
        try:
            with np.load(self._file) as saved:
                lesson = Lesson(**json.loads(str(saved["lesson"])))
                self.updates, self._adam.steps = map(int, saved["steps"])
                self.curve = [(int(updates), float(reward)) for updates, reward in saved["curve"]]
                for name in self.parameters:
                    self.parameters[name] = saved[f"parameters {name}"]
                    self._adam.means[name] = saved[f"means {name}"]
                    self._adam.squares[name] = saved[f"squares {name}"]
        except (BadZipFile, EOFError, KeyError, OSError, TypeError, ValueError) as error:
            raise UserError(
                f"{self._file} is not what a training keeps ({error}); another --out is right."
            ) from error
        if lesson != self.lesson:
            raise UserError(
                f"In {self.folder} is the training of {lesson.game} with {lesson.seats} seats and"
                f" seed {lesson.seed}; to go on takes the same, and to begin another --out."
            )
