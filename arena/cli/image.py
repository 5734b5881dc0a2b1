"""`arena image`: makes the image that bots run in."""

import json

from rich.console import Console

from arena.boxes.engine import Engine
from arena.boxes.image import build_image
from arena.match.verdict import HostFailure, Unavailable


def make_image(*, as_json: bool) -> None:
    """Make the image, saying which way was taken; Unavailable if there is none."""
    console = Console(stderr=True, highlight=False, markup=False, quiet=as_json, soft_wrap=True)
    try:
        image = build_image(Engine(), console.print)
    except HostFailure as failure:
        raise Unavailable(str(failure)) from failure
    if as_json:
        print(json.dumps({"image": image.name, "how": image.how}))
    else:
        Console(highlight=False, soft_wrap=True).print(f"Bots run in {image.name}: {image.how}.")
