"""A bot that plays cards, rows and sides of the number that it is given."""

import sys
import time

from hostile.client import answer, connect, second_turn


def edge(message, value):
    for field, content in message.ListFields():
        if field.message_type:
            edge(content, value)
        elif field.name == "cards":
            content[:] = [value for _ in content]
        elif not field.enum_type:
            setattr(message, field.name, value)
    return message


connect()
turn = second_turn()
edge(turn.legal[0], int(sys.argv[1]))
answer(turn)
time.sleep(60)
