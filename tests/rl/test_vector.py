"""Many games at once are the same games as one at a time."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.rl import Episode, VectorEnv
from arena.rl.episode import TERMINAL


def any_actions(masks: NDArray[np.int8], rng: Random) -> list[int]:
    return [rng.choice(np.flatnonzero(mask).tolist()) for mask in masks]


@pytest.mark.parametrize("name", game_names())
def test_a_vector_plays_the_games_that_episodes_play(name: str) -> None:
    options = find_game(name).short
    vector = VectorEnv(name, games=3, options=options)
    batch = vector.reset(seed=5)
    rng, choices = Random(5), Random(6)
    episodes = [Episode(vector.settings, rng) for _ in range(3)]
    ended = 0
    while ended < 6:
        for number, episode in enumerate(episodes):
            assert batch.seats[number] == episode.current_player()
            assert batch.observations[number].tolist() == episode.observation_tensor().tolist()
            legal = sorted(episode.legal_actions())
            assert np.flatnonzero(batch.action_masks[number]).tolist() == legal
        actions = any_actions(batch.action_masks, choices)
        batch = vector.step(np.array(actions))
        for number, action in enumerate(actions):
            episodes[number].apply_action(action)
            rewards = episodes[number].returns()
            assert batch.ended[number] == episodes[number].is_terminal()
            assert batch.rewards[number].tolist() == pytest.approx(rewards)
            if episodes[number].is_terminal():
                ended += 1
                episodes[number] = Episode(vector.settings, rng)


def test_a_clone_goes_on_by_itself_in_the_middle_of_a_move() -> None:
    episode = Episode(VectorEnv("big_fish", 2).settings, Random(1))
    while len(episode.legal_actions()) < 2:
        episode.apply_action(episode.legal_actions()[0])
    episode.apply_action(episode.legal_actions()[0])
    clone = episode.clone()
    before = episode.observation_tensor()
    assert clone.observation_tensor() == before
    assert list(clone.legal_actions()) == list(episode.legal_actions())
    while not clone.is_terminal():
        clone.apply_action(clone.legal_actions()[-1])
    assert clone.current_player() == TERMINAL
    assert episode.observation_tensor() == before
    assert episode.returns() == [0, 0]
    with pytest.raises(UserError, match="game is over"):
        clone.apply_action(0)


@pytest.mark.parametrize("name", game_names())
def test_an_action_may_be_a_number_of_numpys(name: str) -> None:
    """What a policy chooses by `argmax` is one; compiled code tells it from an `int`."""
    settings = VectorEnv(name, 4).settings
    one, other = (Episode(settings, Random(1)) for _ in range(2))
    while not one.is_terminal():
        action = one.legal_actions()[-1]
        one.apply_action(action)
        other.apply_action(np.int64(action))  # type: ignore[arg-type]  # as policies do
    assert other.returns() == one.returns()
    nothing = Episode(settings, Random(1))
    with pytest.raises(UserError, match="is not possible; possible is"):
        nothing.apply_action("a")  # type: ignore[arg-type]  # as a mistake


def test_an_action_of_another_seat_is_refused() -> None:
    episode = Episode(VectorEnv("tonton", 3).settings, Random(1))
    other = (episode.current_player() + 1) % 3
    with pytest.raises(UserError, match=f"Seat {other} is not to act"):
        episode.apply_action(0, other)


def test_one_wrong_action_is_refused_by_name_and_no_game_goes_on() -> None:
    vector = VectorEnv("six_nimmt", 2, games=2)
    batch = vector.reset(seed=1)
    before = batch.observations.copy()
    actions = np.array(any_actions(batch.action_masks, Random(1)))
    for wrong, what in [(111, r"111 \(left 4\)"), (-1, "-1"), (112, "112")]:
        with pytest.raises(UserError, match=f"In game 1, action {what} is not possible; possible"):
            vector.step(np.array([actions[0], wrong]))
    for shape in (actions[:1], actions.astype(float), np.zeros((2, 2), int)):
        with pytest.raises(UserError, match="The actions are 2 whole numbers"):
            vector.step(shape)
    assert (batch.observations == before).all()


def test_a_vector_begins_with_a_reset_and_has_games() -> None:
    with pytest.raises(UserError, match="reset"):
        VectorEnv("tonton").step(np.zeros(64, int))
    with pytest.raises(UserError, match="one game or more, not 0"):
        VectorEnv("tonton", games=0)
    with pytest.raises(UserError, match="A seed is a whole number"):
        VectorEnv("tonton").reset(seed="x")  # type: ignore[arg-type]
