"""A build that writes one file of 10 GB."""

with open("file", "wb") as file:
    for _ in range(10_000):
        file.write(bytes(1 << 20))
