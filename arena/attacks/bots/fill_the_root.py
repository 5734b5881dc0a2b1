"""A bot that writes to every folder that there is."""

import os

from hostile import escaped


def attack(turn):
    for folder, folders, _ in os.walk("/"):
        folders[:] = [name for name in folders if folder != "/" or name not in ("proc", "tmp")]
        path = os.path.join(folder, "new")
        try:
            open(path, "wb").close()
        except OSError:
            continue
        escaped(path)
