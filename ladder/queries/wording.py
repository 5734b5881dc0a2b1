"""Numbers and times as words, the same wherever they are shown."""

from datetime import datetime


def describe_time(time: datetime) -> str:
    """Return a time in UTC, to the second."""
    return f"{time:%Y-%m-%d %H:%M:%S} UTC"


def plural(number: int, word: str, many: str = "") -> str:
    """Return a number with its word."""
    return f"{number:,} {word if number == 1 else many or f'{word}s'}"
