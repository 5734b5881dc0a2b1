"""Attacks in well-formed gRPC that is used wrongly: what is said, and how much at once."""

from typing import Final

from arena.attacks.attack import Attack, client
from arena.attacks.moves import MOVES
from arena.attacks.streams import STREAMS
from arena.attacks.turns import MIDDLE, TURNS, middle

# Where an illegal move has no penalty of the game's own, which would change the game.
_STRICT: Final = ("six_nimmt", "tonton", "goat_n_goat")

# Changes every number of the move in the same way.
_EDGES: Final = """\
def edge(message, value):
    for field, content in message.ListFields():
        if field.message_type:
            edge(content, value)
        elif field.name == "cards":
            content[:] = [value for _ in content]
        elif not field.enum_type:
            setattr(message, field.name, value)
    return message

"""


def _say(message: str) -> str:
    """Say this instead of the answer, and nothing more."""
    return middle(f"say({message})\nwait()")


WIRE: dict[str, Attack] = {
    **STREAMS,
    **TURNS,
    **MOVES,
    # --- what is said ---
    "second_join": Attack(
        "joins again in mid-game",
        _say("pb.BotMessage(join=pb.Join(revision=1))"),
        ("protocol",),
        "with no Choice",
    ),
    "empty_message": Attack("says nothing at all", _say("b''"), ("protocol",), "with no Choice"),
    "no_protobuf": Attack(
        "says what is no protobuf", _say("b'\\xff\\xff'"), ("protocol",), "no BotMessage"
    ),
    "cut_message": Attack(
        "leaves off the last byte of its answer",
        _say("choose(turn).SerializeToString()[:-1]"),
        ("protocol",),
        "no BotMessage",
    ),
    "trailing_garbage": Attack(
        "says garbage after a valid answer",
        _say("choose(turn).SerializeToString() + b'\\xff\\xff\\xff'"),
        ("protocol",),
        "no BotMessage",
    ),
    "endless_varint": Attack(
        "says a number of more than 64 bits",
        _say("b'\\x12\\x0c\\x08' + b'\\xff' * 10 + b'\\x01'"),
        ("protocol",),
        "no BotMessage",
    ),
    "deep_nesting": Attack(
        "nests groups five thousand deep",
        _say("b'\\x5b' * 5000 + b'\\x5c' * 5000"),
        ("protocol",),
        "no BotMessage",
    ),
    "join_and_choice": Attack(
        "says a Choice and a Join in one message",
        _say("choose(turn).SerializeToString() + tag(1, b'\\x08\\x01')"),
        ("protocol",),
        "with no Choice",
    ),
    "unknown_fields": Attack(
        "says fields that are not in the contract, some with invalid UTF-8",
        middle(
            "move = tag(90, b'\\xff') + turn.legal[0].SerializeToString()\n"
            "choice = tag(77, b'\\xc3\\x28') + b'\\x08' + varint(turn.number) + tag(2, move)\n"
            "say(tag(2, choice) + tag(1000, b'\\xff\\xfe')); play_on()"
        ),
    ),
    "turn_of_another_type": Attack(
        "says its question's number in another type of the wire",
        _say("tag(2, b'\\x0d' + turn.number.to_bytes(4, 'little'))"),
        ("protocol",),
        "for turn 0",
    ),
    "index_before_its_move": Attack(
        "says an index that is not there and then its move, where the last one counts",
        middle(
            "move = tag(2, turn.legal[0].SerializeToString())\n"
            "index = b'\\x18' + varint(2**32 - 1)\n"
            "say(tag(2, b'\\x08' + varint(turn.number) + index + move)); play_on()"
        ),
    ),
    # --- what is chosen ---
    "no_move": Attack(
        "answers without a move",
        _say("pb.BotMessage(choice=pb.Choice(turn=turn.number))"),
        ("illegal",),
        "neither a move nor an index",
        games=_STRICT,
    ),
    "index_of_32_bits": Attack(
        "answers with the index 2^32-1",
        _say("pb.BotMessage(choice=pb.Choice(turn=turn.number, index=2**32 - 1))"),
        ("illegal",),
        "4294967295 is no index of Turn.legal",
        games=_STRICT,
    ),
    "move_of_another_game": Attack(
        "makes a move of another game",
        middle(
            "other = pb.Choice(turn=turn.number)\n"
            "other.move.big_fish.row = 1\n"
            "say(pb.BotMessage(choice=other)); wait()"
        ),
        ("illegal",),
        "no move of",
        games=_STRICT,
    ),
    "numbers_of_0": Attack(
        "plays cards, rows and sides number 0",
        client(_EDGES + MIDDLE + "edge(turn.legal[0], 0); answer(turn); wait()"),
        ("illegal",),
        games=_STRICT,
    ),
    "numbers_of_32_bits": Attack(
        "plays cards, rows and sides number 2^32-1",
        client(_EDGES + MIDDLE + "edge(turn.legal[0], 2**32 - 1); answer(turn); wait()"),
        ("illegal",),
        games=_STRICT,
    ),
    "unknown_enum_value": Attack(
        "chooses an action that is not in the contract",
        middle("turn.legal[0].goat_n_goat.action = -2**31; answer(turn); wait()"),
        ("illegal",),
        "no action that there is",
        games=("goat_n_goat",),
    ),
    "fifteen_thousand_cards": Attack(
        "plays a list of fifteen thousand cards at once",
        middle("turn.legal[0].goat_n_goat.cards[:] = [1] * 15_000; answer(turn); wait()"),
        ("illegal",),
        games=("goat_n_goat",),
    ),
    # --- how much is said ---
    "message_of_16_kib": Attack(
        "pads its answer to the 16384 bytes that are allowed",
        middle(
            "valid = choose(turn).SerializeToString()\n"
            "say(padded := valid + tag(1000, bytes(16384 - 4 - len(valid))))\n"
            "assert len(padded) == 16384; play_on()"
        ),
    ),
    "message_of_16_kib_and_1": Attack(
        "pads its answer to one byte more than is allowed",
        middle(
            "valid = choose(turn).SerializeToString()\n"
            "say(padded := valid + tag(1000, bytes(16385 - 4 - len(valid))))\n"
            "assert len(padded) == 16385; wait()"
        ),
        ("flooded",),
    ),
    "answer_a_thousand_times_over": Attack(
        "repeats its answer in one message, where the last one counts",
        middle(
            "once = choose(turn).SerializeToString()\nsay(once * (16384 // len(once))); play_on()"
        ),
        games=("six_nimmt", "tonton"),
    ),
    "message_of_100_mb": Attack(
        "sends a message of a hundred megabytes",
        middle("say(bytes(100_000_000)); wait()"),
        ("protocol",),
    ),
    # --- compression ---
    "gzip_answers": Attack(
        "compresses its messages, as gRPC allows",
        client(
            "channel = grpc.insecure_channel(ADDRESS, compression=grpc.Compression.Gzip)\n"
            "heard = channel.stream_stream(METHOD)(iter(out.get, None)); join(); play_on()"
        ),
    ),
    "gzip_bomb": Attack(
        "sends twelve megabytes of nothing in twelve compressed kilobytes",
        client(
            "channel = grpc.insecure_channel(ADDRESS, compression=grpc.Compression.Gzip)\n"
            "heard = channel.stream_stream(METHOD)(iter(out.get, None))\n"
            "join(); answer(wait_turn()); wait_turn(); say(bytes(12_000_000)); time.sleep(60)"
        ),
        ("protocol",),
    ),
}
