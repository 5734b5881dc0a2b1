"""A build that leaves one file that is larger than a bot's may be."""

with open("file", "wb") as file:
    file.write(bytes(17 << 20))
