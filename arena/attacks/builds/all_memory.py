"""A build that takes all the memory that it gets."""

held = []
while True:
    held.append(bytearray(64 << 20))
