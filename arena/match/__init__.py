"""Plays and judges one match: plan, clock, verdicts, referee, record.

Knows the rules through `arena.games` only, and a running bot through its `Connection` only; where
it runs is for `arena.boxes` to say.
"""
