"""Plays and judges one match: plan, clock, verdicts, referee, record.

Knows the rules through `arena.games` only, and bots through a `Line` only; where a bot runs is for
`arena.boxes` to say. `wire.py` is the one module on this side that speaks gRPC.
"""
