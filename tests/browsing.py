"""Pages in a real browser: how it and they are opened, what they complain of, and axe."""

import shutil
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Playwright

from arena.errors import HostFailure

# The first is the same browser without what draws windows, and takes two thirds of the CPU.
_PROGRAMS: Final = ("chromium-headless-shell", "chromium")
# In seconds.
PATIENCE: Final = 300.0
AXE: Final = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
# Preloading would put styles into a page, which its policy forbids. What passes need not be told.
RUN: Final = "tags => axe.run({runOnly: tags, preload: false, resultTypes: ['violations']})"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def start_browser(playwright: Playwright) -> Browser:
    """Start Chromium. Without one HostFailure says what brings it."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if not program:
        raise HostFailure(f"there is no Chromium here; apt-get install {_PROGRAMS[0]} brings it")
    return playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox"], timeout=PATIENCE * 1000
    )


def open_page(browser: Browser, **settings: Any) -> Page:
    """Open a page in a context of its own, where everything may take as long as a slow machine."""
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


def listen(page: Page, complaints: list[str]) -> None:
    """Write down what a page complains of: errors, what it says on its console, dialogs."""
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))


def violations(page: Page) -> list[Any]:
    """Return what axe finds against the rules of WCAG, levels A and AA."""
    # What was clicked has brought another page, which need not be there whole.
    page.wait_for_load_state()
    before = page.viewport_size
    # The bar of the viewer covers what is at the window's bottom until somebody scrolls.
    whole = page.evaluate("Math.max(innerHeight, document.documentElement.scrollHeight)")
    if before is not None:
        page.set_viewport_size({"width": before["width"], "height": whole})
    page.evaluate(AXE.read_text())
    found = page.evaluate(RUN, RULES)
    if before is not None:
        page.set_viewport_size(before)
    return [(one["id"], [n["html"] for n in one["nodes"]][:3]) for one in found["violations"]]
