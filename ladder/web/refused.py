"""What a visitor is told of a request that is refused: a sentence, with a status of HTTP."""

from arena.errors import UserError


class RefusedError(UserError):
    """A request is refused, and nothing of it is done."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
