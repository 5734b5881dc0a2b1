"""What strangers may try, as bots, files and builds: for tests, and `arena doctor --attack`.

Every attack by a bot is one small program with the verdict that it must get, every attack by a file
one thing to read with the sentence that must refuse it. A wall that does not hold is a bug of ours,
of the engine or of the kernel; the suite says which. `catalogue` has them all.
"""
