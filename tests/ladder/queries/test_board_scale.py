"""Steps on the surfaces of a ladder: its page, JSON, CSV and screen, from an export as well."""

import json
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from ladder.log.entries import ORGANISER, Entered
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.ladder.cli.test_cli import rows_of
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.sites import visiting
from tests.programs import Run


def fill(place: Path, *samples: str, matches: int, errs: str) -> Store:
    """Make a ladder with these samples, of which one errs; all others play alike."""
    store = make_ladder(place, "one", "two")
    for name in samples:
        folder = SAMPLES / name
        entered = Entered(f"{name}@1", ORGANISER, open_bot(folder).digest, ())
        store.enter(entered, pack_folder(folder))
    play_on(store, matches, erring=[errs])
    return store


def test_all_surfaces_of_a_board_have_the_steps(ladder: Run, tmp_path: Path) -> None:
    fill(tmp_path / "ladder.db", "random", "careful", matches=30, errs="random").close()
    told = ladder("table", "six_nimmt", "--json").stdout
    scale = json.loads(told)["scales"]["six_nimmt"]
    assert scale["missing"] == ""
    assert (scale["steps"]["random@1"]["value"], scale["steps"]["careful@1"]["value"]) == (0, 1)
    rows = {row["bot"]: row for row in rows_of(ladder("table", "six_nimmt", "--csv").stdout)}
    for player, steps in scale["steps"].items():
        row = rows[player]
        assert float(row["steps"]) == steps["value"]
        assert (float(row["steps_low"]), float(row["steps_high"])) == (steps["low"], steps["high"])
        assert row["steps_note"] == ("beyond the house bots" if steps["beyond"] else "")
    shown = [f"{steps['value']:.2f}±" for steps in scale["steps"].values()]
    screen = ladder("table", "six_nimmt").stdout
    assert all(one in screen for one in shown)
    assert max(map(len, screen.splitlines())) <= 80
    ladder("export", "all.zip")
    assert ladder("rate", "all.zip", "six_nimmt", "--json").stdout == told
    with visiting(tmp_path / "ladder.db") as site:
        page = site.get("/boards/six_nimmt").text
        assert all(one in page for one in shown)
        assert site.get("/api/v1/boards/six_nimmt").text == told
        assert site.get("/api/v1/standings?game=six_nimmt").json()["board"]["boards"]["scales"]


@pytest.mark.parametrize(
    ("samples", "matches", "reason"),
    [
        ([], 2, "fewer than two house bots play"),
        (["random"], 4, "fewer than two house bots play"),
        (["random", "careful"], 4, "house bots 0 and 1 are not told apart, or out of order"),
    ],
)
def test_without_a_scale_each_surface_says_why(
    samples: list[str], matches: int, reason: str, ladder: Run, tmp_path: Path
) -> None:
    fill(tmp_path / "ladder.db", *samples, matches=matches, errs="careful").close()
    scales = json.loads(ladder("table", "six_nimmt", "--json").stdout).get("scales", {})
    assert scales.get("six_nimmt", {}) == ({"missing": reason, "steps": {}} if samples else {})
    for row in rows_of(ladder("table", "six_nimmt", "--csv").stdout):
        assert (row["steps"], row["steps_note"]) == ("", reason)
    assert f"No steps: {reason}." in ladder("table", "six_nimmt").stdout
    with visiting(tmp_path / "ladder.db") as site:
        page = site.get("/boards/six_nimmt").text
        assert f"No steps: {reason}." in page
        assert "steps</" not in page
