"""The pictures of the documents: `ladder serve --demo`, as a browser shows it after a minute.

    python -m bench.screenshots [FOLDER]

writes leaderboard.png, bot.png, match.png, table.png and one of each game, each of at most 150 kB.
"""

import io
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from arena.games import game_names

FOLDER: Final = Path("docs/pictures")
_SIZE: Final = (1100, 760)
_MOST_BYTES: Final = 150_000
# In seconds: by then the sample bots have ranks.
_PLAYING: Final = 75
# Of a game, when its picture is taken.
_STEP: Final = 24
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
    page.goto(f"{address}matches?game=tonton")
    page.locator("tbody th a").first.click()
    page.wait_for_selector("#replay[data-ready]")
    take(page, "match", folder, "#replay")
    for game in game_names():
        page.goto(f"{address}matches?game={game}")
        page.locator("tbody th a").first.click()
        page.wait_for_selector("#replay[data-ready]")
        page.get_by_label("Step", exact=True).fill(str(_STEP))
        take(page, game, folder, "#replay")
    page.goto(f"{address}play")
    page.locator("main a[href$='game=six_nimmt']").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_function(_ASKED)
    take(page, "table", folder, "#table")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as address, sync_playwright() as playwright:
        time.sleep(_PLAYING)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        width, height = _SIZE
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        take_all(page, address, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
