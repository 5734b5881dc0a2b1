"""The site: pages as templates with what they show, and HTML made of them (Jinja2).

Every link is relative to the page that it stands on, so that the same templates serve a server, a
server behind another one's path, and a folder that is opened from a disk.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final, TypeVar
from urllib.parse import quote, unquote, urlencode

import msgspec
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from arena.errors import NotFound, UserError
from arena.foreign_text import show, show_lines
from arena.games import find_game
from arena.games.scene import as_plain
from arena.viewer.address import position_address
from ladder.log.entries import describe_forfeits
from ladder.matches import Player
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import plural
from ladder.ratings.collusion import FALSE_ALARMS
from ladder.ratings.official import Estimate
from ladder.ratings.settled import HOW_SURE, SETTLED
from ladder.settings.about import About
from ladder.web import charts
from ladder.web.access import Identity, Visitor, current_identity, sees_all
from ladder.web.files import site_folder
from ladder.web.refused import status_of

RowT = TypeVar("RowT")
_SAFE: Final = "@+-._~"
# The place of a part that is the visitor's, with the path of the page and its owner; or that of the
# header in a document, with the name of the document.
_STRIP: Final = re.compile(rb"<!--(?:site ([^\s>]*)|visitor ([a-z]*) ([^\s>]*) ([^\s>]*))-->")
_STRIPS: Final = 3000
_FULL: Final = 200
# Names that every template has.
_GIVEN: Final = {"about", "documented", "link", "page", "parts", "playable", "published", "shown"}
_OF_PAGES: Final = _GIVEN | {"caller", "loop", "sees_all", "title"}
ROWS: Final = 200
"""How many of a board, of bots and of authors are on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """The content of a page, before it is HTML."""

    path: str
    """The path of the page on the site, without a slash before it: "", "bots", "matches/7"."""
    template: str
    title: str
    values: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    """The selection, as the page's links repeat it."""
    owner: str = ""
    """The author of the bot that it is of; decides for it on the page `own` below."""
    layout: str = "base"
    """The template around it; empty: its own is a whole page."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def refused(self, mistake: UserError, before: str = "") -> "Page":
        """Return the page with why nothing was done, and some words before that."""
        values = {**self.values, "problem": f"{before}{mistake}"}
        return replace(self, values=values, status=status_of(mistake))


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """How a page shows one answer. LookupError if its template asks for anything else."""

    template: str
    title: str | Callable[[Any], str]
    name: str
    """The name of the answer in the template."""

    def __post_init__(self) -> None:
        source, _, _ = PackageLoader("ladder.web").get_source(_JINJA, f"{self.template}.html")
        tree = _JINJA.parse(source)
        names = [*tree.find_all(nodes.Name)]
        asked = {one.name for one in names if one.ctx == "load"}
        own = {one.name for one in names if one.ctx != "load"}
        own |= {one.name for one in tree.find_all(nodes.Macro)}
        if unknown := asked - own - _OF_PAGES - {*_JINJA.globals, self.name}:
            raise LookupError(f"{self.template}.html asks for {', '.join(sorted(unknown))}")

    def page(self, path: str, answer: Any) -> Page:
        """Return the page that shows an answer at a path."""
        title = self.title if isinstance(self.title, str) else self.title(answer)
        return Page(path, self.template, title, {self.name: answer})


class Links:
    """The addresses of the site as they are written on one page of it."""

    def __init__(self, path: str, *, published: bool) -> None:
        self.path = path
        self._up = "../" * path.count("/")
        self._published = published

    def to(self, path: str, **query: object) -> str:
        """Return the address of a page."""
        given = {name: value for name, value in query.items() if value not in {None, "", False}}
        asked = f"?{urlencode(given)}" if given else ""
        if self._published:
            return self._up + quote(file_of(path))
        return self._up + quote(path, safe=f"/{_SAFE}") + asked or "./"

    def file(self, path: str) -> str:
        """Return the address of what is no page: a record, an answer of the API."""
        return self._up + quote(path, safe=f"/{_SAFE}")

    def static(self, name: str) -> str:
        """Return the address of one of the site's own files: a style, a script."""
        return self.file(f"{'static' if self._published else site_folder()}/{name}")

    def board(self, game: str | None, page: int = 1, **query: object) -> str:
        return self.to(board_path(game, page), **query)

    def bots(self, page: int = 1, **query: object) -> str:
        return self.to(bots_path(page), **query)

    def bot(self, player: Player) -> str:
        return self.to(bot_path(player))

    def match(self, number: int) -> str:
        return self.to(f"matches/{number}")

    def game(self, name: str) -> str:
        return self.to(f"games/{name}")

    def is_in(self, *paths: str) -> bool:
        """Say whether the page is in one of these parts of the site."""
        return self.path.split("/", maxsplit=1)[0] in paths


def board_path(game: str | None, page: int = 1) -> str:
    """Return where a page of a board stands; of the overall board without a game."""
    path = "boards" if game is None else f"boards/{game}"
    return path if page == 1 else f"{path}/page/{page}"


def bots_path(page: int = 1) -> str:
    """Return where a page of the bots stands."""
    return "bots" if page == 1 else f"bots/page/{page}"


def bot_path(player: Player) -> str:
    # Names of ours have no other letters; one with a slash in it would be a folder.
    return f"bots/{player.replace('/', '%2F')}"


def file_of(path: str) -> str:
    """Return the file of a published page, as a path that any file system can have."""
    return f"{quote(path, safe=f'/{_SAFE}') or 'index'}.html"


class Site:
    """Makes HTML of pages. Text that is not marked as ours is shown as a stranger's."""

    def __init__(
        self,
        *,
        published: bool = False,
        documented: bool = False,
        playable: bool = False,
        current: Callable[[], Snapshot] | None = None,
    ) -> None:
        self._published = published
        self._current = current
        self._told = {"published": published, "documented": documented, "playable": playable}
        # A page that is asked for again and again costs little else.
        self._strip = lru_cache(_STRIPS)(self._make_strip)

    def render(self, page: Page) -> bytes:
        links = Links(page.path, published=self._published)
        content = f"{page.template}.html"
        template = _JINJA.get_template(f"{page.layout}.html" if page.layout else content)
        snapshot = None if self._current is None else self._current()
        about, names = (snapshot.about, snapshot.names) if snapshot else (About(), {})
        named = {"about": about, "shown": names, "page": page, "title": page.title, "link": links}
        named["sees_all"] = sees_all(about)
        text = template.render(content=content, **self._told, **named, **page.values)
        return text.encode()

    def put_strip(self, body: bytes, identity: Identity) -> bytes:
        """Return a page with the parts of its visitor, and a document with the header too."""

        def fill(found: re.Match[bytes]) -> bytes:
            document, *part = found.groups()
            if document is not None:
                page = Page(f"docs/{document.decode()}", "header", "Docs", layout="")
                return self.put_strip(self.render(page), identity)
            return self._strip(*part, identity.visitor, identity.field)

        return _STRIP.sub(fill, body)

    def _make_strip(
        self, part: bytes, path: bytes, owner: bytes, visitor: Visitor, field: Markup
    ) -> bytes:
        links = Links(unquote(path.decode()), published=False)
        template = _JINJA.get_template("visitor.html")
        named = {"owner": unquote(owner.decode()), "visitor": visitor, "field": field}
        return template.render(part=part.decode(), link=links, **named).encode()

    def answer(self, page: Page) -> HTMLResponse:
        """Return a page as what is sent."""
        return HTMLResponse(self.render(page), page.status, page.headers)


def _finalize(value: object) -> object:
    """Have nothing steer a reader's eye, as a letter that turns the direction of a line does."""
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, int):
        return _number(value, "")
    return show(value) if isinstance(value, str) and not isinstance(value, Markup) else value


# --- how values are shown ---


def _time(moment: datetime) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(
        moment.isoformat(timespec="seconds"), f"{moment:%Y-%m-%d %H:%M}"
    )


def _number(value: float, form: str) -> str:
    """Return a number in a form of Python's, with a minus sign as in the viewer."""
    return f"{value:{form}}".replace("-", "\N{MINUS SIGN}")


def _interval(estimate: Estimate) -> str:
    return f"{_number(estimate.value, '+.2f')} ± {(estimate.high - estimate.low) / 2:.2f}"


def _chance(estimate: Estimate) -> str:
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}–{estimate.high * 100:.0f})"


def _options(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={text}" for name, text in sorted(options.items()))


def _markdown(text: str) -> Markup:
    """Return our own rules as HTML, without their title, which the page has.

    Their links are left out: they lead to files that are not on the site.
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text.partition("\n")[2])
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            # They stand below a heading of the page.
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
        if token.children:
            token.children = [one for one in token.children if not one.type.startswith("link_")]
    html = reader.renderer.render(tokens, reader.options, {})
    return Markup(html)  # noqa: S704 - of a file of the program, with HTML turned off


_FILTERS: Final = {
    "interval": _interval,
    "chance": _chance,
    "count": describe_forfeits,
    "options": _options,
    "markdown": _markdown,
    "scene": lambda scene: msgspec.json.encode(as_plain(scene)).decode(),
    "lines": show_lines,
    # As it is, for a field in which its author goes on with it, or of ours.
    "verbatim": escape,
    "plural": plural,
    "numbered": lambda names, before="": [f"#{before}{name}" for name in names],
    "game": lambda name: find_game(name).title,
    "titled": lambda names: {name: find_game(name).title for name in names},
    "percent": lambda number: f"{number:.0%}",
    "part": lambda game, parts: f"{parts[game].value:.0%}" if game in parts else "–",
    "fixed": lambda number, digits=1: _number(number, f".{digits}f"),
    "grouped": lambda number: _number(number, ","),
    "short": lambda text: show(text, _FULL),
}


# All sites of a process have their templates compiled once.
_JINJA: Final = Environment(
    loader=PackageLoader("ladder.web"),
    autoescape=True,
    finalize=_finalize,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_JINJA.filters.update(_FILTERS)
_JINJA.globals.update(
    charts=charts,
    settled=SETTLED,
    how_sure=HOW_SURE,
    false_alarms=FALSE_ALARMS,
    program=version("card-arena"),
    position=position_address,
    # A template that uses it makes a page for one visitor.
    identity=current_identity,
)


def turn_to(
    rows: Sequence[RowT], number: int, size: int, pages: int | None = None
) -> Sequence[RowT]:
    """Return the rows of a page, of as many as there are rows for. UserError if there is none."""
    require_page(number, pages or pages_of(rows, size))
    return rows[(number - 1) * size : number * size]


def require_page(number: int, pages: int) -> None:
    """UserError if there are fewer pages."""
    if number > pages:
        raise NotFound(f"There are {plural(pages, 'page')} here, and no page {number}.")


def pages_of(rows: Sequence[Any], size: int) -> int:
    """Return on how many pages this many rows stand; one at least."""
    return max(1, -(-len(rows) // size))
