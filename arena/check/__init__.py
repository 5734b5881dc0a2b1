"""Checks one bot before it meets others: numbered steps, in the very box of a match.

A ladder asks `run_check` who may enter; an author's own test calls `play_under_referee`.
"""

from arena.check.check import run_check
from arena.check.report import CheckStep, Evidence, Finding, Report, StepOutcome
from arena.check.testing import play_under_referee

__all__ = [
    "CheckStep",
    "Evidence",
    "Finding",
    "Report",
    "StepOutcome",
    "play_under_referee",
    "run_check",
]
