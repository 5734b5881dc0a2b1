"""The review of a match: it finds who errs, and its parts sum to the result."""

import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, cast

import pytest

from arena.games import AnyGame, Deal, Move, State, find_game, game_names
from arena.match.record import read_record, write_record
from arena.match.replay import Replay, open_replays
from arena.review.playouts import AT_RANDOM, Continuation, lead
from arena.review.policy import reference_policy
from arena.review.review import GameReview, ReviewedDecision, review_game
from arena.review.split import Part, Split, split_result
from arena.review.worth import AskedDecision, weigh
from arena.v1 import record_pb2 as rec
from tests.programs import SEED, Run
from tests.viewer.matches import OPTIONS, erring, recorded

# Who plays each game well.
GOOD: Final = {
    "six_nimmt": "careful",
    "big_fish": "angler",
    "tonton": "juggler",
    "goat_n_goat": "shepherd",
}


def play(run: Run, folder: Path, game: str) -> list[Replay]:
    words = [f"--option={key}={value}" for key, value in OPTIONS[game].items()]
    games = 6 if game == "six_nimmt" else 3  # its costs differ most from game to game
    run(
        "play",
        game,
        GOOD[game],
        "random",
        "first",
        f"--games={games}",
        "--box=inline",
        "--seed",
        SEED,
        *words,
    )
    (path,) = folder.glob("records/*.arena")
    return open_replays(read_record(path))


def play_first(state: State[Any], seat: int, _: Random) -> Move:
    return next(iter(state.legal(seat)))


FIRST: Final = Continuation(play_first)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "tonton" else pytest.mark.soak) for game in GOOD],
)
def test_who_plays_at_random_makes_the_costlier_mistakes(
    arena: Run, tmp_path: Path, game: str
) -> None:
    costs = dict.fromkeys((GOOD[game], "random", "first"), 0.0)
    policy = reference_policy(game)
    # A policy that knows the game tells more by a playout, and takes longer.
    playouts = 24 if policy.policy else 80
    for replay in play(arena, tmp_path, game):
        for seat, name in enumerate(replay.names):
            costs[name] += review_game(replay, seat, playouts, policy).cost
    assert costs["random"] > 2 * max(0, costs[GOOD[game]])


@pytest.mark.parametrize("game", game_names())
def test_the_parts_sum_to_the_lead_and_the_leads_of_a_table_to_nothing(game: str) -> None:
    (replay,) = open_replays(recorded(game, 3, 1, options=OPTIONS.get(game, {})))
    policy, scores = reference_policy(game), replay.recorded.scores
    found = [split_result(replay, seat, 4, policy, Random(1)) for seat in range(3)]
    for seat, split in enumerate(found):
        total = split.deal.points + split.others.points + split.own.points
        assert total == pytest.approx(split.lead)
        others = [score for other, score in enumerate(scores) if other != seat]
        assert split.lead == pytest.approx(scores[seat] - sum(others) / 2)
    assert sum(split.lead for split in found) == pytest.approx(0)


def test_a_round_is_played_to_its_end_and_no_further() -> None:
    game = find_game("six_nimmt")
    root = game.start(4, Deal(0), game.Options())
    state = root.copy()
    reference_policy("six_nimmt").play(state, root, Random(1))
    assert state.round == root.round + 1
    assert [len(hand) for hand in state.hands] == [10] * 4


def test_who_plays_as_the_playouts_do_has_changed_nothing(arena: Run, tmp_path: Path) -> None:
    arena("play", "big_fish", "first", "random", "--games=1", "--box=inline", "--seed", SEED)
    (path,) = tmp_path.glob("records/*.arena")
    (replay,) = open_replays(read_record(path))
    seat = replay.names.index("first")
    split, other = (review_game(replay, one, 16, FIRST).split for one in (seat, 1 - seat))
    assert split.own.points == other.others.points == 0
    assert split.others.points == -other.own.points != 0


def test_a_team_leads_together() -> None:
    (replay,) = open_replays(recorded("tonton", 4, 1, options={"teams": "true"}))
    leads = [review_game(replay, seat, 4).split.lead for seat in range(4)]
    assert leads == pytest.approx([leads[0], -leads[0], leads[0], -leads[0]])
    assert lead(replay.start(), 0, replay.plan.teams) == 0


def test_every_decision_with_a_choice_is_reviewed_but_none_of_the_referees() -> None:
    for replay in open_replays(erring("big_fish")):
        for seat in range(3):
            review = review_game(replay, seat, 4)
            lost = {forfeit.seat for forfeit in replay.recorded.forfeits}
            assert review.forfeited == (seat in lost)
            chosen = [
                str(replay.text(entry))
                for state, entry in replay.moves()
                if entry.seat == seat
                and not entry.fallback
                and entry.verdict == rec.VERDICT_OK
                and len(state.legal(seat)) > 1
            ]
            assert [one.move for one in review.decisions] == chosen
            assert all(one.move in {worth.move for worth in one.worths} for one in review.decisions)


def test_the_same_game_has_the_same_review() -> None:
    (replay,) = open_replays(recorded("big_fish", 2, 1))
    assert review_game(replay, 0, 16) == review_game(replay, 0, 16)


def test_what_leads_to_the_same_end_costs_nothing() -> None:
    """In playouts that go on by the first of all legal moves there is no luck but the cards."""
    (replay,) = open_replays(recorded("big_fish", 2, 1))

    for review in (review_game(replay, seat, 16, FIRST) for seat in range(2)):
        same = [one for one in review.decisions if one.move == one.better]
        assert same
        assert all((one.cost, one.error, one.sure) == (0, 0, 0.5) for one in same)
        # Once the cards are dealt such a playout has one end.
        assert review.split.deal.error == review.split.own.error == 0


@pytest.mark.parametrize(
    ("cost", "error", "sure"),
    [
        (1.6449, 1.0, 0.95),
        (1.96, 1.0, 0.975),
        (4.6526, 2.0, 0.99),
        (0.0, 1.0, 0.5),
        (-3.0, 1.0, 0.5),
        (0.1, 0.0, 1.0),
        (0.0, 0.0, 0.5),
    ],
)
def test_how_sure_a_decision_is_follows_from_its_cost_and_error(
    cost: float, error: float, sure: float
) -> None:
    """Of a normal distribution, this many of its deviations above 0."""
    decision = ReviewedDecision(1, 0, "5", "7", cost, error, ())
    assert decision.sure == pytest.approx(sure, abs=1e-4)


def test_the_error_of_a_game_is_that_of_independent_decisions() -> None:
    decisions = tuple(ReviewedDecision(1, 0, "5", "7", 1.0, error, ()) for error in (3.0, 4.0))
    nothing = Part(0.0, 0.0)
    review = GameReview(1, 0, Split(0.0, nothing, nothing, nothing), decisions, forfeited=False)
    assert (review.cost, review.error) == (2.0, 5.0)


class NoiseState:
    """A state in which every move comes to luck alone."""

    to_act: tuple[int, ...] = ()

    def __init__(self, luck: float) -> None:
        self.luck = luck
        self.score = 0.0

    def copy(self) -> "NoiseState":
        return NoiseState(self.luck)

    def play(self, _seat: int, move: int) -> None:
        self.score = Random(f"{self.luck} {move}").gauss(0, 1)

    def scores(self) -> tuple[float, float]:
        return self.score, 0.0


class NoiseGame:
    """A game of which nobody can tell the moves apart."""

    def imagine(self, _view: object, rng: Random) -> NoiseState:
        return NoiseState(rng.random())


def test_what_a_move_costs_is_told_by_playouts_that_did_not_choose_it() -> None:
    """Among equal moves the one that seems best is worth no more than any other."""
    rng, game = Random(1), cast("AnyGame", NoiseGame())
    moves = cast("Sequence[Move]", range(8))
    asked = AskedDecision(game, None, 0, moves, teams=(0, 1))
    found = [weigh(asked, moves[0], 64, AT_RANDOM, rng) for _ in range(300)]
    costs = [one.cost for one in found if one.better != moves[0]]
    assert len(costs) > 200
    # One cost is the mean of 16 differences of variance 2.
    assert abs(fmean(costs)) < 4 * sqrt(2 / 16 / len(costs))


class DrawnState(NoiseState):
    """A state whose score is drawn in the playout, whatever the move before it was."""

    def copy(self) -> "DrawnState":
        return DrawnState(self.luck)

    def legal(self, _seat: int) -> range:
        return range(1000)

    def play(self, _seat: int, move: int) -> None:
        self.score, self.to_act = float(move), () if self.to_act else (0,)


class DrawnGame(NoiseGame):
    """A game of which the luck behind a move is all."""

    def imagine(self, _view: object, rng: Random) -> NoiseState:
        return DrawnState(rng.random())


def test_moves_are_compared_with_the_same_luck_behind_them() -> None:
    moves = cast("Sequence[Move]", range(8))
    asked = AskedDecision(cast("AnyGame", DrawnGame()), None, 0, moves, teams=(0, 1))
    found = weigh(asked, moves[3], 64, AT_RANDOM, Random(1))
    assert (found.cost, found.error) == (0, 0)
    assert found.better != moves[3]


# --- the command ---


@pytest.fixture
def match(arena: Run, tmp_path: Path) -> Path:
    return write_record(recorded("tonton", 3, 2), tmp_path)


def test_the_command_tells_the_costliest_decisions_with_the_table(arena: Run, match: Path) -> None:
    name = read_record(match).plan.bots[0].name
    words = ["review", match, "--bot", name, "--playouts", 40]
    told = json.loads(arena(*words, "--json").stdout)
    assert [one["game"] for one in told["games"]] == [1, 2]
    shown = arena(*words, "--worst", 1, "--html", "page.html").stdout
    costs = [one["cost"] for game in told["games"] for one in game["decisions"]]
    best = sorted(costs, reverse=True)
    assert f"The mistakes of {name} cost {sum(costs) / 2:.1f} ± " in shown
    assert f"arena replay {match} --game" in shown
    assert "99.9 % sure" in shown
    assert best[0] > 0
    assert "page.html: the games with what every move was worth." in shown
    assert (match.parent / "page.html").stat().st_size > 20_000


def test_the_command_plays_on_as_the_searcher_does(arena: Run, tmp_path: Path) -> None:
    path = write_record(recorded("big_fish", 2, 1), tmp_path)
    (replay,) = open_replays(read_record(path))
    told = json.loads(
        arena("review", path, "--bot", replay.names[0], "--playouts", 16, "--json").stdout
    )
    costs = sorted(one["cost"] for one in told["games"][0]["decisions"])
    by_policy, at_random = (
        sorted(one.cost for one in review_game(replay, 0, 16, policy).decisions)
        for policy in (reference_policy("big_fish"), AT_RANDOM)
    )
    assert costs == pytest.approx(by_policy)
    assert costs != pytest.approx(at_random)


def test_what_cannot_be_reviewed_is_said_in_a_sentence(arena: Run, match: Path) -> None:
    said = arena("review", match, "--bot", "nobody", check=2).stderr
    assert said.startswith("No bot 'nobody' has played here; those that have: ")
    said = arena("review", match, "--bot", "one", "--game", 3, check=2).stderr
    assert said == "The record has games 1 to 2; there is no game 3.\n"
    said = arena("review", "nothing.arena", "--bot=one", check=2).stderr
    assert said == "nothing.arena cannot be read: No such file or directory.\n"
    name = read_record(match).plan.bots[0].name
    said = arena("review", match, "--bot", name, "--html", "no/page.html", check=2).stderr
    assert said == "no/page.html cannot be written: there is no folder no.\n"
