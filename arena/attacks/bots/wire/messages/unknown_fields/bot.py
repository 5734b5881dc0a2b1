"""A bot that says fields that are not in the contract, some with invalid UTF-8."""

from hostile.client import connect, play_on, say, second_turn, tag, varint

connect()
turn = second_turn()
move = tag(90, b"\xff") + turn.legal[0].SerializeToString()
choice = tag(77, b"\xc3\x28") + b"\x08" + varint(turn.number) + tag(2, move)
say(tag(2, choice) + tag(1000, b"\xff\xfe"))
play_on()
