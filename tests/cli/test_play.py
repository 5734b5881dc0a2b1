import json
import re
import shutil
from pathlib import Path

import pytest

from arena.bots.samples import SAMPLES
from tests.bots.writing import choosing, write_bot
from tests.programs import SEED, Run

QUICK = ["--option=limit=none", "--option=rounds=1", "--box=inline"]


def test_a_match_ends_with_a_table_a_verdict_the_record_and_what_to_try(arena: Run) -> None:
    shown = arena(
        "play", "six_nimmt", "careful", "first", "--games=80", f"--seed={SEED}", *QUICK
    ).stdout
    table, verdict, where, seed, advice = shown.rsplit("\n", 5)[0:5]
    assert "careful" in table
    assert "worst ms" in table
    assert verdict.startswith("careful beats first by")
    assert verdict.endswith("p < 0.001, 80 games.")
    assert Path(where.split()[-1]).suffix == ".arena"
    assert re.fullmatch(r"The same random seed: --seed [0-9a-f]{32}", seed)
    assert "arena replay records/six_nimmt-" in advice
    assert "The bots ran in their authors' folders" in table


def test_json_says_the_same_for_programs(arena: Run) -> None:
    done = arena("play", "six_nimmt", "random", "first", "random", "--games=6", "--json", *QUICK)
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert {bot["name"]: bot["copies"] for bot in result["bots"]} == {"random": 2, "first": 1}
    assert all(bot["games"] == 6 for bot in result["bots"])
    assert abs(sum(bot["wins"] * bot["copies"] for bot in result["bots"]) - 1) < 1e-9
    (pair,) = result["pairs"]
    assert set(pair) == {
        "bot", "other", "difference", "margin", "p", "games", "detectable",
    }  # fmt: skip
    assert pair["bot"] in result["verdict"]
    assert (result["games"], result["planned"], result["stopped"]) == (6, 6, False)
    assert result["box"] == "inline"


def test_all_pairs_of_bots_are_compared(arena: Run, tmp_path: Path) -> None:
    for number in range(3):
        shutil.copytree(SAMPLES / "random", tmp_path / f"bot{number}")
        (tmp_path / f"bot{number}" / "bot.toml").write_text(f'name = "bot{number}"')
    words = ["play", "six_nimmt", "bot0", "bot1", "bot2", "careful", "--games=32", "--json"]
    result = json.loads(arena(*words, *QUICK).stdout)
    assert len(result["pairs"]) == 6
    assert result["pairs"][0]["bot"] == "careful"
    assert all(pair["difference"] >= 0 for pair in result["pairs"])


def test_the_table_fits_80_columns_and_breaks_no_name(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    name = "a-name-of-thirty-five-letters-so-so"
    (tmp_path / "bot" / "bot.toml").write_text(f'name = "{name}"')
    (tmp_path / "bot" / "bot.py").write_text(choosing("raise SystemExit"))
    shown = arena("play", "six_nimmt", "bot", "careful", "random", "--games=6", check=1).stdout
    table = shown.split("\n\n")[0].splitlines()
    assert max(map(len, table)) <= 80
    first, second, third = (line.split()[0] for line in table[1:])
    assert (first, second) == ("careful", "random")
    assert third.endswith("…")
    assert name.startswith(third[:-1])
    assert table[3].endswith(" 6")
    assert "authors' folders" not in shown


def test_a_bot_that_only_forfeits_beats_nobody(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('name = "broken"')
    (tmp_path / "bot" / "bot.py").write_text(choosing("raise SystemExit"))
    words = ["play", "six_nimmt", "bot", "random", "--games=20", "--json", *QUICK]
    result = json.loads(arena(*words, check=1).stdout)
    assert result["verdict"].startswith("random beats broken by")
    assert [bot["wins"] for bot in result["bots"]] == [1, 0]


def test_a_number_of_games_that_does_not_divide_by_the_seats_is_said(arena: Run) -> None:
    done = arena("play", "six_nimmt", "random", "first", "careful", "--games=4", *QUICK)
    assert (
        "The seats are not even: with --games 4 every bot is in every seat 1 or 2 times;"
        " with 3 or 6 it would be equally often." in done.stderr
    )


def test_the_same_seed_plays_the_same_match_in_every_box_and_in_parallel(
    arena: Run, tmp_path: Path
) -> None:
    def scores(*words: str) -> list[list[int]]:
        words = (
            "play",
            "six_nimmt",
            "random",
            "careful",
            "--games=8",
            f"--seed={SEED}",
            "--json",
            *words,
        )
        result = json.loads(arena(*words, *QUICK[:2]).stdout)
        assert result["seed"] == SEED
        data = json.loads(arena("replay", result["record"], "--json").stdout)
        return [game["scores"] for game in data["games"]]

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
        (["six_nimmt", "random", "random", "--games=0"], "--games"),
        (["six_nimmt", "random", "random", "--seed=1", "--box=container"], "that no bot can guess"),
        (
            ["six_nimmt", "random", "random", f"--seed={1:032x}", "--box=gvisor"],
            "that no bot can guess",
        ),
        (["six_nimmt", "random", "random", "--seed="], "32 hexadecimal digits"),
        (["six_nimmt", "random", "random", "--out=/dev/null"], "No record can be kept in"),
        (["six_nimmt", "random", "random", "--out=/proc/x"], "No record can be kept in"),
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
    samples = "careful, counter, nearest, all_rounder, first, joiner, random, searcher"
    assert f"sample bots: {samples}" in " ".join(shown.split())
    games = {game["name"]: game for game in json.loads(arena("games", "--json").stdout)}
    assert {*games} == {"big_fish", "goat_n_goat", "six_nimmt", "tonton"}
    game = games["six_nimmt"]
    assert game["seats"] == list(range(2, 11))
    assert {option["name"] for option in game["options"]} == {"variant", "limit", "rounds"}
    heuristics, others = ["careful", "counter", "nearest"], ["all_rounder", "first", "joiner"]
    assert game["sample_bots"] == [*heuristics, *others, "random", "searcher"]


def test_an_inline_bot_that_fails_pays_like_any_other(arena: Run, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "bad"')
    (folder / "bot.py").write_text(
        "from arena_sdk import Bot, run\nprint('hello')\nclass Bad(Bot):\n"
        "    def choose(self, turn): raise SystemExit(1)\nrun(Bad)"
    )
    shown = arena("play", "six_nimmt", "random", "bad", "--games=2", *QUICK, check=1).stdout
    assert "2 crashed" in shown
    assert "the bot raised SystemExit" in shown
    assert "| hello" in shown


@pytest.mark.parametrize("box", ["process", "inline"])
def test_a_traceback_begins_with_the_authors_own_line(arena: Run, tmp_path: Path, box: str) -> None:
    write_bot(tmp_path / "bot", choosing("raise ValueError('no plan')"))
    shown = arena("play", "six_nimmt", "bot", "first", "--games=2", f"--box={box}", check=1).stdout
    first, where = shown.partition("| Traceback (most recent call last):\n")[2].splitlines()[:2]
    assert "bot.py" in first
    assert where.endswith("raise ValueError('no plan')")
    assert "arena_sdk" not in shown


def test_the_list_of_legal_moves_is_no_move(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "bot", choosing("return turn.legal"))
    shown = arena("play", "six_nimmt", "bot", "first", "--games=2", check=1).stdout
    assert "| choose() returned turn.legal itself; it has to return one of turn.legal" in shown
    assert "Traceback" not in shown


def test_who_asks_the_terminal_in_a_box_is_told_where_there_is_one(
    arena: Run, tmp_path: Path
) -> None:
    write_bot(tmp_path / "bot", choosing("breakpoint()"))
    shown = arena("play", "six_nimmt", "bot", "first", "--games=2", check=1).stdout
    assert "breakpoint() has no terminal in a box of its own; with --box inline" in shown


def test_what_bots_print_is_not_lost_in_silence(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "bot", choosing("print('I think'); return turn.legal[0]"))
    words = ["play", "six_nimmt", "bot", "first", "--games=2"]
    told = arena(*words).stderr
    assert re.search(
        r"^bot has printed \d\S* (bytes|kB); --logs DIR keeps it\.$", told, re.MULTILINE
    )
    assert "first has printed" not in told
    assert "has printed" not in arena(*words, "--logs=logs").stderr


def test_a_name_that_is_nearly_right_is_guessed(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "bots" / "mine", choosing("return turn.legal[0]"))
    for typed in ("sixnimmt", "six-nimmt", "Six_Nimmt", "6 nimmt!"):
        said = arena("play", typed, "first", "random", check=2).stderr
        assert "(did you mean six_nimmt?); the games are" in said
    for typed, meant in {"carefull": "careful", "bots/mien": "bots/mine"}.items():
        said = arena("play", "six_nimmt", typed, "first", check=2).stderr
        assert f"There is no bot '{typed}' (did you mean {meant}?); expected a folder" in said
    assert "did you mean" not in arena("play", "chess", "first", "random", check=2).stderr


def test_without_a_record_the_newest_one_of_the_usual_folder_is_meant(arena: Run) -> None:
    said = arena("replay", check=2).stderr
    assert said == "There is no record in records; arena play writes one.\n"
    arena("play", "six_nimmt", "first", "random", "--games=2", *QUICK)
    assert arena("replay").stdout == arena("replay", "records").stdout
    assert "goes as recorded" in arena("rerun", "--bot=first").stdout


def test_a_bot_toml_may_begin_with_a_byte_order_mark(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "bot", choosing("return turn.legal[0]"))
    for name in ("bot.toml", "bot.py"):
        path = tmp_path / "bot" / name
        path.write_text(path.read_text(), encoding="utf-8-sig")
    arena("play", "six_nimmt", "bot", "first", "--games=2")
