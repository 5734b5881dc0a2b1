"""The exceptions that are no bugs, by whose fault it is.

What a bot did wrong is none of them: that is a value, `arena.match.verdict.Fault`, since the match
goes on. Any other exception is a bug and propagates.
"""


class UserError(Exception):
    """Bad input. Its text is one sentence: what was wrong and what would have been right."""


class HostFailure(Exception):  # noqa: N818 - named as the verdict is
    """Our own machinery failed; nobody's bot is to blame. The text says what and how to mend it."""


class Unavailable(HostFailure):
    """What we need is not there, and trying again would not help."""
