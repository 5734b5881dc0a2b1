"""Attacks as bots and builds: for tests, and `arena doctor --attack`.

Every attack is one small program: by a bot with the verdict that it must get, by a build with the
sentence that must be said of it. A wall that does not hold is a bug of ours, of the engine or of
the kernel; the suite says which. `attack.py` has those of bots, `build_attack.py` those of builds.
"""
