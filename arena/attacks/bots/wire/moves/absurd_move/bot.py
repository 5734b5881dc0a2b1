"""A bot that makes a move of absurd numbers."""

import time

from hostile.client import answer, connect, hear, join, wait_turn


def absurd(message):
    for field in message.DESCRIPTOR.fields:
        if field.message_type:
            field.name == start.game and absurd(getattr(message, field.name))
        elif field.is_repeated:
            getattr(message, field.name).extend([0, 105, 2**32 - 1] * 50)
        elif field.enum_type:
            setattr(message, field.name, 2**31 - 1)
        else:
            setattr(message, field.name, 2**32 - 1)


connect()
join()
while (message := hear()).WhichOneof("message") != "start":
    pass
start = message.start
answer(wait_turn())
turn = wait_turn()
absurd(turn.legal[0])
answer(turn)
time.sleep(60)
