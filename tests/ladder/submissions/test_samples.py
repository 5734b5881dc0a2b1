"""The graded field: our own bots come onto a ladder at once, one with several parameters."""

import json
from pathlib import Path

from arena.match.record import unpack_record
from ladder.store.opening import open_store
from ladder.submissions.files import SubmissionCache, pack_sample
from ladder.submissions.submit import GRADED
from tests.ladder.ladders import SHORT, TEAMS, make_ladder
from tests.programs import Run


def test_all_that_play_there_come_in_and_a_searcher_for_each_of_its_times(
    ladder: Run, tmp_path: Path
) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, divisions=(SHORT, TEAMS)).close()
    entered = json.loads(ladder("submit", "--samples", "--json").stdout)
    left_out = {"angler", "shepherd"}
    names = [*(word.partition("=")[0] for word in GRADED), "searcher-p100", "searcher-p400"]
    assert entered == [f"{name}@1" for name in names if name not in left_out]
    with open_store(str(place)) as store:
        versions = store.roster().versions
        folder = tmp_path / "unpacked"
        folder.mkdir()
        with SubmissionCache(store.submission, folder) as cache:
            bots = {player: cache.bot(one.digest) for player, one in versions.items()}
    given = {player: bot.parameters for player, bot in bots.items() if bot.parameters}
    times = {player: one["time"] for player, one in given.items() if not one["playouts"]}
    assert times == {"searcher-0.1@1": 0.1, "searcher@1": 1.0, "searcher-10@1": 10.0}
    # A house bot plays the game alone that its playouts are made for.
    playouts = {player: one["playouts"] for player, one in given.items() if one["playouts"]}
    assert playouts == {"searcher-p100@1": 100, "searcher-p400@1": 400}
    assert versions["searcher-p100@1"].games == ("big_fish", "six_nimmt")
    assert versions["searcher-p400@1"].games == ("tonton",)
    assert pack_sample(versions["searcher@1"].digest) is not None
    # A second time they are all here.
    errors = ladder("submit", "--samples", check=2).stderr.splitlines()
    assert len(errors) == len(entered)
    said = "searcher-p400 does not come in. This is searcher-p400@1 already, file by file"
    assert said in errors[-1]


def test_a_house_bot_with_its_playouts_comes_in_without_a_check(
    ladder: Run, tmp_path: Path
) -> None:
    make_ladder(tmp_path / "ladder.db", divisions=(SHORT,)).close()
    said = ladder("submit", "house=searcher?playouts=100").stdout
    assert "as it was released, and checked. house@1 is on the ladder." in said
    refused = ladder("submit", "searcher?playouts=400", check=2).stderr
    assert "It plays tonton, and not six_nimmt" in refused


def test_on_a_ladder_too_a_bot_is_told_its_parameters(ladder: Run, tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "first").close()
    (tmp_path / "deep").mkdir()
    manifest = 'name = "deep"\ngames = ["six_nimmt"]\n[parameters]\ndepth = 2\n'
    (tmp_path / "deep" / "bot.toml").write_text(manifest)
    (tmp_path / "deep" / "bot.py").write_text(
        "from arena_sdk import Bot, run\n"
        "class Deep(Bot):\n"
        "    def choose(self, turn):\n"
        "        return turn.legal[-1 if self.parameters['depth'] == 3 else 0]\n"
        "if __name__ == '__main__':\n    run(Deep)\n"
    )
    ladder("submit", "--trust", "deep?depth=3")
    ladder("run", "--trust", "--matches=1")
    with open_store(str(tmp_path / "ladder.db")) as store:
        content = store.record(1)
    assert content is not None
    record = unpack_record(content, Path("record"))
    index = [bot.name for bot in record.plan.bots].index("deep@1")
    for game in record.games:
        seat = [*game.seating].index(index)
        cards = [one.move.six_nimmt.card for one in game.entries if one.seat == seat]
        assert cards[0] == max(cards)


def test_it_is_one_or_the_other(ladder: Run, tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "first").close()
    for words in ([], ["first", "--samples"]):
        assert "one of the two" in ladder("submit", *words, check=2).stderr
    errors = ladder("submit", "--samples", "--author=anna", check=2).stderr
    assert "The samples are the organiser's own; leave out --author." in errors
