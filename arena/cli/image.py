"""`arena image`: makes the image that bots run in."""

from arena.cli.console import PlainConsole
from arena.cli.terminal import say, say_json
from arena.containers.engine import Engine
from arena.containers.image import build_image
from arena.errors import HostFailure, Unavailable


def make_image(*, as_json: bool) -> None:
    """Make the image, saying which way was taken; Unavailable if there is none."""
    console = PlainConsole(stderr=True, quiet=as_json, soft_wrap=True)
    try:
        image = build_image(Engine(), console.print)
    except HostFailure as failure:
        raise Unavailable(str(failure)) from failure
    if as_json:
        say_json({"image": image.name, "how": image.how})
    else:
        say(f"Bots run in {image.name}: {image.how}.")
