"""`arena image`: makes the images that bots run in, and are built in."""

from arena.containers.engine import Engine
from arena.containers.image import Image, build_image, find_image
from arena.containers.recipe import Recipe, read_recipe
from arena.errors import HostFailure, Unavailable
from arena.languages import PYTHON, find_language, require_language
from arena.terminal.console import PlainConsole
from arena.terminal.shown import Shown


def make_image(language: str = PYTHON) -> Shown:
    """Make a language's images, and say which way was taken; Unavailable if there is none."""
    require_language(language)
    console = PlainConsole(stderr=True, soft_wrap=True)
    try:
        image, *to_build = _make(language, console)
    except HostFailure as failure:
        raise Unavailable(str(failure)) from failure
    lines = [f"Bots run in {image.name}: {image.how}."]
    lines += (f"They are built in {other.name}: {other.how}." for other in to_build)
    return Shown({"image": image.name, "how": image.how}, lines)


def _make(language: str, console: PlainConsole) -> list[Image]:
    """Make the image that bots run in, and the one that they are built in, if they are."""
    recipes = [read_recipe(language)]
    if find_language(language).build:
        recipes.append(read_recipe(language, to_build=True))
    engine = Engine()
    if language == PYTHON:
        return [_make_newest(engine, recipes[0], console)]
    # A language may have the image of Python, which need not be asked for again.
    return [
        find_image(engine, recipe) or build_image(engine, console.print, recipe)
        for recipe in recipes
    ]


def _make_newest(engine: Engine, recipe: Recipe, console: PlainConsole) -> Image:
    """Make an image of the newest Python; where none can be had, as without a network, keep it."""
    try:
        return build_image(engine, console.print, recipe)
    except HostFailure as failure:
        kept = find_image(engine, recipe)
        if kept is None:
            raise
        console.print(f"{failure}; keeping the image that is here")
        return kept
