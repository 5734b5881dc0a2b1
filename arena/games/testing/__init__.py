"""The conformance suite: what a game is tested with. No part of playing imports it.

`conformance.py` has the checks, `secrecy.py` those of imperfect information, and `random_play.py`
the random games that both look at.
"""
