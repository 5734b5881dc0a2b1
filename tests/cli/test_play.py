import json
from pathlib import Path

import pytest

from tests.programs import Run

QUICK = ["--option=limit=none", "--option=rounds=1", "--box=inline"]


def test_a_match_ends_with_a_table_a_verdict_the_record_and_what_to_try(arena: Run) -> None:
    shown = arena("play", "six_nimmt", "careful", "first", "--deals=12", "--seed=1", *QUICK).stdout
    table, verdict, where, advice = shown.rsplit("\n", 4)[0:4]
    assert "careful" in table
    assert "score (heads)" in table
    assert verdict.startswith("careful beats first by")
    assert "n = 24" in verdict
    assert Path(where.split()[-1]).suffix == ".arena"
    assert "arena replay records/six_nimmt-" in advice


def test_json_says_the_same_for_programs(arena: Run) -> None:
    done = arena("play", "six_nimmt", "random", "first", "random", "--deals=2", "--json", *QUICK)
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert {bot["name"] for bot in result["bots"]} == {"random", "first", "random#2"}
    assert all(bot["games"] == 6 for bot in result["bots"])
    assert abs(sum(bot["wins"] for bot in result["bots"]) - 1) < 1e-9
    assert set(result["verdict"]) == {
        "sentence", "better", "worse", "difference", "margin", "p", "games",
    }  # fmt: skip


def test_the_same_seed_plays_the_same_match_in_every_box_and_in_parallel(
    arena: Run, tmp_path: Path
) -> None:
    def scores(*words: str) -> list[list[int]]:
        words = (
            "play",
            "six_nimmt",
            "random",
            "careful",
            "--deals=4",
            "--seed=9",
            "--json",
            *words,
        )
        result = json.loads(arena(*words, *QUICK[:2]).stdout)
        games: list[list[int]] = []
        for record in result["records"]:
            data = json.loads(arena("replay", record, "--json").stdout)
            games += [game["scores"] for game in data["games"]]
        return games

    inline = scores("--box=inline")
    assert scores("--box=process") == inline
    assert scores("--box=inline", "--parallel=3") == inline


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "random", "random"], "There is no game 'chess'"),
        (["six_nimmt", "random"], "is for 2 to 10 bots; here are 1"),
        (["six_nimmt", *["random"] * 11], "here are 11"),
        (["six_nimmt", "random", "nobody"], "There is no bot 'nobody'"),
        (["six_nimmt", "random", "random", "--option=speed=1"], "has no option 'speed'"),
        (["six_nimmt", "random", "random", "--option=limit"], "KEY=VALUE"),
        (["six_nimmt", "random", "random", "--option=limit=many"], "limit cannot be 'many'"),
        (["six_nimmt", "random", "random", "--option=limit=none"], "would never end"),
        (["six_nimmt", "random", "random", "--option=variant=best"], "base | tactics"),
        (["six_nimmt", "random", "random", "--clock=fast"], "BANK+INCREMENT"),
        (["six_nimmt", "random", "random", "--rotations=3"], "Rotations are 1 to 2"),
        (["six_nimmt", "random", "random", "--deals=0"], "deals"),
        (["six_nimmt", "random", "random", "--box=cardboard"], "cardboard"),
    ],
)
def test_a_wrong_request_gets_one_sentence_and_exit_code_2(
    arena: Run, words: list[str], sentence: str
) -> None:
    errors = arena("play", *words, check=2).stderr
    assert sentence in " ".join(errors.split())
    assert "Traceback" not in errors


def test_a_bot_that_does_not_play_the_game_is_refused(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "bot.toml").write_text('name = "other"\ngames = ["tonton"]')
    errors = arena("play", "six_nimmt", "random", "other", check=2).stderr
    assert "other plays only tonton, not six_nimmt." in errors


def test_games_are_listed_with_their_options(arena: Run) -> None:
    shown = arena("games").stdout
    assert "six_nimmt  6 nimmt!, 2 to 10 seats" in shown
    assert "sample bots: careful, first, random" in shown
    games = {game["name"]: game for game in json.loads(arena("games", "--json").stdout)}
    assert {*games} == {"big_fish", "goat_n_goat", "six_nimmt", "tonton"}
    game = games["six_nimmt"]
    assert game["seats"] == list(range(2, 11))
    assert {option["name"] for option in game["options"]} == {"variant", "limit", "rounds"}
    assert game["sample_bots"] == ["careful", "first", "random"]


def test_an_inline_bot_that_fails_pays_like_any_other(arena: Run, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "bad"')
    (folder / "bot.py").write_text(
        "from arena_sdk import Bot, run\nprint('hello')\nclass Bad(Bot):\n"
        "    def choose(self, turn): raise SystemExit(1)\nrun(Bad)"
    )
    shown = arena("play", "six_nimmt", "random", "bad", "--games=2", *QUICK).stdout
    assert "2 crashed" in shown
    assert "the bot raised SystemExit" in shown
    assert "| hello" in shown
