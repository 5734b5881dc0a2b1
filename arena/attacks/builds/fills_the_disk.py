"""A build that writes files of 10 GB in all."""

for number in range(200):
    with open(f"file{number}", "wb") as file:
        for _ in range(50):
            file.write(bytes(1 << 20))
