"""Attacks in well-formed gRPC: answers to no question, to another one, and too many of them."""

from typing import Final

from arena.attacks.attack import Attack, client

# To the second question. `choose` makes a Choice, `tag` a field of bytes, `wait` waits for the end.
MIDDLE: Final = """\
def choose(turn, number=None):
    number = turn.number if number is None else number
    return pb.BotMessage(choice=pb.Choice(turn=number, move=turn.legal[0]))

def varint(value):
    return bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])

def tag(number, value):
    return varint(number << 3 | 2) + varint(len(value)) + value

def wait():
    time.sleep(60)

connect(); join(); answer(wait_turn())
turn = wait_turn()
"""


def middle(body: str) -> str:
    """Return a client that does this at its second question."""
    return client(MIDDLE + body)


TURNS: dict[str, Attack] = {
    "old_turn": Attack(
        "answers the question before this one",
        middle("say(choose(turn, turn.number - 1)); wait()"),
        ("protocol",),
        "was answered with a Choice for turn",
    ),
    "turn_0": Attack(
        "answers question 0", middle("say(choose(turn, 0)); wait()"), ("protocol",), "for turn 0"
    ),
    "last_turn": Attack(
        "answers question 2^32-1",
        middle("say(choose(turn, 2**32 - 1)); wait()"),
        ("protocol",),
        "for turn 4294967295",
    ),
    "future_turn": Attack(
        "answers the next question instead of this one",
        middle("say(choose(turn, turn.number + 1)); wait()"),
        ("protocol",),
    ),
    "answer_in_advance": Attack(
        "answers this question and, unasked, the next one",
        middle(
            "say(choose(turn)); turn.legal[0].CopyFrom(turn.legal[-1])\n"
            "say(choose(turn, turn.number + 1)); wait()"
        ),
        ("protocol",),
    ),
    "two_answers": Attack(
        "answers one question twice", middle("answer(turn); answer(turn); wait()"), ("protocol",)
    ),
    "two_thousand_answers": Attack(
        "answers one question two thousand times",
        middle("for _ in range(2000): answer(turn)\nwait()"),
        ("protocol",),
    ),
    "two_thousand_messages_after_join": Attack(
        "sends two thousand messages after its Join, before it is asked",
        client(
            "connect(); join()\n"
            "for _ in range(2000): say(pb.BotMessage(choice=pb.Choice(turn=1)))\n"
            "time.sleep(60)"
        ),
        ("protocol",),
    ),
    "deaf": Attack("stops reading while it is asked", middle("wait()"), ("timeout",)),
}
