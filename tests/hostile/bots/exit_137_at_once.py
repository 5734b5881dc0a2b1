"""A bot that exits with 137 before it joins."""

import os

os._exit(137)
