"""The pictures of the documents: `ladder serve --demo`, as a browser shows it after a minute.

    python -m bench.screenshots [FOLDER]

writes leaderboard.png, bot.png, match.png, table.png and one of each game, each of at most 150 kB.
Into build/tables it writes a sheet of each game, to be looked at: a person's table with the fewest
and the most seats, at both sizes that it is made for, light and dark.
"""

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, Page, sync_playwright

from arena.games import find_game, game_names
from tests.browsing import start_browser

FOLDER: Final = Path("docs/pictures")
_SIZE: Final = (1100, 760)
_MOST_BYTES: Final = 150_000
# In seconds: by then the sample bots have ranks.
_PLAYING: Final = 75
# Of a game, when its picture is taken.
_STEP: Final = 24
# What a sheet has of a table: its sizes, each in both colours, when this many moves were made.
_SHEETS: Final = Path("build/tables")
_SIZES: Final = ((1280, 720), (390, 844))
_COLOURS: Final = ("light", "dark")
_MOVES: Final = 5
# The visitor is asked for a move.
_ASKED: Final = (
    "() => document.getElementById('table').shadowRoot?.querySelector('form:not([hidden])')"
)


@contextmanager
def demo() -> Iterator[str]:
    """Serve a ladder of the sample bots; give its address."""
    command = [str(Path(sys.executable).with_name("ladder")), "serve", "--demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", "".join(server.stdout.readline() for _ in range(2)))
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


def take(page: Page, name: str, folder: Path, scroll_to: str = "body") -> None:
    """Write what a page shows from an element on, in 128 colours."""
    page.locator(scroll_to).first.evaluate("element => element.scrollIntoView()")
    page.wait_for_timeout(300)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)
    size = (folder / f"{name}.png").stat().st_size
    assert size <= _MOST_BYTES, f"{name}.png has {size} bytes"
    print(f"{folder / name}.png: {size / 1000:.0f} kB")


def take_all(page: Page, address: str, folder: Path) -> None:
    page.goto(f"{address}boards/six_nimmt")
    take(page, "leaderboard", folder)
    page.goto(f"{address}bots/careful")
    take(page, "bot", folder)
    open_match(page, address, "tonton")
    take(page, "match", folder, "#replay")
    for game in game_names():
        open_match(page, address, game)
        page.get_by_label("Step", exact=True).fill(str(_STEP))
        take(page, game, folder, "#replay")
    page.goto(f"{address}play")
    page.locator("main a[href$='game=six_nimmt']").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_function(_ASKED)
    take(page, "table", folder, "#table")


def open_match(page: Page, address: str, game: str) -> None:
    """Open the newest match of a game, once there is one."""
    page.goto(f"{address}matches?game={game}")
    while not (links := page.locator("tbody th a")).count():
        page.wait_for_timeout(1000)
        page.reload()
    links.first.click()
    page.wait_for_selector("#replay[data-ready]", timeout=0)


def take_sheets(browser: Browser, address: str, folder: Path) -> None:
    """Write a sheet of each game; a row of it has one number of seats."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in game_names():
        every = find_game(game).seats
        rows = [take_row(browser, address, game, seats) for seats in (min(every), max(every))]
        sheet = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)))
        for number, row in enumerate(rows):
            sheet.paste(row, (0, number * row.height))
        sheet.save(folder / f"{game}.png", optimize=True)
        print(folder / f"{game}.png")


def take_row(browser: Browser, address: str, game: str, seats: int) -> Image.Image:
    """Return the same moment of a table in all sizes and colours, beside each other."""
    visitor = browser.new_context(reduced_motion="reduce")
    table = lay_table(visitor.request, f"{address}api/v1/tables", game, seats)
    shots = []
    for width, height in _SIZES:
        page = visitor.new_page()
        page.set_viewport_size({"width": width, "height": height})
        for colours in _COLOURS:
            page.emulate_media(color_scheme=colours)
            page.goto(f"{address}play/{table}")
            page.wait_for_function(_ASKED)
            shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    visitor.request.delete(f"{address}api/v1/tables/{table}")
    visitor.close()
    row = Image.new("RGB", (sum(shot.width for shot in shots), max(shot.height for shot in shots)))
    for number, shot in enumerate(shots):
        row.paste(shot, (sum(other.width for other in shots[:number]), 0))
    return row


def lay_table(tables: APIRequestContext, address: str, game: str, seats: int) -> str:
    """Sit down at a table and make some moves; return its name."""
    wish = {"game": game, "opponents": ["random"] * (seats - 1), "options": {}}
    table: str = tables.post(address, data=wish).json()["table"]
    number, made = 0, 0
    while True:
        state = tables.get(f"{address}/{table}?after={number}").json()
        number = state["number"]
        if state["phase"] != "asking":
            continue
        if made == _MOVES:
            return table
        move = state["scene"]["decision"]["moves"][0]["text"]
        tables.post(f"{address}/{table}/moves", data={"turn": state["turn"], "move": move})
        made += 1


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as address, sync_playwright() as playwright:
        time.sleep(_PLAYING)
        browser = start_browser(playwright)
        width, height = _SIZE
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        take_all(page, address, folder)
        take_sheets(browser, address, _SHEETS)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
