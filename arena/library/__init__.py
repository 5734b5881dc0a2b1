"""The library: matches, comparisons, checks and records for scripts and notebooks.

`arena.play_match`, `arena.compare`, `arena.check_bot` and `arena.read_record` are its functions
(`calls.py`).
"""
