"""The ladder: who plays whom, and who is best. How a match is played, and where, is `arena`'s."""

import os

# Before NumPy is loaded. Threads of a small matrix wait for each other at full load, which takes
# five times the CPU beside matches. Sums are the same, however many CPUs there are.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
