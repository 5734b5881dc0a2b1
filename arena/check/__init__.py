"""Checks one bot before it meets others: numbered steps, in the very box of a match.

A ladder asks `check.run_check` who may enter; an author's own test calls
`testing.play_under_referee`. What a check has found is a `report.Report`, which loads no boxes.
"""
