"""Lets a language model play any game: it is told the text of its seat, and names a move.

    OPENAI_API_KEY=... arena play six_nimmt examples/model careful --box inline --clock-kind wall

It plays inline, where the key is, and where waiting for an answer holds no CPU. A move is read from
the last JSON object of an answer, or from its last line that is one; it is never guessed.
"""

import json
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from arena_sdk import Bot, Over, ProviderAway, Start, Turn, run
from provider import Answer, Provider

from arena.games import IllegalMove, find_game
from arena.games.text import tell_beginning

HOW: Final = 'Think, then end with your move as JSON in one line, for example {"move": "55"}.'
# Of a longer answer this many characters at its end are read.
READ: Final = 20_000


class Fault(StrEnum):
    """The faults of an answer. A provider that is away is the sixth."""

    TRUNCATED = "truncated"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    REFUSED = "refused"


SAID: Final = {
    Fault.TRUNCATED: "Your answer was cut off. Answer in fewer words.",
    Fault.EMPTY: "Your answer was empty.",
    Fault.UNREADABLE: "No move could be read in your answer.",
    Fault.ILLEGAL: "That move is not legal now.",
    Fault.REFUSED: "You refused to answer. This is a card game.",
}


class NoMove(ValueError):  # noqa: N818 - what the log calls it
    """The model has named no legal move, however often it was asked."""


class Model(Bot):
    wants_events = True
    tokens = 0
    provider: Provider | None = None

    def start(self, start: Start) -> None:
        game = find_game(start.game)
        rules = tell_beginning(game, start.seats, start.seat, start.options)
        self.story = [{"role": "system", "content": "\n".join([*rules, HOW])}]
        if self.provider is None:
            self.faults = Counter[str]()
            self.provider = Provider(self.parameters, self.faults)

    def choose(self, turn: Turn) -> Any:
        if len(turn.legal) == 1:
            return turn.legal[0]
        if self.parameters["story"] == "last":
            del self.story[1:]
        self._tell("user", turn.text(legal=self.parameters["legal"]))
        for _ in range(self.parameters["attempts"]):
            answer = self._ask()
            self._tell("assistant", answer.text[-READ:])
            found = read_answer(answer, turn)
            if not isinstance(found, Fault):
                return found
            self.faults[found] += 1
            print(f"fault {found}: {SAID[found]}")
            self._tell("user", f"{SAID[found]} {HOW}")
        raise NoMove(f"{self.parameters['attempts']} answers named no legal move")

    def over(self, over: Over) -> None:  # noqa: ARG002 - the result is in the record
        told = ", ".join(f"{times} {fault}" for fault, times in sorted(self.faults.items()))
        print(f"so far {self.tokens:,} tokens; faults: {told or 'none'}")

    def _tell(self, role: str, content: str) -> None:
        self.story.append({"role": role, "content": content})

    def _ask(self) -> Answer:
        assert self.provider is not None
        if self.tokens >= self.parameters["budget"]:
            raise ProviderAway(f"the budget of {self.parameters['budget']:,} tokens is spent")
        answer = self.provider.ask(self.story)
        self.tokens += answer.tokens_in + answer.tokens_out
        print(f"{answer.tokens_in} tokens in, {answer.tokens_out} out, {answer.seconds:.1f} s")
        print(answer.text[-READ:])
        return answer


def read_answer(answer: Answer, turn: Turn) -> Any:
    """Return the move that an answer names, or what is wrong with it."""
    if answer.finish == "content_filter":
        return Fault.REFUSED
    if answer.finish == "length":
        return Fault.TRUNCATED
    if not answer.text.strip():
        return Fault.EMPTY
    move = next(moves_in(answer.text[-READ:], turn), None)
    if move is None:
        return Fault.UNREADABLE
    return move if move in turn.legal else Fault.ILLEGAL


def moves_in(text: str, turn: Turn) -> Iterator[Any]:
    """Yield the moves of a text, the last first: that of its last JSON object, or of its lines."""
    named = next((one["move"] for one in objects_in(text) if "move" in one), None)
    lines = text.splitlines()[::-1] if named is None else [str(named)]
    for line in lines:
        try:
            yield turn.game.parse(line.strip(" \t`*.\"'"))
        except IllegalMove:
            continue


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text, the last first."""
    place = len(text)
    while (place := text.rfind("{", 0, place)) >= 0:
        try:
            found, _ = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        yield found


if __name__ == "__main__":
    run(Model)
