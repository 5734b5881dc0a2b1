"""The one exception for a database that does not do what it has to."""

from arena.errors import HostFailure


class StoreFailure(HostFailure):
    """Nothing is half done. The text says what went wrong, and what to do about it."""
