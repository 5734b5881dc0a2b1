"""A build that leaves more than a bot may have."""

for number in range(4):
    with open(f"file{number}", "wb") as file:
        file.write(bytes(40 << 20))
