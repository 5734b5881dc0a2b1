"""A bot that says an index that is not there and then its move, where the last one counts."""

from hostile.client import connect, play_on, say, second_turn, tag, varint

connect()
turn = second_turn()
move = tag(2, turn.legal[0].SerializeToString())
index = b"\x18" + varint(2**32 - 1)
say(tag(2, b"\x08" + varint(turn.number) + index + move))
play_on()
