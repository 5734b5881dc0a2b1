"""A build that leaves more files than a bot may have."""

for number in range(1001):
    open(f"file{number}", "wb").close()
