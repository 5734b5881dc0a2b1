"""A build that leaves nothing, not even the bot's own files."""

import os

for name in os.listdir("."):
    os.remove(name)
