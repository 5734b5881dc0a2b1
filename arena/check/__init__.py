"""Checks one bot before it meets others: numbered steps, in the very box of a match.

A ladder admits a bot by `check.run_check`; an author's own test calls `testing.play_under_referee`.
The result of a check is a `report.Report`, which loads no boxes.
"""
