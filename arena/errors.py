"""The one exception for what a user gave us and could give better."""


class UserError(Exception):  # noqa: N818 - it is the user's, not the program's
    """Bad input. Its text is one sentence: what was wrong and what would have been right."""
