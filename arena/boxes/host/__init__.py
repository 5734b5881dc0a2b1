"""What the machine gives to boxes: CPUs, memory, groups; and what killed matches left on it."""
