"""Checks one bot before it meets others: numbered steps, in the very box of a match.

A ladder asks `run_check` who may enter; an author's own test calls `ask` and `play_game`.
"""

from arena.check.check import run_check
from arena.check.report import Evidence, Finding, Outcome, Report, Step
from arena.check.trial_game import ask, play_game

__all__ = ["Evidence", "Finding", "Outcome", "Report", "Step", "ask", "play_game", "run_check"]
