"""The example that learns: what it learns from is right, and a stopped training is no other one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from arena.bots.finding import BotSource
from arena.check.check import run_check
from arena.rl import VectorEnv
from arena.runner.host import Host
from examples.train import __main__ as program
from examples.train import self_play, training
from examples.train.network import Forward, Parameters, make_parameters
from examples.train.ppo import CLIP, ENTROPY_WEIGHT, VALUE_WEIGHT, loss_gradients
from examples.train.self_play import Experience
from examples.train.training import Lesson, Training

LESSON = Lesson("tonton", seats=4, seed=3)


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(program.main, ["tonton", "--seed=3", f"--out={folder}", *words])


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    """Have a training go through all that it does, with too few games to learn much."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "GAMES", 8)
        patch.setattr(program, "GLANCE", 1)
        patch.setattr(program, "LAST_LOOK", 4)
        yield


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of two updates."""
    folder = tmp_path_factory.mktemp("taught")
    done = run(folder, "--updates=2")
    assert done.exit_code == 0, done.output
    assert "2 updates" in done.output
    assert f"arena play tonton {folder / 'bot'} juggler juggler juggler" in done.output
    return folder


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(
    taught: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        stopping = Training(LESSON, tmp_path)
        stopping.update(2)
    stopping.export()
    stopped, whole = (np.load(folder / "bot" / "weights.npz") for folder in (tmp_path, taught))
    assert {*stopped} == {*whole}
    assert all(np.array_equal(stopped[name], whole[name]) for name in stopped)


@pytest.mark.usefixtures("processes")
def test_the_bot_passes_the_check_and_is_small(taught: Path, tmp_path: Path) -> None:
    report = run_check(BotSource(taught / "bot"), Host("process"), records=tmp_path)
    assert report.failed is None, report.failed
    assert sum(path.stat().st_size for path in (taught / "bot").iterdir()) < 200_000
    assert (taught / "curve.png").stat().st_size > 0


def test_a_folder_is_of_one_lesson_and_keeps_what_is_no_training(
    taught: Path, tmp_path: Path
) -> None:
    other = run(taught, "--seats=3")
    assert other.exit_code == 2
    assert "tonton with 4 seats and seed 3" in other.output
    (tmp_path / "training.npz").write_bytes(b"mine")
    assert run(tmp_path).exit_code == 2
    assert (tmp_path / "training.npz").read_bytes() == b"mine"


def test_every_decision_is_judged_by_how_its_own_seat_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(self_play, "TRACE", 1.0)  # so no value that was expected is left in it
    rng = np.random.default_rng(1)
    env = VectorEnv("tonton", 4, games=2, reward="score")
    parameters = make_parameters(env.settings.observation_size, env.settings.action_count, rng)
    parameters["value"] += np.float32(1)
    experience = self_play.play(env, parameters, rng)
    assert (experience.masks.sum(axis=1) > 1).all()
    assert experience.masks[np.arange(len(experience.actions)), experience.actions].all()
    assert np.unique((experience.returns - experience.advantages).round(3)).size > 8
    ends = np.unique(experience.returns.round(3))
    assert 1 < ends.size <= 2 * 4
    assert np.abs(ends).max() > 0.1


def test_the_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    # Of 64-bit floats, so that small differences can be seen.
    parameters: dict[str, Any] = {
        name: array + 0.1 * rng.standard_normal(array.shape)
        for name, array in make_parameters(5, 4, rng).items()
    }
    masks = np.array([[1, 1, 1, 0], [1, 1, 0, 0], [0, 1, 1, 1]] * 4, np.int8)
    features: Any = rng.standard_normal((12, 5))
    actions = masks.argmax(axis=1)
    seen = Forward(parameters, features, masks)
    # Some have moved so far since they were chosen that they are to be held.
    before: Any = seen.log_chances[np.arange(12), actions] + 0.3 * rng.standard_normal(12)
    advantages: Any = rng.standard_normal(12)
    part = Experience(features, masks, actions, before, advantages, -advantages)
    found = loss_gradients(parameters, part)
    for name, array in parameters.items():
        way = rng.standard_normal(array.shape)
        ahead, behind = (
            loss({**parameters, name: array + step * way}, part) for step in (1e-6, -1e-6)
        )
        assert (found[name] * way).sum() == pytest.approx((ahead - behind) / 2e-6, rel=1e-4), name


def loss(parameters: Parameters, part: Experience) -> float:
    """Return PPO's loss as the paper has it, equation 9."""
    seen = Forward(parameters, part.features, part.masks)
    ratios = np.exp(seen.log_chances[np.arange(12), part.actions] - part.log_chances)
    advantages = (part.advantages - part.advantages.mean()) / part.advantages.std()
    surrogate = np.minimum(ratios * advantages, ratios.clip(1 - CLIP, 1 + CLIP) * advantages)
    entropy = -(np.exp(seen.log_chances) * np.where(part.masks, seen.log_chances, 0)).sum(axis=1)
    errors = (seen.values - part.returns) ** 2 / 2
    return float((VALUE_WEIGHT * errors - surrogate - ENTROPY_WEIGHT * entropy).mean())
