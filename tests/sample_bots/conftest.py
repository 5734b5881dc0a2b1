"""What tests of bots in several languages share."""

import pytest

from arena.containers.engine import Engine
from arena.containers.image import build_image, find_image
from arena.containers.recipe import read_recipe
from arena.languages import find_language, language_names


@pytest.fixture(scope="session")
def images(engine: Engine) -> None:
    """Make the images of all languages."""
    for name in language_names():
        for to_build in {False, bool(find_language(name).build)}:
            recipe = read_recipe(name, to_build=to_build)
            assert find_image(engine, recipe) or build_image(engine, print, recipe)
