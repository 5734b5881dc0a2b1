"""A build that never ends, and computes meanwhile."""

while True:
    pass
