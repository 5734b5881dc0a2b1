"""The documents as a site that needs no server: `make docs` makes it, and wheels have it."""

from pathlib import Path
from typing import Final

from arena.errors import UserError

SITE: Final = Path(__file__).parent / "site"
_INDEX: Final = "index.html"


def find_documents() -> Path:
    """Return the first page of the site; UserError if there is none here."""
    page = SITE / _INDEX
    if not page.is_file():
        raise UserError(f"There is no {page}. In a checkout make docs writes it.")
    return page
