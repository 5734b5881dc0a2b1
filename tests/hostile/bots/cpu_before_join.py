"""A bot that computes for ever before it joins."""

while True:
    pass
