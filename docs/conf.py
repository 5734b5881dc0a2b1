"""The site of the documents: Sphinx makes it of these pages, the docstrings and the protos.

`make docs` writes it to `arena/site`, from where a wheel takes it.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sphinx.application import Sphinx

_DOCS = Path(__file__).parent
_ROOT = _DOCS.parent
sys.path[:0] = [str(_ROOT), str(_ROOT / "sdk" / "python")]

from arena.games import find_game, game_names  # noqa: E402 - it may lie there
from arena.games.encoding import Span, count_elements, find_encoding  # noqa: E402
from arena.games.options import option_choices  # noqa: E402

project = html_title = "card-arena"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
myst_heading_anchors = 3
templates_path = ["_templates"]
# They have the dress of a ladder's pages.
html_static_path = ["_static", "../ladder/web/static/style.css"]
html_css_files = ["style.css", "site.css"]
html_theme = "basic"
pygments_style = "default"
html_copy_source = html_domain_indices = html_use_index = False
html_search_scorer = str(_DOCS / "_templates" / "scorer.js")
html_show_search_summary = False
# What our docstrings have in single backticks.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo"]

# Documents that lie elsewhere, by the page that shows them.
_SHOWN = {
    "project/design": _ROOT / "DESIGN.md",
    "project/contributing": _ROOT / "CONTRIBUTING.md",
    "project/changelog": _ROOT / "CHANGELOG.md",
    "project/figures": _ROOT / "bench" / "README.md",
    "project/attacks": _ROOT / "arena" / "attacks" / "bots" / "README.md",
}
_PAGES = {file: _DOCS / f"{page}.md" for page, file in _SHOWN.items()}
_PAGES[_ROOT / "README.md"] = _DOCS / "index.md"


def _read_page(_: Sphinx, page: str, source: list[str]) -> None:
    """Have a page show its document, and its links lead to pages of the site."""
    file = _SHOWN.get(page, _DOCS / f"{page}.md")
    here = (_DOCS / page).parent

    def lead(link: re.Match[str]) -> str:
        target = (file.parent / link[1]).resolve()
        return f"]({os.path.relpath(_PAGES.get(target, target), here)}"

    text = file.read_text(encoding="utf-8") if page in _SHOWN else source[0]
    if (_DOCS / "pictures" / f"{page}.png").exists():
        # Of a game. The rules are read at the terminal and on a ladder's pages, too, without it.
        title, _, rest = text.partition("\n")
        text = f"{title}\n\n![The replay of a game](pictures/{page}.png)\n{rest}"
    if page in game_names():
        text = "\n".join([text, *_describe_game(page)])
    if page == "index":
        text = text.replace("\nthe games\n", "\n".join(["", *game_names(), ""]))
    source[0] = re.sub(r"\]\(([^):#]+)(?=[)#])", lead, text)


def _describe_game(name: str) -> Iterator[str]:
    """Yield what the page of a game ends with: what programs read, as the game has it."""
    game, encoding = find_game(name), find_encoding(name)
    bounds = sorted({game.longest_text(options) for options in option_choices(game)})
    yield "\n## Events and text\n"
    yield f"The kinds of its events are {', '.join(f'`{kind}`' for kind in game.kinds)}."
    yield "A question [as text](playing.md#as-text), without the legal moves, has at most"
    yield f"{' or, by its options, '.join(f'{bound:,}' for bound in bounds)} characters."
    yield "\n## Features and actions\n"
    yield "[Programs that learn](learning.md) read and write these."
    yield from _list_elements("feature", encoding.features)
    yield from _list_elements("action", encoding.actions)
    yield "\n## Messages\n"
    yield f"```{{literalinclude}} ../protos/arena/v1/{name}.proto\n:language: protobuf\n```"


def _list_elements(what: str, spans: Sequence[Span]) -> Iterator[str]:
    yield f"\n{count_elements(spans)} {what}s:\n"
    yield f"| numbers | {what} | what the k-th of them says, k from 0 on |"
    yield "| --- | --- | --- |"
    place = 0
    for name, size, meaning in spans:
        last = place + size - 1
        yield f"| {place if size == 1 else f'{place}-{last}'} | {name} | {meaning} |"
        place = last + 1


def _open_to_keys(
    _app: Sphinx, _page: str, _template: str, context: dict[str, str], _: object
) -> None:
    """Let keys scroll what is wider than its room."""
    context["body"] = re.sub("<(pre|table)", r'<\1 tabindex="0"', context.get("body", ""))


def setup(app: Sphinx) -> None:
    app.connect("source-read", _read_page)
    app.connect("html-page-context", _open_to_keys)
