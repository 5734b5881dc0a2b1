"""A build that leaves folders in folders, deeper than a bot's may be."""

import os

os.makedirs("/".join(["folder"] * 40))
