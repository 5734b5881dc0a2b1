"""The resources of the machine for boxes: CPUs, memory, groups; and the leftovers of killed
matches."""
