"""`arena docs`: the documents in a browser, from the disk."""

import webbrowser

from arena.documents import find_documents
from arena.terminal.output import say


def show_documents() -> None:
    """Open the first page, and say where it is for those without a browser here."""
    page = find_documents()
    opened = webbrowser.open(page.as_uri())
    say(
        f"{page} is open." if opened else f"There is no browser here. Open this file in one: {page}"
    )
