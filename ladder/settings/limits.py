"""The limits of an author: each has one name on all doors, and one way to be said.

Light, as every command has it.
"""

from collections.abc import Mapping
from typing import Final

LIMITS: Final[Mapping[str, tuple[str, str]]] = {
    "bots": ("bot that plays", "bots that play"),
    "submissions_a_day": ("submission a day", "submissions a day"),
    "unsettled": ("version without a rank yet", "versions without a rank yet"),
    "requests_a_day": ("requested match a day", "requested matches a day"),
    "old_versions": ("older version kept of a bot", "older versions kept of a bot"),
    "megabytes": ("MB of files", "MB of files"),
}
"""Nouns of a count, one and several, by the name of its limit in the log."""
